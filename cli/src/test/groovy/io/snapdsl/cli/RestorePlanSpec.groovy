package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.TimeUnit

/** Restore plans as their author runs them: two workspaces, in which an agent has broken something. */
class RestorePlanSpec extends CommandSpecification {
    Path other
    Path script

    def setup() {
        script = temp.resolve('policy.groovy')
        other = Files.createDirectory(temp.resolve('other'))
    }

    void plan(String body, String name = 'back') {
        Files.writeString(script, """
            def app = workspace('app') { path 'project' }
            def other = workspace('other') { path 'other' }
            restorePlan('$name') {
                $body
            }
        """.stripIndent())
    }

    /** The mark that the run's start left, as ids are shown. */
    String beforeRun

    /** Good, then bad and snapped by an agent, then worse and in no snapshot. */
    void agentHasBeenHere() {
        [workspace, other].each {
            Files.writeString(it.resolve('file'), 'good')
            snap(snapdsl.in(it))
        }
        beforeRun = snapdsl.json('session', 'start', 'agent').snapshotId.take(10)
        [workspace, other].each {
            Files.writeString(it.resolve('file'), 'bad')
            Files.writeString(it.resolve('made'), 'bad')
            snapdsl.in(it).json('snap', '--session', 'agent')
            Files.writeString(it.resolve('file'), 'worse')
        }
    }

    /** Of both workspaces. */
    List<String> files() {
        [workspace, other].collect { Files.readString(it.resolve('file')) + (Files.exists(it.resolve('made')) ? ' made' : '') }
    }

    def 'a plan takes the last run back, in both workspaces, and does what its dry run lists'() {
        given:
        plan('''from before(lastRun)
                step { log "first of $policy" }
                restore other
                restore app, paths: ['file']
                step { exec 'touch', 'ran' }
                verify()''')
        agentHasBeenHere()
        def taken = log().size()

        when:
        def listed = snapdsl.json('restore', '--plan', 'back', '--dry-run')

        then:
        listed.dryRun
        listed.beforeRun.id == 'agent'
        listed.steps*.status == ['planned'] * 4
        files() == ['worse made'] * 2
        log().size() == taken
        !Files.exists(temp.resolve('ran'))

        when:
        def done = snapdsl.json('restore', '--plan', 'back')

        then:
        done.beforeRun == listed.beforeRun
        done.steps*.status == ['done'] * 4
        done.steps*.subject == [null, 'other', 'project', null]
        done.steps*.snapshot*.id == listed.steps*.snapshot*.id
        done.steps*.restore*.steps == listed.steps*.restore*.steps
        done.steps[1].restore.steps*.path.containsAll(['file', 'made'])
        done.said == [[step: 1, text: 'first of back']]
        files() == ['good made', 'good']
        Files.exists(temp.resolve('ran'))

        and: 'each step is a restore like any other'
        log()[0].goal == "plan back: restore ${done.steps[2].snapshot.id.take(10)}"
        snapdsl.in(other).json('undo')
        files() == ['good made', 'worse made']
        everySnapshotIsIntact()
    }

    def 'a workspace that an agent has deleted comes back: #words'() {
        given:
        plan('from latest; restore app; restore other; verify()')
        agentHasBeenHere()
        def kept = snapdsl.in(other).json('snap').id
        def argument = { it.replace('OTHER', other as String).replace('ID', kept as String) }
        other.toFile().deleteDir()

        when:
        def listed = snapdsl.json(*words.collect(argument), '--dry-run')

        then:
        !Files.exists(other)
        listed.toString().contains("The directory $other was gone, and would be made again.")

        when:
        snapdsl.json(*words.collect(argument))

        then:
        Files.readString(other.resolve('file')) == 'worse'
        Files.readString(other.resolve('made')) == 'bad'

        and: 'in its own history, in which the deletion is a step, too'
        snapdsl.in(other).json('log').snapshots*.deleted.take(2) == [0, 2]
        snapdsl.json('verify', '--read-data').clean

        where:
        words << [
            ['restore', '--plan', 'back'],
            ['restore', 'other@latest'],
            ['restore', 'ID'],
            ['-C', 'OTHER', 'restore', '@latest'],
            ['-C', 'OTHER', 'undo']
        ]
    }

    def 'of a workspace that was deleted, every command says how it comes back: #words'() {
        given:
        agentHasBeenHere()
        other.toFile().deleteDir()

        expect:
        with(snapdsl.run('-C', other as String, *words)) {
            exit == 2
            err.contains("'snapdsl restore other@latest' brings it back")
        }

        where:
        words << [['status'], ['snap'], ['sync']]
    }

    def 'a directory that never was a workspace is not made by a plan'() {
        given:
        plan('from latest; restore app')
        agentHasBeenHere()
        Files.writeString(script, Files.readString(script).replace("path 'project'", "path 'projct'"))

        expect:
        with(snapdsl.run('restore', '--plan', 'back', '--json')) {
            exit == 2
            json.error.code == 'NOT_A_DIRECTORY'
            json.error.message.contains('projct does not exist')
        }
    }

    def 'in words: which state of what, what was done, and how to take it back'() {
        given:
        plan('''from before(lastRun); restore app; step { log 'almost' }; restore other''')
        agentHasBeenHere()

        expect:
        with(snapdsl.run('restore', '--plan', 'back', '--dry-run').out) {
            it =~ /^The last run is 'agent', which began on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\nStep 1/
            it =~ /(?m)^Step 1, restore app from $beforeRun of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(before agent\)$/
            it.contains('  modify  file\n  delete  made\n')
            it.contains('Step 2 would do what the script says\n')
            !it.contains('--only-if')
            it.endsWith('Plan back: nothing was touched.\n')
        }
        with(snapdsl.run('restore', '--plan', 'back').out) {
            it.startsWith("The last run is 'agent', which began on ")
            it.contains("Brought back $beforeRun: 1 file written, 1 deleted, all checked.")
            it.contains("'snapdsl undo -C ${workspace.toRealPath()}' takes it back.")
            it.contains('Step 2\n  almost\n')
            it.endsWith('Plan back is done.\n')
        }
    }

    def 'of a script that lies in the workspace it brings back, it is said that it is #what'() {
        given: 'a policy that is written, and a snapshot from before'
        def inside = workspace.resolve('policy.groovy')
        def text = { String comment -> "// $comment\ndef app = workspace('app') { path '.' }; restorePlan('back') { from tagged('then'); restore app }" }
        if (known) {
            Files.writeString(inside, text('earlier'))
        }
        write('file', 'then')
        snapdsl.json('snap', '--tag', 'then')
        Files.writeString(inside, text('later'))

        expect:
        snapdsl.run('restore', '--plan', 'back', '--dry-run').out.contains(planned)
        snapdsl.run('restore', '--plan', 'back').out.contains(done)
        Files.exists(inside) == known

        when:
        snapdsl.json('undo')

        then:
        Files.readString(inside) == text('later')

        where:
        what      | known || planned                                                         | done
        'gone'    | false || 'Mind that policy.groovy, which this plan is in, would go too'  | "is gone too: it was not there then. 'snapdsl undo' brings it back."
        'changed' | true  || 'policy.groovy, which this plan is in, would be what it was then' | 'policy.groovy, which this plan is in, is what it was then, too.'
    }

    def 'a copy beside the workspace is announced with its place, and leaves the workspace alone'() {
        given:
        plan('from before(lastRun); restore app, mode: beside')
        agentHasBeenHere()
        def copy = workspace.toRealPath().resolveSibling("project-$beforeRun")

        expect:
        snapdsl.run('restore', '--plan', 'back', '--dry-run').out.contains(" to $copy\n")
        !Files.exists(copy)

        when:
        def done = snapdsl.json('restore', '--plan', 'back')

        then:
        done.steps*.beside == [copy.toString()]
        Files.readString(copy.resolve('file')) == 'good'
        files() == ['worse made'] * 2

        and: 'a second time it is in the way'
        refused(snapdsl.run('restore', '--plan', 'back', '--json'), 4, 'TARGET_NOT_EMPTY')
    }

    def 'a check that fails: the plan says #onFailure'() {
        given:
        plan("""from before(lastRun)
                restore app
                step { exec 'sh', '-c', 'echo the check says no; exit 7' }
                restore other
                onFailure $onFailure""")
        agentHasBeenHere()

        when:
        def result = snapdsl.run('restore', '--plan', 'back', '--json')

        then:
        result.exit == exit
        result.json.error.code == 'PLAN_STEP_FAILED'
        result.json.error.message.contains('status 7: the check says no')
        result.json.error.hint.startsWith(hint)
        result.json.steps*.status == ['done', 'failed', 'not_reached']
        result.json.rolledBack*.complete == back
        files() == after
        noStackTrace(result)

        and: 'what was there is in the history either way'
        everySnapshotIsIntact()
        snapdsl.json('restore', result.json.steps[0].beforeId)
        files()[0] == 'worse made'

        where:
        onFailure  | exit | hint                                                  | back   | after
        'stop'     | 3    | "What was restored so far stays; to take it back: 'sn" | []     | ['good', 'worse made']
        'rollBack' | 1    | 'Everything is back as it was before the plan.'  | [true] | ['worse made', 'worse made']
    }

    def 'a plan that is killed between two steps has done the first, and the next command works'() {
        given:
        plan('from before(lastRun); restore app; restore other; onFailure rollBack')
        agentHasBeenHere()

        when:
        def killed = snapdsl.runUntil('plan.step:1', 'restore', '--plan', 'back')

        then:
        killed.exit == Snapdsl.KILLED
        files() == ['good', 'worse made']

        when:
        snapdsl.json('undo')

        then:
        files() == ['worse made', 'worse made']

        when:
        snapdsl.runUntil('restore.after-rename:1', 'restore', '--plan', 'back')
        snapdsl.json('restore', '--plan', 'back')

        then:
        files() == ['good', 'good']
        everySnapshotIsIntact()
    }

    def 'whoever interrupts a plan has it dealt with as a failure'() {
        given:
        plan('''from before(lastRun)
                restore app
                step(timeout: 5.minutes) { log 'waiting'; exec 'sleep', '300' }
                restore other
                onFailure rollBack''')
        agentHasBeenHere()
        snapdsl.launcher = ['python3', '-c', OutputSpec.HEEDING_INTERRUPTS]
        def process = snapdsl.start([:], 'restore', '--plan', 'back')
        snapdsl.launcher = []
        def lines = process.inputReader()
        process.consumeProcessErrorStream(new ByteArrayOutputStream())
        while (lines.readLine() != '  waiting') {
            assert process.alive
        }

        when: 'as Ctrl-C does'
        assert ['kill', '-INT', process.pid().toString()].execute().waitFor() == 0

        then:
        process.waitFor(120, TimeUnit.SECONDS)
        process.exitValue() == 130
        lines.text.contains('app is back as it was before step 1')
        files() == ['worse made', 'worse made']
        theStoreIsClean()

        cleanup:
        process?.destroyForcibly()
    }

    def 'names that would trip a lesser program'() {
        given: 'a directory, a plan and files'
        def odd = Files.createDirectory(temp.resolve("it's \"öd\" \$HOME; -rf\tx"))
        Files.writeString(script, '''
            def odd = workspace("it's odd\\nor is it") { path "it's \\"öd\\" \\$HOME; -rf\\tx" }
            restorePlan("--the 'plan' \\u001b[31m") { from latest; restore odd, paths: ['a b/**', '-x', 'né*']; verify() }
        ''')
        def there = snapdsl.in(odd)
        def make = { String text ->
            there.shell("mkdir -p 'a b'; for f in 'a b/\$(c)' -x \$'n\\xe9' \$'new\\nline'; do printf $text > ./\"\$f\"; done")
        }
        make('good')
        there.json('snap')
        make('bad')

        when: 'the pattern is no bytes of that name; the others are'
        def result = there.run('restore', "--plan=--the 'plan' \u001b[31m")

        then:
        result.exit == 2
        result.err.contains('Neither the snapshot nor the workspace has né*')
        !result.err.contains('\u001b')

        when:
        Files.writeString(script, Files.readString(script).replace(", 'né*'", ''))
        result = there.run('restore', "--plan=--the 'plan' \u001b[31m")

        then:
        result.exit == 0
        !(result.out + result.err).contains('\u001b')
        there.shell("cat -- 'a b/\$(c)' ./-x \$'n\\xe9' \$'new\\nline'").out == 'goodgoodbadbad'
    }

    def 'the policy is the nearest one above, or the one that is named'() {
        given:
        plan('from latest; restore app')
        write('sub/file', 'good')
        snap()
        write('sub/file', 'bad')
        def elsewhere = Files.move(script, Files.createDirectory(temp.resolve('policies')).resolve('mine.groovy'))
        Files.writeString(elsewhere, Files.readString(elsewhere).replace("'project'", "'../project'").replace("'other' }", "'../other' }"))

        when: 'there is none'
        def result = snapdsl.run('restore', '--plan', 'back', '--json')

        then:
        refused(result, 2, 'USAGE')
        result.json.error.message.contains('There is no policy.groovy in ' + workspace.toRealPath())

        when:
        snapdsl.json('restore', '--plan', 'back', '--policy', elsewhere)

        then:
        read('sub/file') == 'good'

        when: 'from inside of the workspace'
        plan('from latest; restore app')
        write('sub/file', 'bad')
        snapdsl.in(workspace.resolve('sub')).json('restore', '--plan', 'back')

        then:
        read('sub/file') == 'good'
    }

    def 'the store that the policy names is the one that counts'() {
        given:
        Files.writeString(script, "store 'its-own'; def app = workspace('app') { path 'project' }; restorePlan('back') { from latest; restore app }")
        write('file', 'good')
        def own = snapdsl.on(temp.resolve('its-own'))
        own.json('snap')
        write('file', 'bad')

        expect:
        snapdsl.on(null).json('restore', '--plan', 'back').steps*.status == ['done']
        read('file') == 'good'
    }

    def 'a plan that is not there is named, with those that are'() {
        given:
        plan('from latest; restore app', 'undo-all')

        when:
        def result = snapdsl.run('restore', '--plan', 'undo-al', '--json')

        then:
        refused(result, 2, 'UNKNOWN_PLAN')
        result.json.error.message.contains("no restore plan 'undo-al'")
        result.json.error.hint == "Did you mean 'undo-all'? There are: undo-all."
    }

    def 'wrong usage is refused: #words'() {
        given:
        plan('from latest; restore app')

        expect:
        refused(snapdsl.run('restore', *words, '--json'), 2, 'USAGE')

        where:
        words << [[], ['--plan', 'back', '@1'], ['--plan', 'back', '--to', 'x'], ['--policy', 'policy.groovy'], ['--policy', 'x', '@1']]
    }

    def 'a policy with mistakes, or one that asks for more than there is, touches nothing: #body'() {
        given:
        plan(body)
        agentHasBeenHere()

        when:
        def result = snapdsl.run('restore', '--plan', 'back', '--json')

        then:
        result.exit == exit
        result.json.error.code == code
        files() == ['worse made'] * 2
        !Files.exists(temp.resolve('ran'))

        where:
        body                                                                           | exit | code
        "from latst; restore app"                                                      | 2    | 'POLICY_MISTAKES'
        "from latest; restore app, paths: ['../other']"                                | 2    | 'POLICY_MISTAKES'
        "step { exec 'touch', 'ran' }; from latest; restore app; restore container('box')" | 2    | 'POLICY_MISTAKES'
        "step { exec 'touch', 'ran' }; from latest; restore app, from: tagged('none')" | 2    | 'UNKNOWN_SNAPSHOT'
        "step { exec 'touch', 'ran' }; from milestone('none'); restore app"            | 2    | 'UNKNOWN_MILESTONE'
        "step { exec 'touch', 'ran' }; from lastVerified; restore app"                 | 2    | 'UNKNOWN_SNAPSHOT'
    }

    def 'a plan that can not be carried out is refused before anything is touched: #declared'() {
        given:
        Files.writeString(script, """
            def app = workspace('app') { path 'project' }
            def box = $declared
            restorePlan('back') { from latest; restore app; restore box }
        """)
        write('file', 'good')
        snap()
        write('file', 'bad')

        when:
        snapdsl.environment = [DOCKER_HOST: 'unix:///no/engine']
        def result = snapdsl.run('restore', '--plan', 'back', '--json')

        then:
        refused(result, exit, code)
        result.json.error.message.startsWith('Step 2, restore box: ')
        read('file') == 'bad'

        where:
        declared           | exit | code
        "container('box')" | 1    | 'NO_CONTAINER_ENGINE'
        "state('box')"     | 2    | 'UNKNOWN_STATE'
    }

    def 'the last verified state is the one that verify --read-data has read'() {
        given:
        plan('from lastVerified; restore app')
        write('file', 'good')
        snap()
        snapdsl.json('verify', '--read-data')
        write('file', 'bad')
        snap()
        snapdsl.json('verify')

        when:
        snapdsl.json('restore', '--plan', 'back')

        then:
        read('file') == 'good'
    }
}
