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
    static final CLI = 'io.snapdsl.cli..'
    static final GROOVY = ['groovy..', 'org.codehaus.groovy..', 'org.apache.groovy..']
    static final DATABASE = ['java.sql..', 'javax.sql..', 'org.sqlite..']

    @Shared
    JavaClasses classes = new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages('io.snapdsl')

    def '#module does not know #others'() {
        expect:
        noClasses().that().resideInAPackage(module)
            .should().dependOnClassesThat().resideInAnyPackage(*others)
            .check(classes)

        where:
        module  | others
        ENGINE  | [DSL, STORAGE, CLI, *DATABASE, *GROOVY]
        DSL     | [STORAGE, CLI]
        STORAGE | [DSL, CLI, *GROOVY]
        CLI     | [*DATABASE, *GROOVY]
    }

    def 'only the storage module knows that there is a database'() {
        expect:
        noClasses().that().resideOutsideOfPackage(STORAGE)
            .should().dependOnClassesThat().resideInAnyPackage(*DATABASE)
            .check(classes)
    }

    def 'only the choice of the store ties the command to the storage module'() {
        expect:
        noClasses().that().resideInAPackage(CLI).and().doNotHaveSimpleName('SnapdslCommand')
            .should().dependOnClassesThat().resideInAPackage(STORAGE)
            .check(classes)
    }
}
