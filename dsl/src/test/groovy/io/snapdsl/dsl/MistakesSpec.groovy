package io.snapdsl.dsl

import java.nio.charset.StandardCharsets
import java.nio.file.Files
import java.time.Duration

class MistakesSpec extends PolicySpecification {
    static final SUBJECTS = "def app = workspace('app') { path '.' }; def box = container('box'); def mind = state('mind')\n"

    /** In the second line, which is where the mistake is. */
    List<Mistake> inLine(String line) {
        mistakes(SUBJECTS + line)
    }

    def 'in #line: #message'() {
        when:
        def found = inLine(line)

        then:
        found.size() == 1
        with(found[0]) {
            file() == script
            it.line() == 2
            it.column() == column
            sourceLine() == line
            it.message() == message
            it.suggestion().orElse(null) == suggestion
        }

        where: 'words that are none, or none here'
        line                                                             | column | suggestion  | message
        "polcy('p') { protect app; on manual }"                          | 1      | 'policy'    | "There is no word 'polcy' in the script."
        "policy('p') { protekt app; on manual }"                         | 15     | 'protect'   | "There is no word 'protekt' in policy { }."
        "policy('p') { protect app; on manual; kep { last 1 } }"         | 39     | 'keep'      | "There is no word 'kep' in policy { }."
        "policy('p') { protect app; on manual; keep { lst 1 } }"         | 46     | 'last'      | "There is no word 'lst' in keep { }."
        "policy('p') { protect app; on runStrat }"                       | 31     | 'runStart'  | "There is nothing named 'runStrat' here."
        "policy('p') { protect ap; on manual }"                          | 23     | 'app'       | "There is nothing named 'ap' here."
        "policy('p') { protect app; on manual; frobnicate 1 }"           | 39     | null        | "There is no word 'frobnicate' in policy { }."
        "policy('p') { protect app; on scheduel('0 0 * * *') }"          | 31     | 'schedule'  | "There is no word 'scheduel' in policy { }."
        "policy('p') { protect app; on manual(); keep { last 1 } }"      | 31     | null        | "'manual' takes nothing: write it without parentheses."
        "keep { last 10 }"                                               | 1      | null        | "'keep' belongs in policy { }, not in the script."
        "policy('p') { protect app; on manual; last 10 }"                | 39     | null        | "'last' belongs in keep { }, not in policy { }."
        "policy('p') { protect app; on manual; printl 'x' }"             | 39     | 'print'     | "There is no word 'printl' in policy { }."
        "workspace('w') { path scriptDirectry.path }"                    | 23     | 'scriptDirectory' | "There is nothing named 'scriptDirectry' here."
        "policy('p') { protect app; on manual; always(onError: ignor) { log 'x' } }" | 55 | 'ignore' | "There is nothing named 'ignor' here."
        "policy('p') { protect app; on manual; always { log error.mesage } }" | 58 | 'message'   | "'error' has no 'mesage'. It is an exception: What went wrong; null when nothing did."
        "policy('p') { protect app; on manual; sleep 10 }"               | 39     | null        | "There is no word 'sleep' in policy { }."
        "policy('p') { protect app; on manual; keep { within 7.dais } }" | 55     | 'days'      | "There is no unit 'dais'."
        "policy('p') { protect app; on manual; limits { size 10.gb } }"  | 56     | 'GB'        | "There is no unit 'gb'."
        "policy('p') { protect app; on fileChange(quite: 2.seconds) }"   | 42     | 'quiet'     | "'fileChange' has no option 'quite'."
        "policy('p') { protect app; on manual; keep { last 1, of: 2 } }" | 54     | null        | "'last' has no options, so no 'of:'."
        "policy('p', frm: 'x') { protect app; on manual }"               | 13     | 'from'      | "'policy' has no option 'frm'."
        "restorePlan('r') { from latest; restore appp }"                 | 41     | 'app'       | "There is nothing named 'appp' here."
        "restorePlan('r') { from latst; restore app }"                   | 25     | 'latest'    | "There is nothing named 'latst' here."
        "policy('p') { protect app; on manual; path '.' }"               | 39     | null        | "'path' belongs in workspace { } or state { }, not in policy { }."
        "policy('p') { protect app; on manual; onFailure block }"        | 49     | null        | "'block' belongs in workspace { }: in policy { }, 'onFailure' takes a block { }."
        "policy('p') { protect app; on manual; onFailure rollBack }"     | 49     | null        | "'rollBack' belongs in restorePlan { }: in policy { }, 'onFailure' takes a block { }."
        "workspace('w') { path '..'; onFailure stop }"                   | 39     | null        | "'stop' belongs in restorePlan { }: in workspace { }, 'onFailure' takes what a failure means to agents."
        "restorePlan('r') { from latest; restore app; onFailure retry }" | 56     | null        | "'retry' belongs in policy { }: in restorePlan { }, 'onFailure' takes a reaction to failure."
        "policy('p') { protect app; on manual; always(onError: block) { log 'x' } }" | 55 | null     | "'block' belongs in workspace { }, not in policy { }."
        "policy('p', form: 't') { protect app }"                         | 13     | 'from'      | "'policy' has no option 'form'."
        "policy('p') { protect app; on manual; keep { within 7.dayz } }" | 55     | 'days'      | "There is no unit 'dayz'."
        "policy('p') { protect app; on manual; keep { within 1.dayz } }" | 55     | 'day'       | "There is no unit 'dayz'."
        "policy('p') { protect app; on manual; before { log 'x' } }"     | 39     | 'beforeSnapshot' | "'before' belongs in restorePlan { }, not in policy { }."
        "policy('p') { protect app; on manual; after { log 'x' } }"      | 39     | 'afterSnapshot' | "There is no word 'after' in policy { }."
        "policy('p') { protect app; on manual; keep { within 90.min } }" | 56     | 'minutes'   | "There is no unit 'min'."
        "policy('p') { protect app; on manual; expectEvery 3.Hrs }"      | 53     | 'hours'     | "There is no unit 'Hrs'."
        "[1].each { def own = state('o') }; policy('p') { protect own; on manual }" | 58 | null | "'own' is known only inside of the block in which line 2 makes it."
        "void also() { policy('p') { protect app; on manual } }"         | 37     | null        | "A function does not see 'app', which line 1 makes: hand it over as a parameter, or write @groovy.transform.Field before its def."
        "state('loose'); policy('p') { protect loose; on manual }"       | 39     | null        | "There is nothing named 'loose' here: the subject 'loose' is in no variable. Write def loose = … where it is declared."
        "restorePlan('r') { from latest; restore app; verify }"          | 46     | null        | "'verify' does not stand alone: write verify()."
        "workspace = 'x'"                                                | 1      | null        | "'workspace' is a word, no variable: leave out the '='."
        "policy('p') { protect app; on manual; keep = 5 }"               | 39     | null        | "'keep' is a word, no variable: leave out the '='."
        "other = 'x'"                                                    | 1      | null        | "There is no variable 'other': write def other = … to make one."
    }

    def 'wrong types: in #line: #message'() {
        when:
        def found = inLine(line)

        then:
        found*.message() == [message]
        found*.line() == [2]
        found*.column() == [column]

        where:
        line                                                              | column | message
        "policy('p') { protect app; on manual; keep { last 'x' } }"       | 51     | "'last' takes a whole number, not a text."
        "policy('p') { protect app; on manual; keep { last 1.5 } }"       | 51     | "'last' takes a whole number, not a number."
        "policy('p') { protect app; on manual; keep { last 99999999999 } }" | 51   | "'last' takes a whole number, not so large a number."
        "def names = []; names.each { state(it) }"                        | 36     | "'state' takes a text, and this could be anything: declare its type."
        "policy('p') { protect app; on manual; keep { within 7 } }"       | 53     | "'within' takes a duration such as 7.days, not a whole number."
        "policy('p') { protect app; on manual; keep { within 7.GB } }"    | 53     | "'within' takes a duration such as 7.days, not a size such as 10.GB."
        "policy('p') { protect app; on manual; limits { size 10 } }"      | 53     | "'size' takes a size such as 10.GB, not a whole number."
        "policy('p') { protect 'app'; on manual }"                        | 23     | "'protect' takes a subject, not a text."
        "policy('p') { protect app; on 'manual' }"                        | 31     | "'on' takes a trigger, not a text."
        "policy('p') { protect app; on app }"                             | 31     | "'on' takes a trigger, not a workspace."
        "policy('p') { protect app; on fileChange(quiet: 2) }"            | 49     | "'quiet:' takes a duration such as 7.days, not a whole number."
        "policy('p') { protect app; on schedule('0 0 * * *', zone: 1) }"  | 59     | "'zone:' takes a text, not a whole number."
        "policy('p') { protect app; on manual; beforeSnapshot(onError: 'stop') { log 'x' } }" | 63 | "'onError:' takes a reaction to errors, not a text."
        "policy(1) { protect app; on manual }"                            | 8      | "'policy' takes a text, not a whole number."
        "policy('p', 'q') { protect app; on manual }"                     | 1      | "'policy' can't be said with this: write policy('agent-runs') { protect app; on runBoundaries }."
        "policy { protect app; on manual }"                               | 1      | "'policy' can't be said with this: write policy('agent-runs') { protect app; on runBoundaries }."
        "workspace('w')"                                                  | 1      | "'workspace' can't be said with this: write def app = workspace('app') { path '.' }."
        "container('c') { consistency 'pause' }"                          | 30     | "'consistency' takes a kind of consistency, not a text."
        "restorePlan('r') { from app; restore app }"                      | 25     | "'from' takes a state to go back to, not a workspace."
        "restorePlan('r') { from latest; restore app; onFailure { log 'x' } }" | 56 | "'onFailure' takes a reaction to failure, not a block { }."
        "policy('p') { protect app; on manual; always 'echo' }"           | 46     | "'always' takes a block { }, not a text: write always { exec './unlock.sh' }."
        "policy('p') { protect app; on manual; consolidate after: 10 }"   | 51     | "'consolidate' has no options, so no 'after:': write consolidate mergeSequential(after: 10, preserveDiffs: true)."
        "restorePlan('r') { from latest; restore 'app' }"                 | 41     | "'restore' takes a subject, not a text."
        "restorePlan('r') { from latest; restore app, paths: 'src' }"     | 53     | "'paths:' takes a list, not a text."
        "def all = []; all << app; policy('p') { protect all; on manual }" | 41    | "What is in this list could be anything to 'protect': make the list at once, as in ['a', 'b'].collect { String name -> state(name) }."
        "int n = 'x'"                                                     | 9      | "Cannot assign value of type java.lang.String to variable of type int."
        "policy('p') { protect app; on manual; always { snapshot.foo() } }" | 57  | "'snapshot' has no 'foo'. It is a text: The id of the snapshot that was taken; null when there is none."
        "app.foo()"                                                       | 5      | "'app' is a workspace, and has no 'foo'."
        "policy('p') { protect app; on manual; if (mind.exists()) { on runStart } }" | 48 | "'mind' is a state, and has no 'exists'."
        "policy('p') { protect app; on manual; keep { within mind.age } }" | 58     | "'mind' is a state, and has no 'age'."
        "workspace 'w', path: '..'"                                       | 16     | "'workspace' has no options, so no 'path:': 'path' is said in its block: write def app = workspace('app') { path '.' }."
        "container('c') { consistency quiesce(command: 'x') }"            | 38     | "'quiesce' has no option 'command'."
    }

    def 'what can not be meant: in #line: #message'() {
        when:
        def found = inLine(line)

        then:
        found*.message() == [message.replace('DIR', directory.toString())]
        found*.line() == [2]
        found*.column() == [column]

        where:
        line                                                             | column | message
        "workspace('w') { path 'nowhere' }"                              | 23     | "There is no directory DIR/nowhere."
        "workspace('w') { path 'policy.groovy' }"                        | 23     | "DIR/policy.groovy is no directory: a workspace is one."
        "workspace('w') { unknownChanges warn }"                         | 1      | "A workspace needs its directory: path '.'"
        "workspace('w') { path '..'; path '..' }"                        | 29     | "'path' is said twice: line 2 says it already."
        "workspace('w') { path '.' }"                                    | 1      | "DIR is workspace 'app' already: use that one."
        "state('app')"                                                   | 7      | "There is a subject named 'app' already: choose another name."
        "state(['app'][0])"                                              | 1      | "There is a subject named 'app' already: choose another name."
        "state('')"                                                      | 7      | "A name can't be empty."
        "policy('p') { protect app; on schedule('61 * * * *') }"         | 40     | "'61 * * * *' is no schedule: '61' is no minute: allowed are 0 to 59."
        "policy('p') { protect app; on schedule('0 0 30 2 *') }"         | 40     | "'0 0 30 2 *' is no schedule: there is no such day: the schedule would never be due."
        "policy('p') { protect app; ['0 0 30 2 *'].each { t -> on schedule(t) } }" | 58 | "'0 0 30 2 *' is no schedule: there is no such day: the schedule would never be due."
        "policy('p') { protect app; on schedule('0 0 * * *', zone: 'Mars') }" | 59 | "'Mars' is no time zone: write one such as 'Europe/Berlin' or 'UTC'."
        "policy('p') { protect app; on manual; keep { last 0 } }"        | 51     | "A rule for 0 snapshots keeps nothing: leave it out, or give 1 or more."
        "policy('p') { protect app; on manual; keep { } }"               | 39     | "These rules keep nothing: say what to keep, such as last 10, or leave keep { } out for the default."
        "policy('p') { protect app; on manual; keep { zone 'UTC' } }"    | 39     | "These rules keep nothing: say what to keep, such as last 10, or leave keep { } out for the default."
        "policy('p') { protect app; on manual; keep { within 0.days } }" | 53     | "A rule for no time keeps nothing: leave it out, or give a duration such as 7.days."
        "policy('p') { protect app; on manual; keep { tagged 'a b' } }"  | 53     | "'a b' can't be a tag: a tag is one word."
        "policy('p') { protect app; on manual; keep { ids 'abc' } }"     | 50     | "'abc' is no snapshot's id: write all 64 digits, as 'snapdsl show' does."
        "policy('p') { protect app; on manual; limits { } }"             | 39     | "These limits limit nothing: say perSubject, total or size, or leave them out."
        "policy('p') { protect app; on manual; limits { perSubject -1 } }" | 59   | "This must be 1 or more, not -1."
        "policy('p') { protect app; on manual; limits { size 0.GB } }"   | 53     | "A size must be more than nothing: give one such as 10.GB."
        "policy('p') { protect app; on manual; keep { within 100000000000000000.weeks } }" | 53 | "100000000000000000 is too large a number here."
        "policy('p') { protect app; on manual; keep { within([100000000000000000][0].weeks) } }" | 1 | "This failed with IllegalArgumentException: 100000000000000000 is too large a number here"
        "workspace('w') { path '..'; ignore { patterns '' } }"           | 47     | "A pattern can't be empty: leave it out, or write one such as 'outputs/**'."
        "policy('p') { protect app; on schedule('@daily') }"             | 40     | "'@daily' is no schedule: write '0 0 * * *'."
        "policy('p') { protect app; on schedule('@reboot') }"            | 40     | "'@reboot' is no schedule: write on policyStart, which is when 'snapdsl run' starts."
        "policy('p') { protect app; on schedule('*/90 * * * *') }"       | 40     | "'*/90 * * * *' is no schedule: there are only 60 minutes, so '*/90' would mean just '0'. Write that, or every(…) for an interval."
        "policy('p') { protect app; on schedule('0 0 */40 * *') }"       | 40     | "'0 0 */40 * *' is no schedule: there are only 31 days, so '*/40' would mean just '1'. Write that, or every(…) for an interval."
        "System.exit(3)"                                                 | 1      | "System.exit would end snapdsl itself: throw an exception to stop with an error."
        "exit 3"                                                         | 1      | "exit would end snapdsl itself: throw an exception to stop with an error."
        "exit"                                                           | 1      | "exit would end snapdsl itself: throw an exception to stop with an error."
        "policy('p') { protect app; on manual; always { System.exit(3) } }" | 48  | "System.exit would end snapdsl itself: throw an exception to stop with an error."
        "policy('p') { protect app; on manual; always { Runtime.runtime.halt(3) } }" | 48 | "Runtime.halt would end snapdsl itself: throw an exception to stop with an error."
        "void stop() { def me = Runtime.getRuntime(); me.exit(3) }"      | 46     | "Runtime.exit would end snapdsl itself: throw an exception to stop with an error."
        "class Own { static void stop() { System.exit(3) } }"            | 34     | "System.exit would end snapdsl itself: throw an exception to stop with an error."
        "policy('p') { protect app; on manual; limits { total 0 } }"     | 54     | "This must be 1 or more, not 0."
        "policy('p') { on manual }"                                      | 1      | "This policy protects nothing: say what, as in protect app."
        "policy('p') { protect app }"                                    | 1      | "This policy never takes a snapshot: say when, as in on runBoundaries, or on manual."
        "policy('p') { protect app, app; on manual }"                    | 15     | "'app' is protected by this policy already: once is enough."
        "policy('p') { protect app; on containerDie }"                   | 1      | "This policy waits for a container, but protects none."
        "policy('p') { protect box; on fileChange }"                     | 1      | "This policy waits for changed files, but protects no workspace."
        "policy('p') { protect box; on manual; consolidate mergeByFiles() }" | 1  | "This policy merges snapshots, but protects no workspace: only theirs are ever merged."
        "policy('p') { protect mind, box; on manual; consolidate mergeByTime() }" | 1 | "This policy merges snapshots, but protects no workspace: only theirs are ever merged."
        "policy('p') { protect mind; on everyAction }"                   | 1      | "This policy waits for what agents record, but protects only states, whose checkpoints are no actions."
        "policy('p') { protect mind; on eventCount(3) }"                 | 1      | "This policy waits for what agents record, but protects only states, whose checkpoints are no actions."
        "policy('p') { protect app; on every(0.5.seconds) }"             | 37     | "A snapshot can be taken every second at most: give 1.second or more."
        "policy('p') { protect app; on every([0.5.seconds][0]) }"        | 31     | "A snapshot can be taken every second at most: give 1.second or more."
        "policy('p') { protect app; on every(-1.hour) }"                 | 37     | "A snapshot can be taken every second at most: give 1.second or more."
        "policy('p') { protect app; on every(1.hour, jitter: [2.hours][0]) }" | 45 | "The jitter can't be longer than the interval, or negative."
        "policy('p') { protect app; on every(1.hour, jitter: 2.hours) }" | 53     | "The jitter can't be longer than the interval, or negative."
        "policy('p') { protect app; on manual; afterSnapshot(onError: cancel) { log 'x' } }" | 62 | "Only a hook before the snapshot can cancel it: here, use ignore or retry."
        "policy('p') { protect app; on manual; consolidate mergeByFiles(after: 0) }" | 71 | "This must be 1 or more, not 0."
        "policy('p', from: 'agent') { protect app; on manual }"          | 19     | "There is no template 'agent' above this."
        "policy('p', from: ['agent'][0]) { protect app; on manual }"     | 13     | "There is no template 'agent' above this."
        "template('t') { on manual; keep { last([0][0]) } }"             | 35     | "A rule for 0 snapshots keeps nothing: leave it out, or give 1 or more."
        "restorePlan('r') { restore app }"                               | 1      | "Say which state this plan goes back to, as in from before(lastRun)."
        "restorePlan('r') { from latest }"                               | 1      | "This plan restores nothing: say what, as in restore app."
        "restorePlan('r') { from at('soon'); restore app }"              | 28     | "'soon' is no time: write '2026-11-16 09:00', or '2 hours ago'."
        "restorePlan('r') { from latest; restore app, mode: replace }"   | 46     | "Only a container can be replaced: 'app' is none."
        "restorePlan('r') { from latest; restore mind, healthCheck: 1.minute }" | 47 | "Only a container has a health check: 'mind' is none."
        "restorePlan('r') { from latest; restore box, mode: beside, healthCheck: 1.minute }" | 60 | "Only a container that replaces another is checked: add mode: replace."
        "restorePlan('r') { from latest; restore box, mode: replace, paths: ['x'] }" | 61 | "Single files of a container's volumes can only be restored inPlace."
        "container('c') { consistency quiesce('') }"                     | 38     | "A command can't be empty: leave it out, or write one."
        "container('c') { consistency quiesce('x', resume: ' ') }"       | 51     | "A command can't be empty: leave it out, or write one."
        "restorePlan('r') { from latest; restore app, paths: [] }"       | 46     | "No paths means that nothing is restored: leave paths out to restore all."
        "restorePlan('r') { from latest; restore app, paths: ['src', '../x'] }" | 46 | "'../x' is no path inside of the workspace: paths are relative to its directory."
        "store 'a'; store 'b'"                                           | 12     | "'store' is said twice: line 2 says it already."
    }

    def 'what Groovy would silently take: in #line: #message'() {
        when:
        def found = inLine(line)

        then:
        found*.message() == [message]
        found*.line() == [2]
        found*.column() == [column]

        where:
        line                                                         | column | message
        "policy('p') { protect: app; on manual }"                    | 15     | "'protect:' with a colon does nothing: leave out the colon."
        "policy('p') { protect app; on manual; runStart }"           | 39     | 'This does nothing by itself.'
        "policy('p') { protect app; on manual; 'daily' }"            | 39     | 'This does nothing by itself.'
        "policy('p') { protect app; on manual; keep { last 5; 7.days } }" | 54 | 'This does nothing by itself.'
        "policy('p') { protect app; on manual; schedule('0 0 * * *') }" | 39  | "'schedule' does nothing by itself: write on schedule('*/15 9-18 * * MON-FRI')."
        "policy('p') { protect(*[app]); on manual }"                 | 23     | 'A list can be given as it is: leave out the star.'
        "policy('p') { protect app; on schedule '0 0 * * *' }"       | 31     | "'schedule' needs parentheses after another word: write on schedule('*/15 9-18 * * MON-FRI')."
        "policy('p') { protect app; on every 1.hour }"               | 31     | "'every' needs parentheses after another word: write on every(1.hour, jitter: 5.minutes)."
        "policy('p') { protect app; on manual; keep { last 5, daily 3 } }" | 54    | "'daily' begins something new: put it on a line of its own, or after a ';'."
        "container('c') { volumes 'data' 'cache' }"                  | 33     | "A comma is missing before 'cache'."
        "policy('p') { protect app mind; on manual }"                | 27     | "A comma is missing before mind."
        "policy('p') { protect app; on runStart runEnd }"            | 40     | "A comma is missing before runEnd."
        "policy('p') { protect app; on manual; always { exec 'make' 'flush' 'all' } }" | 60 | "A comma is missing before 'flush'."
        "policy('p') { protect app and box; on manual }"             | 27     | "Write a comma instead of 'and'."
        "policy('p') { protect app; on every 5 minutes }"            | 31     | "'every' needs parentheses after another word: write on every(1.hour, jitter: 5.minutes)."
        "policy('p') { protect app; on manual; keep last 10 }"       | 44     | "'last' is said in the block of 'keep': write keep { last 10; within 7.days; daily 14 }."
        "policy('p') { protect app; on manual; keep { within 7 days } }" | 55   | "A unit is joined to its number by a dot: write 7.days."
        "policy 'p' { protect app; on manual }"                      | 8      | "A name goes into parentheses: write policy('p') { … }."
        'policy "p$app" { protect app; on manual }'                  | 8      | "A name goes into parentheses: write policy('…') { … }."
        "template('t') { on manual }; policy 'p', from: 't' { protect app }" | 48 | "Before a block, what a word takes goes into parentheses: write policy(…) { … }."
        "def mine = workspace(mine) { path '..' }"                   | 22     | "There is nothing named 'mine' here: a text goes in quotes, as in 'mine'."
        "policy('p') { protect app; protect(mind).foo; on manual }"  | 28     | 'This does nothing by itself.'
        "policy('p') { protect app; on manual; keep { last 5 daily 3 } }" | 53 | "'daily' begins something new: put it on a line of its own, or after a ';'."
        "policy('p') { protect app; on manual; expectEvery null }"   | 51     | "This can't be null: leave out the word, or give it a value."
        "String none = null; store none"                             | 21     | "This can't be null: leave out the word, or give it a value."
        "policy('p') { protect app; on manual }; new Date().time"    | 41     | 'This does nothing by itself.'
        "def shared = { keep { last 5 } }; policy('p', shared)"      | 16     | "'keep' belongs in policy { }, not in the script. A block that several share is a template { }."
        "on manual"                                                  | 1      | "'on' belongs in policy { } or replay { }, not in the script."
        "def keep(int n) { n }"                                      | 5      | "'keep' is a word: give the function another name."
        "def state = mind; state('x')"                               | 19     | "'state' is a variable here and hides the word 'state': give the variable another name."
        "['..'].each { path -> workspace('w') { path path } }"       | 40     | "'path' is a variable here and hides the word 'path': give the variable another name."
    }

    def 'a file with 26 different mistakes gives 26 messages, each in its place, and the right parts none'() {
        given:
        def text = '''\
            store 5
            def app = workspace('app') { path 'nowhere' }
            def api = workspace('app') { path '.' }
            def web = workspce('web') { path '.'; ignore { defalts() } }
            def box = container('box') { volumes al; consistency 'pause' }
            def mind = state('mind')
            template('t') { on manual }
            policy('one', from: 'tt') {
                protect app, bix
                on runStrat
                on schedule('61 * * * *')
                on fileChange(quite: 2.seconds)
                every(1.hour)
                keep { last 0; within 7; hourly 'x'; tagged 'release' }
                limits { size 10.gb }
                consolidate mergeSequentially(after: 10)
                beforeSnapshot { sleep 10000 }
                labelled: mind
                expectEvery 1.hour
            }
            policy('two') { protect(*[mind]); on manual }
            policy('two') { protect mind, api; on manual }
            restorePlan('back') { restore mind; onFailure rollback }
            last 5'''.stripIndent()

        when:
        def found = mistakes(text)

        then:
        found.collect { "${it.line()}:${it.column()} ${it.suggestion().orElse('-')}".toString() } == [
            '1:7 -', '2:35 -', '3:21 -', '4:11 workspace', '4:11 -', '4:48 defaults', '5:38 all', '5:54 pause', '8:21 t',
            '9:18 box', '10:8 runStart', '11:17 -', '12:19 quiet', '13:5 -', '14:17 -', '14:27 -', '14:37 -', '15:22 GB',
            '16:17 mergeSequential', '17:22 -', '18:5 -', '21:25 -', '22:8 -', '23:1 -', '23:47 rollBack', '24:1 -']
    }

    def 'values that can not be, misspelt words and classes that there are none of are told together'() {
        when:
        def found = mistakes('''\
            import com.example.Nowhere
            def app = workspace('app') { path '.' }
            policy('p') {
                protekt app
                on every(0.seconds), every(1.hour, jitter: 2.hours), fileChange(quiet: -1.second)
                keep { last 0; lst 3; last 5 }
                limits { size 0.GB }
                expectEvery 0.seconds
                consolidate mergeByTime(window: 0.seconds)
                always(timeout: 0.seconds, onError: cancel) { Nowhere.call(new Nowhere().name) }
            }'''.stripIndent())

        then:
        found.collect { "${it.line()}:${it.column()} ${it.message()}".toString() } == [
            '1:8 unable to resolve class com.example.Nowhere.',
            "4:5 There is no word 'protekt' in policy { }.",
            '5:14 A snapshot can be taken every second at most: give 1.second or more.',
            "5:48 The jitter can't be longer than the interval, or negative.",
            "5:76 A time of quiet can't be negative.",
            '6:17 A rule for 0 snapshots keeps nothing: leave it out, or give 1 or more.',
            "6:20 There is no word 'lst' in keep { }.",
            "6:27 'last' is said twice: line 6 says it already.",
            '7:19 A size must be more than nothing: give one such as 10.GB.',
            '8:17 Give a duration such as 1.hour.',
            '9:37 A window must have a length, such as 5.minutes.',
            '10:21 A timeout must leave some time: give 1.second or more.',
            '10:41 Only a hook before the snapshot can cancel it: here, use ignore or retry.']
    }

    def 'what shows only when a script runs is told beside the misspelt words, which tell what was meant'() {
        when:
        def found = mistakes('''\
            def app = workspace('app') { path '.' }
            def api = workspace('api') { path '.' }
            policy('p') {
                protekt app, api
                on every(2.ours)
                keep {
                    last([0][0])
                }
                always(onError: ignor) { new File(scriptDirectory, 'made').createNewFile() }
            }
            restorePlan('r') {
                from latst
                restore app, mode: replace
                restore app, paths: ['../x']
                verifi()
            }'''.stripIndent())

        then:
        found.collect { "${it.line()} ${it.suggestion().orElse('-')} ${it.message()}".toString() } == [
            "2 - $directory is workspace 'app' already: use that one.",
            "4 protect There is no word 'protekt' in policy { }.",
            "5 hours There is no unit 'ours'.",
            '7 - A rule for 0 snapshots keeps nothing: leave it out, or give 1 or more.',
            "9 ignore There is nothing named 'ignor' here.",
            "12 latest There is nothing named 'latst' here.",
            "13 - Only a container can be replaced: 'app' is none.",
            "14 - '../x' is no path inside of the workspace: paths are relative to its directory.",
            "15 verify There is no word 'verifi' in restorePlan { }."]
        !Files.exists(directory.resolve('made'))
    }

    def 'nothing of a script with a mistake runs that might do more than declare: #text'() {
        when:
        def found = mistakes("$text\ndef app = workspace('app') { path '.' }\nworkspace('api') { path '.' }\npolcy('p') { protect app; on manual }\n")

        then: 'yet what is declared beside it is looked at'
        found.collect { [it.line(), it.message()] } == [
            [3, "$directory is workspace 'app' already: use that one."],
            [4, "There is no word 'polcy' in the script."]]
        found[1].suggestion().get() == 'policy'
        !Files.exists(directory.resolve('made'))

        where:
        text << ["new File(scriptDirectory, 'made').createNewFile()", "new File(scriptDirectory, 'made').text = 'x'",
            "['made'].each { String name -> new File(scriptDirectory, name).createNewFile() }", "println 'made'",
            "boolean make() { new File(scriptDirectory, 'made').createNewFile() }", 'while (true) { }', 'def length = scriptDirectory.name.length()',
            "@groovy.transform.Field boolean made = new File('made').createNewFile()", 'class Own { }']
    }

    def 'a word that is written as a text is known as the word: #line'() {
        expect:
        inLine(line)[0].suggestion().get() == word

        where:
        line                                                                        || word
        "policy('p') { protect app; on 'runStrat' }"                                || 'runStart'
        "container('c') { consistency 'pause' }"                                    || 'pause'
        "policy('p') { protect app; on manual; beforeSnapshot(onError: 'cancel') { log 'x' } }" || 'cancel'
    }

    def 'that two subjects have no name does not make them one: #text'() {
        expect:
        mistakes(text)*.message() == ["A name can't be empty."] * 2

        where:
        text << ["state('')\nstate('')", "state(['x'][0] - 'x')\nstate(['y'][0] - 'y')"]
    }

    def 'a word that was corrected is not said yet'() {
        expect:
        inLine("policy('p') { protect app; on manual; keep { lst 3; last 5 } }")*.message() == ["There is no word 'lst' in keep { }."]
    }

    def 'for the value of an option, only what it takes is listed'() {
        expect:
        inLine("policy('p') { protect app; on manual; $hook(onError: ignor) { log 'x' } }")[0].allowed() == allowed

        where:
        hook             | allowed
        'beforeSnapshot' | ['cancel', 'ignore', 'retry']
        'always'         | ['ignore', 'retry']
    }

    def 'what is allowed everywhere is listed where no word gives what is wanted'() {
        expect:
        inLine('workspace("w") { path "$scriptDir/app" }')[0].allowed() == ['scriptDirectory', 'app', 'box', 'mind']
    }

    def 'of the names that the author gave, those are allowed that are known there and can be meant'() {
        expect:
        inLine("def days = 3; def week = 1.week; [1].each { number -> def x = days; policy('p') { protect app; on manual; $text } }; def later = 2")[0].allowed() == allowed

        where:
        text                   || allowed
        'keep { last nmber }'  || ['days', 'number', 'x']
        'keep { within tme }'  || ['number', 'week', 'x']
        'protect ap'           || ['app', 'box', 'mind', 'number', 'x']
        'protect([mind, ap])'  || ['app', 'box', 'mind', 'number', 'x']
        'log ap'               || ['afterSnapshot', 'always', 'beforeSnapshot', 'consolidate', 'expectEvery', 'keep', 'limits', 'on', 'onFailure', 'protect']
    }

    def 'after a name without parentheses, what is in the block is still checked'() {
        expect:
        mistakes(SUBJECTS + "policy 'p' {\n    protect app\n    on mannual\n    keep { last 5 }\n    keep { daily 2 }\n}")
            .collect { [it.line(), it.suggestion().orElse(it.message())] } ==
            [[2, "A name goes into parentheses: write policy('p') { … }."], [4, 'manual'], [6, "'keep' is said twice: line 5 says it already."]]
    }

    def 'a message shows the line, the place in it, and what is allowed'() {
        when:
        def found = inLine("container('c') { consistency freeze }")

        then:
        found[0].text() == """\
            $script:2:30: There is nothing named 'freeze' here.
                container('c') { consistency freeze }
                                             ^
              allowed here: none, pause, quiesce, stop""".stripIndent()
    }

    def 'a bracket that is not closed is shown where it was opened: #line:#column'() {
        when:
        def found = mistakes(text)

        then:
        found.size() == 1
        found[0].line() == line
        found[0].column() == column
        found[0].message() == "This '$bracket' is never closed."

        where:
        text                                                                                     | line | column | bracket
        "policy('p') {\n    keep { last 5\n    on manual\n}\nstate('s')\n"                       | 2    | 10     | '{'
        "policy('p') {\n    keep {\n        last 5\n    on manual\n}\nstate('s')\n"              | 2    | 10     | '{'
        "policy('p') {\n    on manual\n"                                                         | 1    | 13     | '{'
        "state('s'\nstate('t')\n"                                                                | 1    | 6      | '('
        "// {\n/* ( */\nstate('[(') // {\npolicy('p') { on([manual }\n"                          | 4    | 18     | '['
    }

    def 'a syntax error has its place: #message'() {
        when:
        def found = mistakes("state('s')\n$text")

        then:
        found.collect { [it.line(), it.column(), it.message()] } == [[line, column, message]]

        where:
        text                     | line | column | message
        "state(,)\n"             | 2    | 7      | 'Expression expected.'
        "def x = = 6\n"          | 2    | 9      | "This can't be understood from here on."
        "def x = 5 /\n"          | 3    | 1      | 'The script ends in the middle of something.'
        "state('x)\n"            | 2    | 7      | "This ''' is never closed."
        'state """x\n'           | 2    | 7      | "This '\"' is never closed."
        "}\n"                    | 2    | 1      | "This '}' closes nothing."
        "def x = new Foo()\n"    | 2    | 9      | 'unable to resolve class Foo.'
    }

    def 'an exception is reported at its line, and what comes after the block is still checked'() {
        when:
        def found = mistakes('''\
            def app = workspace('app') { path '.' }
            policy('p') {
                protect app
                on manual
                expectEvery((1 / (app.name().length() - 3)).hours)
            }
            policy('q') {
                protect app
                on every([0.seconds][0])
            }
            assert app.name() == 'x'
            state('never reached')
        '''.stripIndent())

        then:
        found*.line() == [5, 9, 11]
        found[0].message() == 'This failed with ArithmeticException: Division by zero'
        found[2].message() == "This failed with PowerAssertionError: assert app.name() == 'x'"
    }

    def 'whatever a script throws is a mistake, never half a policy: #failure'() {
        when:
        def found = mistakes("state('s')\n$text\n")

        then:
        found*.line() == [2]
        found[0].message().startsWith("This failed with $failure")

        where:
        text                                                                             | failure
        'throw new Throwable("x")'                                                       | 'Throwable: x'
        'throw new OutOfMemoryError("x")'                                                | 'OutOfMemoryError: x'
        "workspace('w') { path '.'; throw new OutOfMemoryError('x') }"                   | 'OutOfMemoryError: x'
        'int deeper(int n) { deeper(n + 1) }; deeper(1)'                                 | 'StackOverflowError'
        'class Broken { static int x = 1.intdiv(0).intValue() }; def y = Broken.x'        | 'ExceptionInInitializerError'
    }

    def 'an endless loop is stopped, and shown'() {
        given:
        Files.writeString(script, "state('s')\n$loop\n")

        when:
        def found = loader(Duration.ofSeconds(1)).load(script).mistakes()

        then:
        found.size() == 1
        found[0].line() == 2
        found[0].message() == 'The script was still running after 1 second, here. A policy only declares: put what takes time into a hook.'
        !Thread.allStackTraces.keySet().any { it.name == 'policy policy.groovy' }

        where:
        loop << ['while (true) { }', 'while (true) { try { Thread.sleep(1) } catch (Throwable t) { } }', 'Thread.sleep(100000)',
            "workspace('w') { path '.'; while (true) { } }", 'class Own { static void spin() { while (true) { } } }; Own.spin()',
            "@groovy.transform.Field Object x = ({ while (true) { } } as Closure).call()"]
    }

    def 'of a very long line what is around the mistake is shown'() {
        when:
        def text = load("workspace('app') { path '.' }; ${'/* */ ' * 500}kep${' /* */' * 500}").mistakes()[0].text()
        def lines = text.readLines()

        then:
        lines[1].size() < 220
        lines[1][lines[2].indexOf('^')..-1].startsWith('kep')
        [lines[1].trim()[0], lines[1][-1]] == ['…', '…']
    }

    def 'a script that can not be read: #message'() {
        given:
        Files.createDirectory(directory.resolve('sub'))

        when:
        def loaded = loader().load(directory.resolve(file))

        then:
        loaded.mistakes()*.text() == ["${directory.resolve(file)}: $message".toString()]

        where:
        file      | message
        'missing' | "The script can't be read: there is no such file."
        'sub'     | 'This is a directory: name the policy script in it.'
    }

    def 'what is loaded to bring a workspace back may name one that is gone, #when; a file in its place is a mistake'() {
        given:
        def text = """
            def app = workspace('app') { path $path }
            restorePlan('back') { from latest; restore app }
        """.stripIndent()
        Files.writeString(script, text)

        expect:
        mistakes(text)*.message() == ["There is no directory ${directory.resolve('app')}."]
        loader().loadToRestore(script) instanceof Loaded.Valid
        loader().load(script).mistakes()*.message() == ["There is no directory ${directory.resolve('app')}."]

        when:
        Files.writeString(directory.resolve('app'), 'a file')

        then:
        loader().loadToRestore(script).mistakes()*.message() == ["${directory.resolve('app')} is no directory: a workspace is one."]

        where:
        path                  | when
        "'app'"               | 'written out'
        "(['app'].first())"   | 'computed'
    }

    def 'what is said in a field is checked as everything else: #value'() {
        expect:
        mistakes("""\
            import groovy.transform.Field
            @Field x = $value
            def app = workspace('app') { path '.' }
            policy('p') { protect app; on x }
        """.stripIndent()).collect { [it.line(), it.column(), it.message()] } == [[2, column, message]]

        where:
        value                      | column | message
        "schedule('99 * * * *')"   | 21     | "'99 * * * *' is no schedule: '99' is no minute: allowed are 0 to 59."
        "shedule('0 2 * * *')"     | 12     | "There is no word 'shedule' in the script."
        'every((1 - 1).hours)'     | 12     | 'A snapshot can be taken every second at most: give 1.second or more.'
        "schedule('0 ' + (2 / 0))" | 1      | 'This failed with ArithmeticException: Division by zero'
    }

    def 'a script that declares nothing is a mistake: #text'() {
        expect:
        mistakes(text)*.message() == ['The script declares nothing: begin with a workspace and a policy.']

        where:
        text << ['', '\n\n// later\n', 'def x = 1', 'def f() { 1 }']
    }

    def 'a script without a policy protects nothing: #text'() {
        expect:
        mistakes(text)*.text() == ["$script: This script has no policy: nothing would be protected. Add one, such as " +
            "policy('app') { protect app; on runBoundaries }"]

        where:
        text << ["def app = workspace('app') { path '.' }", "state('s')", "state('s'); template('t') { on manual }"]
    }

    def 'a script may have restore plans only'() {
        expect:
        valid("def s = state('s'); restorePlan('r') { from latest; restore s }").plans()*.name() == ['r']
    }

    def 'one directory is one workspace, whatever links lead to it'() {
        given:
        Files.createDirectory(directory.resolve('real'))
        Files.createSymbolicLink(directory.resolve('link'), directory.resolve('real'))

        expect:
        mistakes("workspace('a') { path 'real' }\nworkspace('b') { path 'link' }\n")*.message() ==
            ["${directory.resolve('link')} is workspace 'a' already: use that one."]
    }

    def 'a class is no script'() {
        expect:
        mistakes('class Foo { }')*.message() == ['This is a class, no policy script: write what it declares outside of all classes.']
    }

    def 'a script may begin with a byte order mark and have lines ended by CR LF'() {
        expect:
        valid('\uFEFFdef s = state(\'s\')\r\npolicy("p") { protect s\r\non manual }\r\n').policies()*.name() == ['p']
        mistakes('\uFEFFstate(\'s\')\r\nstat("t")\r\n').collect { [it.line(), it.column(), it.sourceLine()] } == [[2, 1, 'stat("t")']]
    }

    def 'a script that is not UTF-8 is refused where it stops being that'() {
        given:
        Files.write(script, "state('a')\nstate('Gr\u00fc\u00dfe')\n".getBytes(StandardCharsets.ISO_8859_1))

        when:
        def found = loader().load(script).mistakes()

        then:
        found.collect { [it.line(), it.column(), it.message()] } == [[2, 10, 'This is no UTF-8 text from here on: save the script as UTF-8.']]
    }
}
