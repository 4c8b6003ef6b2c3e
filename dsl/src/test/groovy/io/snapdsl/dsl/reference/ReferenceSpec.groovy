package io.snapdsl.dsl.reference

import groovy.lang.Closure
import groovy.lang.GroovyObject
import io.snapdsl.dsl.Loaded
import io.snapdsl.dsl.PolicySpecification
import io.snapdsl.dsl.words.PolicyBlock
import io.snapdsl.dsl.words.PolicyScript
import io.snapdsl.dsl.words.TriggerWords
import io.snapdsl.dsl.words.Vocabulary
import java.nio.file.Files
import java.nio.file.Path
import org.codehaus.groovy.control.CompilationUnit
import org.codehaus.groovy.control.CompilerConfiguration
import org.codehaus.groovy.control.Phases

class ReferenceSpec extends PolicySpecification {
    static final ROOT = Path.of(System.getProperty('snapdsl.root'))

    def '#file is what the words say'() {
        expect: 'if not, run ./gradlew :dsl:reference'
        Files.readString(ROOT.resolve(file)) == text

        where:
        [file, text] << WriteReference.files().collect { [it.key, it.value] }
    }

    def 'every word is said what it is for, and has an example if it takes anything'() {
        expect:
        Vocabulary.all().values().each { place ->
            assert place.place()
            (place.words().values() + place.values().values()).each { assert !it.word().value().empty }
            place.words().values().each { word ->
                assert word.forms().every { it.parameterCount == 0 } || !word.word().example().empty || word.name() == 'ids'
            }
        }
    }

    def 'no word is a method that closures have themselves, because theirs would be called'() {
        given:
        def taken = (Closure.methods + GroovyObject.methods)*.name as Set
        def places = Vocabulary.all().values().findAll { it.type() != PolicyScript }

        expect:
        places.every { place -> place.words().keySet().disjoint(taken) }
        places.every { place -> place.values().keySet().disjoint(['owner', 'delegate', 'thisObject', 'directive', 'metaClass', 'class']) }
    }

    def 'the example of #word is right'() {
        expect:
        load("""
            def app = workspace('app-') { path '..' }
            def box = container('box-')
            def mind = state('mind-')
            ${around[0]}
            $example
            ${around[1]}
            policy('any') { protect app; on manual }
        """) instanceof Loaded.Valid

        where:
        [word, around, example] << Vocabulary.all().values().collectMany { place ->
            def own = place.words().values().findAll {
                !(it.everywhere || it.annotated().declaringClass == TriggerWords) || place.type() == (it.everywhere ? PolicyScript : PolicyBlock)
            }
            own.findAll { it.word().example() }.collect { word ->
                def example = word.word().example().replaceFirst(/^def (\w+) = /, 'def new_$1 = ')
                def needed = [
                    'PolicyScript': ['', ''],
                    'WorkspaceBlock': ["workspace('w') {", word.name() == 'path' ? '}' : "path '.' }"],
                    'IgnoreBlock': ["workspace('w') { path '.'; ignore {", '} }'],
                    'ContainerBlock': ["container('c') {", '}'],
                    'StateBlock': ["state('s') {", '}'],
                    'ReplayBlock': ["state('s') { replay {", '} }'],
                    'PolicyBlock': ["policy('p') {", (word.name() == 'protect' ? '' : 'protect app, box; ') + 'on manual }'],
                    'KeepBlock': ["policy('p') { protect app; on manual; keep {", word.name() in ['anchor', 'zone'] ? 'daily 3 } }' : '} }'],
                    'LimitsBlock': ["policy('p') { protect app; on manual; limits {", '} }'],
                    'HookBlock': ["policy('p') { protect app; on manual; always {", '} }'],
                    'RestorePlanBlock': ["restorePlan('r') {", (example.startsWith('from') ? '' : 'from latest; ') + 'restore box }'],
                ][place.type().simpleName]
                [word.name(), needed, example]
            }
        }
    }

    def 'the file for editors is Groovy'() {
        given:
        def unit = new CompilationUnit()
        unit.addSource('snapdsl.groovy', Completion.text())

        when:
        unit.compile(Phases.CONVERSION)

        then:
        noExceptionThrown()
    }

    def 'the file for editors offers, in #call, what can be said there, with types that there are'() {
        given: 'what an editor offers where the cursor is'
        def configuration = new CompilerConfiguration(scriptBaseClass: EditorFile.name)
        def file = new GroovyShell(getClass().classLoader, new Binding(), configuration).parse(Completion.text()) as EditorFile
        file.call = call
        file.run()

        expect:
        file.offered*.name as Set == (place.words().values().findAll { !it.everywhere }*.name() + place.values().keySet()) as Set
        file.offered.collectMany { it.types() }.every { classOf(it) }
        file.offered.every { it.doc }

        and: 'options as the words have them'
        file.offered.findAll { it.options }.every { offer ->
            offer.options*.name as Set == place.words()[offer.name].options()*.name() as Set
        }

        where:
        [call, place] << [['', Vocabulary.all()[PolicyScript]]] + Vocabulary.all().values().collectMany { outer ->
            outer.words().values().findAll { it.block().present }.collect { [it.name(), Vocabulary.all()[it.block().get()]] }
        }.unique()
    }

    def 'the file for editors knows the units of numbers'() {
        given:
        def configuration = new CompilerConfiguration(scriptBaseClass: EditorFile.name)
        def file = new GroovyShell(getClass().classLoader, new Binding(), configuration).parse(Completion.text()) as EditorFile
        file.type = 'java.lang.Number'
        file.run()

        expect:
        ['seconds', 'minutes', 'hours', 'days', 'GB', 'GiB'].every { it in file.offered*.name }
    }

    /** Arrays and nested classes are written as in a program's text. */
    static Class<?> classOf(String name) {
        if (name in ['void', 'int', 'long', 'boolean']) {
            return int
        }
        def parts = name.split('[.]') as List
        def nested = parts.findIndexOf { Character.isUpperCase(it.charAt(0)) }
        Class.forName(parts[0..nested].join('.') + parts.drop(nested + 1).collect { '$' + it }.join(''))
    }

    /** Stands in for what IntelliJ gives such a file, as far as ours uses it. */
    static abstract class EditorFile extends Script {
        /** The call whose block the cursor is in; empty for none. */
        String call = ''
        /** Of what is before the cursor's dot; empty for nothing. */
        String type = ''
        List<Offer> offered = []

        static class Offer {
            String name
            String type
            String doc
            Map<String, String> params = [:]
            List<Map<String, String>> namedParams = []

            List<Map<String, String>> getOptions() {
                namedParams
            }

            List<String> types() {
                [type] + params.values() + namedParams*.type
            }
        }

        Map context(Map where) {
            where
        }

        String scriptScope() {
            'script'
        }

        String closureScope() {
            'closure'
        }

        void contributor(Map where, Closure<?> contribution) {
            def here = type ? where.ctype == type : where.scope == (call ? 'closure' : 'script')
            if (here) {
                contribution.delegate = this
                contribution()
            }
        }

        boolean enclosingCall(String name) {
            name == call
        }

        Map parameter(Map declared) {
            declared
        }

        void method(Map declared) {
            offered << new Offer(declared)
        }

        void property(Map declared) {
            offered << new Offer(declared)
        }
    }
}
