package io.snapdsl.api

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods

import com.tngtech.archunit.base.DescribedPredicate
import com.tngtech.archunit.core.domain.JavaClass
import com.tngtech.archunit.core.importer.ClassFileImporter
import com.tngtech.archunit.core.importer.ImportOption
import java.nio.file.Files
import java.nio.file.Path
import java.util.zip.ZipFile
import spock.lang.Specification
import spock.lang.TempDir

/** What others get, as they get it: from the repository it was published to, with nothing else of ours. */
class PublishedSpec extends Specification {
    static final ROOT = Path.of(System.getProperty('snapdsl.root'))
    static final VERSION = System.getProperty('snapdsl.version')
    static final PLACE = Path.of(System.getProperty('snapdsl.repository'), 'io/snapdsl/snapdsl', VERSION)

    @TempDir
    Path temp

    static Path artifact(String suffix) {
        PLACE.resolve("snapdsl-$VERSION$suffix")
    }

    static List<String> entries(String suffix) {
        new ZipFile(artifact(suffix).toFile()).withCloseable { zip -> zip.entries().toList()*.name }
    }

    static String run(List<?> words) {
        def process = new ProcessBuilder(words*.toString()).redirectErrorStream(true).start()
        def printed = process.inputStream.text
        assert process.waitFor() == 0: printed
        printed
    }

    def 'the sample is compiled against the artifact alone, and runs with what its description asks for'() {
        given:
        def java = System.getProperty('java.home') + '/bin/'
        def work = Files.createDirectory(temp.resolve('work'))
        def libraries = System.getProperty('snapdsl.libraries')

        when:
        run(["${java}javac", '-Werror', '-Xlint:all', '-cp', artifact('.jar'), '-d', temp.resolve('classes'),
             ROOT.resolve('samples/java-agent/JavaAgent.java')])
        def printed = run(["${java}java", '-cp', "${temp.resolve('classes')}:${artifact('.jar')}:$libraries", 'JavaAgent',
                           temp.resolve('store'), work])

        then:
        printed.readLines().findAll { !it.startsWith('SLF4J') } == ['CREATED greeting.txt', 'taken back: 1 file']
        Files.list(work).withCloseable { it.toList() } == []
    }

    def 'nothing else of ours is needed, and what is needed is only needed to run'() {
        given:
        def pom = new groovy.xml.XmlSlurper().parse(artifact('.pom').toFile())

        expect:
        pom.dependencies.dependency.collect { "$it.artifactId $it.scope".toString() }.sort() ==
            ['jackson-databind runtime', 'org.eclipse.jgit runtime', 'sqlite-jdbc runtime', 'zstd-jni runtime']
    }

    def 'sources and Javadoc come with it'() {
        expect:
        entries('-sources.jar').containsAll(['io/snapdsl/api/Snapdsl.java', 'io/snapdsl/engine/agent/AgentHub.java'])
        entries('-javadoc.jar').containsAll(
            ['io/snapdsl/api/Snapdsl.html', 'io/snapdsl/api/AgentCallbacks.html', 'io/snapdsl/engine/SnapdslException.html'])
    }

    def 'nothing of the engine is promised but what can go wrong'() {
        given:
        def promised = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages('io.snapdsl.api')
        def inside = DescribedPredicate.describe('of the engine or the storage') { JavaClass type ->
            type.packageName.startsWith('io.snapdsl.') && type.packageName != 'io.snapdsl.api' && type.packageName != 'io.snapdsl.engine'
        }

        expect:
        methods().that().arePublic().and().areDeclaredInClassesThat().arePublic()
            .should().notHaveRawReturnType(inside)
            .andShould().notHaveRawParameterTypes(DescribedPredicate.describe('any inside') { List<JavaClass> types -> types.any { inside.test(it) } })
            .check(promised)
    }

    def 'the documentation shows the sample as it is'() {
        expect:
        Files.readString(ROOT.resolve('docs/java.md'))
            .contains("```java\n${Files.readString(ROOT.resolve('samples/java-agent/JavaAgent.java'))}```")
    }
}
