package io.snapdsl.dsl

import io.snapdsl.dsl.check.ScriptCompiler
import io.snapdsl.dsl.compiled.CompiledScript
import io.snapdsl.dsl.compiled.ScriptCache
import io.snapdsl.dsl.words.Surroundings
import java.nio.file.Files
import java.nio.file.Path
import java.time.Clock

class CacheSpec extends PolicySpecification {
    static final TEXT = '''
        def app = workspace('app') { path '.' }
        policy('p') {
            protect app
            on runBoundaries, every(1.5.hours), schedule('0 3 * * *', zone: 'UTC')
            keep { last 10; within 7.days }
            beforeSnapshot { log "before ${app.name()}" }
        }
        restorePlan('back') { from before(lastRun); restore app, paths: ['src/**'] }
    '''

    List<Path> getCached() {
        Files.list(directory.resolve('cache')).withCloseable { it.toList() }
    }

    List<String> loadElsewhere(List<Path> scripts, String option) {
        def process = new ProcessBuilder([System.getProperty('java.home') + '/bin/java', option, '-Xshare:auto', '-cp',
            System.getProperty('java.class.path'), LoadOnce.name, directory.resolve('cache').toString()] + scripts*.toString())
            .redirectErrorStream(true).start()
        def lines = process.inputStream.readLines()
        assert process.waitFor() == 0
        lines
    }

    /** The classes that a process of its own loaded to read the script. */
    List<String> classesLoaded() {
        def lines = loadElsewhere([script], '-Xlog:class+load:stdout')
        assert lines.any { it.startsWith('loaded Valid') }
        lines
    }

    static boolean compiled(List<String> lines) {
        ['org.codehaus.groovy.control.CompilationUnit', 'groovyjarjarantlr4', 'io.snapdsl.dsl.check.'].any { name -> lines.any { it.contains(name) } }
    }

    def 'the second time, a script is not compiled: the compiler is not even loaded'() {
        given:
        Files.writeString(script, TEXT)

        when:
        def first = compiled(classesLoaded())
        def second = compiled(classesLoaded())

        then:
        first
        !second
    }

    def 'what comes from the cache is the same'() {
        when:
        def first = valid(TEXT)
        def second = loader().load(script).policies()

        then:
        cached.size() == 1
        [first, second].each { file -> assert file.policies()[0].hooks().size() == 1 }
        first.subjects() == second.subjects()
        first.plans() == second.plans()
        ['triggers', 'keep', 'limits', 'subjects'].every { first.policies()[0]."$it"() == second.policies()[0]."$it"() }
    }

    def 'what a mistaken script said of a field is forgotten: a running policy may be changed'() {
        given:
        def scripts = ['def', 'List'].collect { type ->
            Files.writeString(directory.resolve("${type}.groovy"), """
                @groovy.transform.Field $type times = [runStart].asList()
                def s = state('s')
                policy('p') { protect s; on times }
            """)
        }

        expect:
        loadElsewhere(scripts, '-XX:TieredStopAtLevel=1')*.replaceFirst(/ in .*/, '') == ['loaded Mistaken', 'loaded Valid']
    }

    def 'what depends on more than the text is checked again: #what'() {
        given:
        Files.createDirectory(directory.resolve('project'))
        valid("workspace('w') { path 'project' }; def s = state('s'); policy('p') { protect s; on manual }")

        when:
        Files.delete(directory.resolve('project'))
        def found = loader().load(script).mistakes()

        then:
        found.collect { [it.line(), it.column(), it.message()] } == [[1, 18, "There is no directory $directory/project.".toString()]]

        where:
        what = 'a directory that has gone'
    }

    def 'another text or another version of the program has another place'() {
        when:
        valid(TEXT)
        valid(TEXT + '\n')
        new PolicyLoader(directory.resolve('cache'), 'newer', Clock.systemUTC()).load(script)

        then:
        cached.size() == 3
    }

    def 'a script with mistakes is not kept'() {
        when:
        mistakes('state()')

        then:
        !Files.exists(directory.resolve('cache'))
    }

    def 'a damaged file is ignored and written anew: #damage'() {
        given:
        valid(TEXT)
        def file = cached[0]
        def whole = Files.readAllBytes(file)
        Files.write(file, damaged(whole))

        when:
        def loaded = loader().load(script)

        then:
        loaded instanceof Loaded.Valid
        new ScriptCache(directory.resolve('cache'), 'test').find(TEXT).present
        cached == [file]

        where:
        damage        | damaged
        'cut off'     | { byte[] bytes -> Arrays.copyOf(bytes, bytes.length.intdiv(2)) }
        'empty'       | { byte[] bytes -> new byte[0] }
        'a bit'       | { byte[] bytes -> bytes[bytes.length.intdiv(2)] ^= 1; bytes }
        'other bytes' | { byte[] bytes -> 'something else'.bytes }
    }

    def 'classes that do not fit this program are compiled anew'() {
        given: 'what an older program of the same version could have left'
        Files.writeString(script, TEXT)
        def cache = new ScriptCache(directory.resolve('cache'), 'test')
        cache.keep(TEXT, new CompiledScript('SnapdslPolicy', ScriptCompiler.compile(
            ScriptText.decode(script, "def x = 1".bytes), new Surroundings(script, false), new Mistakes(ScriptText.empty(script))).get().classes().collectEntries { name, bytes ->
                [name, new String(bytes, 'ISO-8859-1').replace('io/snapdsl/dsl/words/PolicyScript', 'io/snapdsl/dsl/words/PolicyScropt').getBytes('ISO-8859-1')]
            }))

        when:
        def loaded = loader().load(script)

        then:
        loaded instanceof Loaded.Valid
        loader().load(script) instanceof Loaded.Valid
    }

    def 'a cache that can not be written costs time, not the policy'() {
        given:
        Files.writeString(directory.resolve('cache'), 'a file in its place')

        expect:
        valid(TEXT).policies().size() == 1
    }
}
