package io.snapdsl.dsl

import java.nio.file.Files

/** Groovy has annotations that act while a script is compiled: before anyone has seen whether it has mistakes. */
class AnnotationsSpec extends PolicySpecification {
    static final ALLOWED = ['@Field', '@Override', '@SuppressWarnings']

    String acting(String annotation = 'groovy.transform.ASTTest') {
        "@$annotation(value = { new File('${directory.resolve('made')}').text = 'x' })"
    }

    def 'an annotation that would act while Groovy compiles is a mistake, and does not act: #text'() {
        when:
        def found = mistakes(text.replace('@A', acting()))

        then:
        with(found[0]) {
            [it.line(), it.column(), message()] == [line, column, "There is no annotation '@groovy.transform.ASTTest' in a policy."]
            allowed() == ALLOWED
            sourceLine() == text.replace('@A', acting()).lines().toList()[line - 1]
        }
        found.size() == 1
        !Files.exists(directory.resolve('made'))

        where:
        text                                           | line | column
        "@A def a = 1"                                 | 1    | 1
        "@A\ndef a = 1"                                | 1    | 1
        "state('s')\n  @A def a = 1"                   | 2    | 3
        "@A import java.util.jar.JarFile\nstate('s')"  | 1    | 1
        "@A package own\nstate('s')"                   | 1    | 1
        "@A class Own { }\nstate('s')"                 | 1    | 1
        "class Own { @A int a }\nstate('s')"           | 1    | 13
        "class Own { @A Own() { } }\nstate('s')"       | 1    | 13
        "class Own { @A void a() { } }\nstate('s')"    | 1    | 13
        "enum Own { @A ONE }\nstate('s')"              | 1    | 12
        "@interface Own { @A int a() }\nstate('s')"    | 1    | 18
        "@A def a() { 1 }\nstate('s')"                 | 1    | 1
        "def a(@A int b) { b }\nstate('s')"            | 1    | 7
        "[1].each { @A int b -> state(\"s\$b\") }"     | 1    | 12
        "for (@A int b in [1]) { state(\"s\$b\") }"    | 1    | 6
        "try { } catch (@A Exception e) { }"           | 1    | 16
        "def s = state('s'); policy('p') { @A def a = 1; protect s; on manual }" | 1 | 35
        "try (@A a = new StringReader('')) { }"        | 1    | 6
        "def (@A int a, int b) = [1, 2]"               | 1    | 6
        "def a = (@A int) 1"                           | 1    | 10
        "def a = new @A int[1]"                        | 1    | 13
        "def a = (@A int b) -> b"                      | 1    | 10
        "def <@A T> T a(T b) { b }\nstate('s')"        | 1    | 6
        "List<@A String> a = []"                       | 1    | 6
        "def a = 1 as @A int"                          | 1    | 14
        "@groovy.transform.Field @A int a = 1"         | 1    | 25
    }

    def 'it is told together with what else is wrong'() {
        when:
        def found = mistakes("""\
            ${acting()} def app = workspace('app') { path '.' }
            workspace('api') { path '.' }
            policy('p') { protect app; on schedule('61 * * * *') }
            policy('q') { protect app; on manual; frobnicate 1 }
            int n = 'x'
            """.stripIndent())

        then:
        found.collect { [it.line(), it.column(), it.message()] } == [
            [1, 1, "There is no annotation '@groovy.transform.ASTTest' in a policy."],
            [2, 1, "$directory is workspace 'app' already: use that one."],
            [3, 40, "'61 * * * *' is no schedule: '61' is no minute: allowed are 0 to 59."],
            [4, 39, "There is no word 'frobnicate' in policy { }."],
            [5, 9, 'Cannot assign value of type java.lang.String to variable of type int.']]
        !Files.exists(directory.resolve('made'))
    }

    def 'several at one place are told each'() {
        expect:
        mistakes("@Lazy @Lazy @groovy.transform.ToString def a = state('s')").collect { [it.column(), it.message()] } == [
            [1, "There is no annotation '@Lazy' in a policy."],
            [7, "There is no annotation '@Lazy' in a policy."],
            [13, "There is no annotation '@groovy.transform.ToString' in a policy."]]
    }

    def 'nothing is fetched for a script: #text'() {
        expect:
        mistakes("$text\nfrobnicate 1")*.message() == ["There is no annotation '$annotation' in a policy.", "There is no word 'frobnicate' in the script."]

        where:
        text                                                           | annotation
        "@Grab('nobody:nothing:1.0') import java.util.jar.JarFile"     | '@Grab'
        "@Grab('nobody:nothing:1.0') def a = 1"                        | '@Grab'
        "@groovy.lang.Grab('nobody:nothing:1.0') def a = 1"            | '@groovy.lang.Grab'
        "@Grapes([@Grab('nobody:nothing:1.0')]) def a = 1"             | '@Grapes'
        "import groovy.lang.Grab as Own\n@Own('nobody:nothing:1.0') def a = 1" | '@Own'
    }

    def 'a name of its own gets no annotation around this: #text'() {
        when:
        def found = load(text.replace('@A', acting('A')).replace('@Field', acting('Field')) + "\ndef s = state('s'); policy('p') { protect s; on manual }")

        then:
        found.mistakes()*.message() == [message]
        !Files.exists(directory.resolve('made'))

        where:
        text                                                                   | message
        "import groovy.transform.ASTTest as A\n@A def a = 1"                   | "There is no annotation '@A' in a policy."
        "import groovy.transform.ASTTest as Field\n@Field def a = 1"           | "'@Field' takes nothing: write it without parentheses."
        "import groovy.transform.*\n@A def a = 1"                              | "There is no annotation '@A' in a policy."
        "@interface A { Class value() }\n@A def a = 1"                         | "There is no annotation '@A' in a policy."
    }

    def 'a misspelt one is taken for the one that was meant'() {
        when:
        def found = mistakes("@Feild def app = workspace('app') { path '.' }\ndef make() { policy('p') { protect app; on manual } }\nmake()")

        then:
        found*.message() == ["There is no annotation '@Feild' in a policy."]
        found[0].suggestion().get() == '@Field'
    }

    def 'those that are of use work: #text'() {
        expect:
        valid("$text\ndef s = state(named()); policy('p') { protect s; on manual }").subjects()*.name() == ['own']

        where:
        text << [
            "import groovy.transform.Field\n@Field String own = 'own'\nString named() { own }",
            "@groovy.transform.Field String own = 'own'\nString named() { own }",
            "@Field String own = 'own'\nString named() { own }",
            "@SuppressWarnings('unused') String named() { 'own' }",
            "class Own { @Override String toString() { 'own' } }\nString named() { new Own().toString() }",
            "trait Own { String named() { 'own' } }\nclass It implements Own { }\nString named() { new It().named() }",
            "record Own(String name) { }\nString named() { new Own('own').name() }",
        ]
    }
}
