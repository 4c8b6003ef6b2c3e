package io.snapdsl.cli

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses

import com.tngtech.archunit.core.domain.JavaClasses
import com.tngtech.archunit.core.importer.ClassFileImporter
import com.tngtech.archunit.core.importer.ImportOption
import java.nio.file.Path
import spock.lang.Shared
import spock.lang.Specification

class ArchitectureSpec extends Specification {
    static final ENGINE = 'io.snapdsl.engine..'
    static final DSL = 'io.snapdsl.dsl..'
    static final STORAGE = 'io.snapdsl.storage..'
    static final CONTAINERS = 'io.snapdsl.container..'
    static final WEB = 'io.snapdsl.web..'
    static final MCP = 'io.snapdsl.mcp..'
    static final CLI = 'io.snapdsl.cli..'
    static final GROOVY = ['groovy..', 'org.codehaus.groovy..', 'org.apache.groovy..']
    static final DATABASE = ['java.sql..', 'javax.sql..', 'org.sqlite..']
    static final SERVER = ['io.javalin..', 'org.eclipse.jetty..', 'gg.jte..']
    static final DOCKER = 'com.github.dockerjava..'

    @Shared
    JavaClasses classes = new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .withImportOption(new ImportOption.DoNotIncludeGradleTestFixtures())
        .importPackages('io.snapdsl')

    def '#module does not know #others'() {
        expect:
        noClasses().that().resideInAPackage(module)
            .should().dependOnClassesThat().resideInAnyPackage(*others)
            .check(classes)

        where:
        module     | others
        ENGINE     | [DSL, STORAGE, CONTAINERS, WEB, MCP, CLI, *DATABASE, *GROOVY]
        DSL        | [STORAGE, CONTAINERS, WEB, MCP, CLI]
        STORAGE    | [DSL, CONTAINERS, WEB, MCP, CLI, *GROOVY]
        CONTAINERS | [DSL, STORAGE, WEB, MCP, CLI, *GROOVY]
        WEB        | [DSL, STORAGE, CONTAINERS, MCP, CLI, *GROOVY]
        MCP        | [DSL, STORAGE, CONTAINERS, WEB, CLI, *GROOVY, *SERVER]
        CLI        | [*DATABASE, *GROOVY, *SERVER]
    }

    def 'only the storage module knows that there is a database'() {
        expect:
        noClasses().that().resideOutsideOfPackage(STORAGE)
            .should().dependOnClassesThat().resideInAnyPackage(*DATABASE)
            .check(classes)
    }

    def 'only the container module knows that there is Docker'() {
        expect:
        noClasses().that().resideOutsideOfPackage(CONTAINERS)
            .should().dependOnClassesThat().resideInAnyPackage(DOCKER)
            .check(classes)
    }

    def 'only the module for agents knows that there is a protocol'() {
        expect:
        noClasses().that().resideOutsideOfPackage(MCP)
            .should().dependOnClassesThat().resideInAnyPackage('io.modelcontextprotocol..')
            .check(classes)
    }

    def 'only the choice of the store and of the engine ties the command to the modules that provide them'() {
        expect:
        noClasses().that().resideInAPackage(CLI).and().doNotHaveSimpleName('SnapdslCommand')
            .should().dependOnClassesThat().resideInAnyPackage(STORAGE, CONTAINERS)
            .check(classes)
    }

    def 'a command asks its caller, not its process: or it would do other things in the tests than installed'() {
        expect:
        noClasses().that().resideInAPackage(CLI).and().doNotHaveSimpleName('Caller')
            .and().doNotHaveSimpleName('Main').and().doNotHaveSimpleName('ArchiveTraining')
            .should().accessField(System, 'in').orShould().accessField(System, 'out').orShould().accessField(System, 'err')
            .orShould().callMethod(System, 'getenv').orShould().callMethod(System, 'getenv', String)
            .orShould().callMethod(Path, 'toAbsolutePath')
            .check(classes)
    }
}
