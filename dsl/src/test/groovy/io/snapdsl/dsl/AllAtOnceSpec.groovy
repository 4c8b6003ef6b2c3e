package io.snapdsl.dsl

import java.nio.file.Files
import spock.lang.Timeout

/** Whatever else is wrong in a script, and whatever else it does: each mistake is told in the first round. */
class AllAtOnceSpec extends PolicySpecification {
    static final SUBJECTS = "def app = workspace('app') { path '.' }; def box = container('box'); def mind = state('mind')\n"

    /** Each shows in the text; those without a suggestion above all, of which nobody knows what was meant. */
    static final IN_THE_TEXT = [
        ["policy('a') { protect app; on manual; frobnicate 1 }", 39, "There is no word 'frobnicate' in policy { }."],
        ["frobnicate('a') { protect app }", 1, "There is no word 'frobnicate' in the script."],
        ["def quux = frobnicate('a'); policy('a') { protect quux; on fileChange }", 12, "There is no word 'frobnicate' in the script."],
        ["policy('a') { protect xyzzy; on fileChange }", 23, "There is nothing named 'xyzzy' here."],
        ["policy('a') { protect mind, xyzzy; on fileChange }", 29, "There is nothing named 'xyzzy' here."],
        ["policy('a') { protekt app; on manual }", 15, "There is no word 'protekt' in policy { }."],
        ["policy('a') { protect ap; on manual }", 23, "There is nothing named 'ap' here."],
        ["policy('a') { protect 'app'; on fileChange }", 23, "'protect' takes a subject, not a text."],
        ["policy('a') { protect app; on 'often' }", 31, "'on' takes a trigger, not a text."],
        ["policy('a') { protect app; on manual; keep { last 'x' } }", 51, "'last' takes a whole number, not a text."],
        ["policy(1) { protect app; on manual }", 8, "'policy' takes a text, not a whole number."],
        ["def quux = state(1); policy('a') { protect quux; on manual }", 18, "'state' takes a text, not a whole number."],
        ["policy('a', xyzzy: 't') { protect app }", 13, "'policy' has no option 'xyzzy'."],
        ["policy('a', from: 'often') { protect app }", 19, "There is no template 'often' above this."],
        ["template('a') { on 'often' }; policy('a', from: 'a') { protect app }", 20, "'on' takes a trigger, not a text."],
        ["restorePlan('a') { from 'often'; restore app }", 25, "'from' takes a state to go back to, not a text."],
        ["restorePlan('a') { from latest; restore xyzzy }", 41, "There is nothing named 'xyzzy' here."],
        ["def quux = workspace('quux') { path 1 }; policy('a') { protect quux; on fileChange }", 37, "'path' takes a text, not a whole number."],
        ["def quux = workspace('quux') { path 'nowhere' }; policy('a') { protect quux; on fileChange }", 37, 'There is no directory DIR/nowhere.'],
        ["state('mind')", 7, "There is a subject named 'mind' already: choose another name."],
        ["policy('a') { protect app; on schedule('61 * * * *') }", 40, "'61 * * * *' is no schedule: '61' is no minute: allowed are 0 to 59."],
    ]

    /** Each shows only when the script declares. */
    static final IN_WHAT_IT_DECLARES = [
        ["workspace('b') { path '.' }", 1, "DIR is workspace 'app' already: use that one."],
        ["workspace('b') { path(['nowhere'][0]) }", 18, 'There is no directory DIR/nowhere.'],
        ["state(['mind'][0])", 1, "There is a subject named 'mind' already: choose another name."],
        ["policy('b') { protect app; on manual; keep { last([0][0]) } }", 46, "A rule for 0 snapshots keeps nothing: leave it out, or give 1 or more."],
        ["policy('b') { protect app; on manual; keep { zone 'UTC' } }", 39, "These rules keep nothing: say what to keep, such as last 10, or leave keep { } out for the default."],
        ["policy('b') { protect app, app; on manual }", 15, "'app' is protected by this policy already: once is enough."],
        ["policy('b') { protect box; on fileChange }", 1, 'This policy waits for changed files, but protects no workspace.'],
        ["policy('b') { protect app; on schedule(['61 * * * *'][0]) }", 31, "'61 * * * *' is no schedule: '61' is no minute: allowed are 0 to 59."],
        ["policy('b', from: ['often'][0]) { protect app; on manual }", 13, "There is no template 'often' above this."],
        ["restorePlan('b') { from latest; restore app, mode: replace }", 46, "Only a container can be replaced: 'app' is none."],
        ["restorePlan('b') { from latest; restore app, paths: ['../x'] }", 46, "'../x' is no path inside of the workspace: paths are relative to its directory."],
    ]

    static final GROOVY = ['', "def much = 3; for (n in 1..much) { state(\"s\$n\") }", "def also(String name) { state(name) }; also('s')",
        "['s', 't'].each { String name -> state(name) }", "new File(scriptDirectory, 'made').createNewFile()", 'while (true) { }',
        "if (new File('x').exists()) { workspace('c') { path '.' } }", "println 'made'", 'class Own { }', "def length = 'x'.execute().text.size()"]

    def 'of a mistake in the text and one in what it declares, both are told and nothing else: #inTheText[0], #declared[0]'() {
        given: 'between them what has no mistake, or is not done'
        int turn = IN_THE_TEXT.indexOf(inTheText) + IN_WHAT_IT_DECLARES.indexOf(declared)
        def (first, second) = turn % 2 ? [inTheText, declared] : [declared, inTheText]

        expect:
        mistakes(SUBJECTS + first[0] + '\n' + GROOVY[turn % GROOVY.size()] + '\n' + second[0] + '\n')
            .collect { [it.line(), it.column(), it.message()] } ==
            [2, 4].withIndex().collect { line, i ->
                [line, [first, second][i][1], [first, second][i][2].replace('DIR', directory.toString())]
            }
        !Files.exists(directory.resolve('made'))

        where:
        [inTheText, declared] << [IN_THE_TEXT, IN_WHAT_IT_DECLARES].combinations()
    }

    /** What is told of the lines after one with a mistake. */
    List<List<Object>> after(String text) {
        def found = mistakes("$SUBJECTS\nfrobnicate 1\n$text\n").collect { [it.line(), it.column(), it.message().replace(directory.toString(), 'DIR')] }
        assert found[0] == [3, 1, "There is no word 'frobnicate' in the script."]
        found.drop(1)
    }

    def 'plain Groovy that only calculates is understood: #text'() {
        expect:
        after(text) == [[4, column, message]]

        where:
        text                                                                             | column | message
        "def name = 'mi' + 'nd'; state(name)"                                            | 25     | "There is a subject named 'mind' already: choose another name."
        'def part = "in"; state("m${part}d")'                                            | 18     | "There is a subject named 'mind' already: choose another name."
        "for (name in ['own', 'mind']) { state(name) }"                                  | 33     | "There is a subject named 'mind' already: choose another name."
        "['own', 'mind'].each { String name -> state(name) }"                            | 39     | "There is a subject named 'mind' already: choose another name."
        "for (n in 1..3) { state(['own', 'my', 'mind', 'their'][n - 1]) }"               | 19     | "There is a subject named 'mind' already: choose another name."
        "[own: 1, mind: 2].each { String name, int n -> state(name) }"                   | 48     | "There is a subject named 'mind' already: choose another name."
        "def also(String name) { state(name) }; also('own'); also('mind')"               | 25     | "There is a subject named 'mind' already: choose another name."
        "String named(String one) { 'm' + one }; state(named('ind'))"                       | 41     | "There is a subject named 'mind' already: choose another name."
        "if (1 + 1 == 2) { state('mind'.trim()) }"                                       | 19     | "There is a subject named 'mind' already: choose another name."
        "state(1 > 2 ? 'own' : 'mind'); state(!true ? 'own' : 'mind')"                   | 32     | "There is a subject named 'mind' already: choose another name."
        "def name = 'own'; name = 'mind'; state(name)"                                   | 34     | "There is a subject named 'mind' already: choose another name."
        "@groovy.transform.Field String mine = 'mind'; state(mine)"                      | 47     | "There is a subject named 'mind' already: choose another name."
        "def all = [app]; policy('p') { protect all; protect app; on manual }"           | 45     | "'app' is protected by this policy already: once is enough."
        "def all = []; ['.'].each { String d -> all << workspace('w') { path d } }"      | 47     | "DIR is workspace 'app' already: use that one."
        "def none = 0; policy('p') { protect app; on manual; keep { last none } }"       | 60     | 'A rule for 0 snapshots keeps nothing: leave it out, or give 1 or more.'
        "def soon = -1.second; policy('p') { protect app; on every(soon) }"              | 53     | 'A snapshot can be taken every second at most: give 1.second or more.'
        "template('t') { keep { zone 'UTC' } }; policy('p', from: 't') { protect app; on manual }" | 17 | 'These rules keep nothing: say what to keep, such as last 10, or leave keep { } out for the default.'
    }

    def 'what may only follow from a mistake, or from what is not done, is not told: #text'() {
        expect:
        after(text) == []

        where:
        text << [
            "policy('p') { protect app; if (new File('x').exists()) { on manual } }",
            "policy('p') { new File('x').eachLine { on manual }; protect app; on containerDie }",
            "if (new File('x').exists()) return; workspace('w') { path '.' }",
            "['w'].each { if (new File('x').exists()) return; workspace('w') { path '.' } }",
            "for (n in 1..3) { if (new File('x').exists()) break; workspace('w') { path '.' } }",
            "def name = 'mind'; if (new File('x').exists()) { name = 'own' }; state(name)",
            "def name = 'mind'; name += 's'; state(name)",
            "def n = 0; n++; policy('p') { protect app; on manual; keep { last n } }",
            "def names = ['mind']; names.clear(); names.each { String name -> state(name) }",
            "if (new File('x').exists()) { template('t') { on manual } }; policy('p', from: ['t'][0]) { protect app }",
            "new File('x').eachLine { String name -> template(name) { on manual } }; policy('p', from: ['t'][0]) { protect app }",
            "template(new File('x').name) { on manual }; policy('p', from: 'x') { protect app }",
            "def mine = workspace(new File('x').name) { path '..' }; policy('p') { protect mine; on fileChange; consolidate mergeByFiles() }",
            "println 'x'; print 'x'; printf '%s', 'x'",
        ]
    }

    @Timeout(20)
    def 'nothing comes of a script with a mistake, and it takes no time: #text'() {
        expect:
        after("$text; state(['mind'][0])").collect { it[2] } == ["There is a subject named 'mind' already: choose another name."]
        !Files.exists(directory.resolve('made'))

        where:
        text << [
            "'touch made'.execute()", "['touch', 'made'].execute()", '"${new File(scriptDirectory, "made").createNewFile()}".trim()',
            "[new File(scriptDirectory, 'made')]*.createNewFile()", "['made'].collect { String name -> new File(scriptDirectory, name).createNewFile() }",
            "def make = { new File(scriptDirectory, 'made').createNewFile() }; make()", "def make() { new File(scriptDirectory, 'made').createNewFile() }; make()",
            "if (new File(scriptDirectory, 'made').createNewFile()) { }", "new URI('http://127.0.0.1:9/').toURL().getText()", 'Thread.sleep(100000)',
            "template('t') { always { exec 'touch', 'made' } }", 'while (true) { }', 'for (;;) { }', 'int deeper(int n) { deeper(n + 1) }; deeper(1)',
            'int deeper(int n) { deeper(n + 1); deeper(n + 2) }; deeper(1)', 'for (a in 1..1000) { for (b in 1..1000) { for (c in 1..1000) { } } }',
            'for (n in 1..1000000000) { }', '1000000000.times { }', "def much = 'x' * 1000000000", 'def much = 1e999999999 + 1',
            "def much = 'x'; for (n in 1..1000) { much = much + much }", 'def much = [1]; for (n in 1..1000) { much = much + much }',
            'def much = []; much << much; def text = "$much"', 'def one = []; def two = [one]; one << two; def text = "$one"',
            'def much = [1]; for (n in 1..100) { much = [much, much] }; def text = "$much"',
            'def much = [1]; for (n in 1..100) { much = [1, 2].collect { much } }; def same = much == much',
        ]
    }
}
