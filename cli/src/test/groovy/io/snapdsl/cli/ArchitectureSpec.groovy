package io.snapdsl.cli

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses

import com.tngtech.archunit.core.domain.JavaClasses
import com.tngtech.archunit.core.importer.ClassFileImporter
import com.tngtech.archunit.core.importer.ImportOption
import spock.lang.Shared
import spock.lang.Specification

class ArchitectureSpec extends Specification {
    static final ENGINE = 'io.snapdsl.engine..'
    static final DSL = 'io.snapdsl.dsl..'
    static final STORAGE = 'io.snapdsl.storage..'
    static final CONTAINERS = 'io.snapdsl.container..'
    static final CLI = 'io.snapdsl.cli..'
    static final GROOVY = ['groovy..', 'org.codehaus.groovy..', 'org.apache.groovy..']
    static final DATABASE = ['java.sql..', 'javax.sql..', 'org.sqlite..']
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
        ENGINE     | [DSL, STORAGE, CONTAINERS, CLI, *DATABASE, *GROOVY]
        DSL        | [STORAGE, CONTAINERS, CLI]
        STORAGE    | [DSL, CONTAINERS, CLI, *GROOVY]
        CONTAINERS | [DSL, STORAGE, CLI, *GROOVY]
        CLI        | [*DATABASE, *GROOVY]
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

    def 'only the choice of the store and of the engine ties the command to the modules that provide them'() {
        expect:
        noClasses().that().resideInAPackage(CLI).and().doNotHaveSimpleName('SnapdslCommand')
            .should().dependOnClassesThat().resideInAnyPackage(STORAGE, CONTAINERS)
            .check(classes)
    }
}
