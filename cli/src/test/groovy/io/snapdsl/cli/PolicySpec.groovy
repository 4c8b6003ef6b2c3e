package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import java.time.Instant
import java.util.concurrent.TimeUnit

/** Policies as their author runs them: check, plan, run. */
class PolicySpec extends CommandSpecification {
    void policy(String body, String keep = '') {
        Files.writeString(temp.resolve('policy.groovy'), """
            def project = workspace('project') { path '${workspace.toAbsolutePath()}' }
            policy('p') {
                protect project
                $body
                $keep
            }
        """.stripIndent())
    }

    String getScript() {
        temp.resolve('policy.groovy')
    }

    def 'check says what a script declares, and reads nothing else'() {
        given:
        policy('on manual')

        expect:
        snapdsl.json('check', script) == [subjects: ['project'], policies: ['p'], restorePlans: []]
        !Files.exists(store.resolve('store.db'))
    }

    def 'the installation has the words for editors'() {
        given:
        def installed = Path.of(Snapdsl.COMMAND).resolveSibling('../lib/snapdsl.gdsl')

        expect:
        Files.readString(installed) == Files.readString(Path.of(System.getProperty('snapdsl.root'), 'dsl/src/main/dist/snapdsl.gdsl'))
    }

    def 'mistakes come all at once, with their places, and nothing is done'() {
        given:
        policy('on mannual; kep { last 10 }')

        when:
        def result = snapdsl.run(command, script, '--json')

        then:
        result.exit == 2
        result.json.error.code == 'POLICY_MISTAKES'
        result.json.mistakes*.line == [5, 5]
        result.json.mistakes*.suggestion == ['manual', 'keep']
        Files.readString(Path.of(result.json.error.hint - 'Every word there is: ')).startsWith('# The policy language')
        !Files.exists(store.resolve('store.db'))

        where:
        command << ['check', 'plan', 'run']
    }

    def 'a script that is not there is no mistake in a policy'() {
        when:
        def result = snapdsl.run('check', temp.resolve('nosuch.groovy'))

        then:
        result.exit == 2
        result.err.contains("The script can't be read: there is no such file.")
        result.err.contains('snapdsl: No policy, so nothing was done.')
    }

    def 'a check that is interrupted speaks of no changes'() {
        given:
        Files.writeString(temp.resolve('policy.groovy'), "println 'begun'; while (true) { Thread.sleep(10) }")
        def process = snapdsl.start([:], 'check', script)
        process.errorReader().with { errors ->
            assert errors.readLine().contains('begun')
            process.toHandle().destroy()

            assert errors.text.trim() == 'snapdsl: Interrupted. Nothing was done.'
        }

        cleanup:
        process?.destroyForcibly()
    }

    def 'what a script prints does not get into the answer'() {
        given:
        policy("println 'declared'; System.out.println('declared'); on policyStart; always { println 'done' }")
        write('file', 'one')

        when:
        def result = snapdsl.installed().run('run', script, '--once', '--json')

        then:
        result.exit == 0
        result.json.ok
        result.err.contains('declared')
        !result.out.contains('declared')
    }

    def 'what plan announces, run --once does'() {
        given:
        policy('on policyStart', 'keep { last 2 }')
        write('file', 'one')

        when: 'nothing is known yet'
        def plan = snapdsl.json('plan', script).policies[0]

        then:
        plan.subjects == [[name: 'project', known: false]]
        plan.due == ['when the policy starts']
        !Files.exists(store)

        when:
        def run = snapdsl.json('run', script, '--once')

        then:
        run.ok
        run.events*.event == ['taken']
        log()*.trigger == ['policy_start']
        log()*.policy == ['p']

        when: 'there are more than the rules keep'
        3.times {
            write('file', "more $it")
            snapdsl.json('snap')
        }
        write('file', 'last')
        plan = snapdsl.json('plan', script).policies[0]

        then:
        plan.subjects[0].modified == 1
        plan.retention*.action == ['keep', 'remove', 'remove', 'remove']

        and: 'the new one, which is not there yet, pushes one more out'
        snapdsl.run('plan', script).out.contains('keeps 1 of 4 snapshots, and the new one\n')

        when:
        run = snapdsl.json('run', script, '--once')

        then:
        run.events*.event == ['taken', 'pruned']
        run.events[1].removed == 3
        log().findAll { !it.removed }.size() == 2
        snapdsl.json('explain', log()[0].id).policy == 'p'
    }

    def 'plan says how much there is, what has changed, the next ten times, and what would go and why'() {
        given:
        policy("on schedule('0 * * * *', zone: 'UTC')", 'limits { perSubject 2; size 1.GB }')
        write('other', 'it stays')
        def ids = (1..3).collect { write('file', "number $it"); snap() }
        write('file', 'changed since')

        when:
        def plan = snapdsl.json('plan', script).policies[0]
        def words = snapdsl.run('plan', script).out

        then:
        plan.subjects == [[name: 'project', known: true, files: 2, bytes: 21, created: 0, modified: 1, deleted: 0]]
        plan.upcoming*.time.collect { Instant.parse(it) }.with { it.size() == 10 && it.collate(2, 1, false).every { a, b -> b == a + Duration.ofHours(1) } }
        plan.retention.collectEntries { [it.id, [it.action, it.reasons]] }[ids[0]] == ['remove', ['over the limit of 2 per workspace']]
        plan.rough

        and: 'to people, too'
        words.contains("  protects  project: ${workspace.toRealPath()}, 2 files, 21 bytes; 1 modified\n")
        words.count('  next      ') == 10
        words.contains('  retention keeps 2 of 3 snapshots\n')
        words =~ /(?m)^  remove    ${ids[0].take(10)}  #1  .*  over the limit of 2 per workspace$/
        words.contains('foreseen roughly')
        log().count { !it.removed } == 3
    }

    def 'what others take is tidied up too, also by a policy that takes nothing by itself'() {
        given:
        policy('on manual', 'keep { last 1 }')
        3.times {
            write('file', "$it")
            snapdsl.json('snap')
        }

        when:
        def run = snapdsl.json('run', script, '--once')

        then:
        run.events*.event == ['pruned']
        run.events[0].removed == 2
    }

    def 'a workspace that has another name already is told, and keeps it'() {
        given:
        snapdsl.json('snap')
        def other = Files.createDirectories(temp.resolve('elsewhere/project'))
        Files.writeString(temp.resolve('policy.groovy'), """
            def mine = workspace('mine') { path '${workspace.toAbsolutePath()}' }
            def project = workspace('project') { path '$other' }
            policy('p') { protect mine, project; on policyStart }
        """)

        when:
        def plan = snapdsl.json('plan', script).policies[0]
        def words = snapdsl.run('plan', script).out

        then:
        plan.subjects*.knownAs == ['project', 'project-2']
        words.contains("'mine' is known as 'project' already.")
        words.contains("'project' is the name of the workspace $workspace already: this one is known as 'project-2'.")

        when:
        write('file', 'one')
        def events = snapdsl.json('run', script, '--once').events

        then:
        events*.event == ['knownOtherwise', 'taken', 'knownOtherwise', 'taken', 'moment']
        events.findAll { it.knownAs }.collectEntries { [it.subject, it.knownAs] } == [mine: 'project', project: 'project-2']
    }

    def 'plan names the delay by chance, and help says how things are told'() {
        given:
        policy('on every(1.hour, jitter: 5.minutes)')

        expect:
        snapdsl.json('plan', script).policies[0].triggers == ['every hour, by chance up to 5 minutes later']
        snapdsl.run('run', '--help').out.replaceAll(/\s+/, ' ').contains('with --once too, all are in one object at the end')
    }

    def 'what a rule singles out is not merged with others, and plan says what is'() {
        given:
        policy('on manual', "keep { last 3; within 7.days; tagged 'release' }; consolidate mergeSequential(after: 4)")
        def ids = (1..8).collect {
            write('file', "v$it")
            snapdsl.json('snap', *(it == 4 ? ['--tag', 'release'] : [])).id
        }

        when:
        def plan = snapdsl.json('plan', script).policies[0]
        def run = snapdsl.json('run', script, '--once')

        then:
        plan.merging*.snapshots == [ids[0..2]]
        run.events*.event == ['consolidated']
        log()*.id.findAll { it in ids } == ids[3..7].reverse()
        snapdsl.run('cat', ids[3], 'file').out == 'v4'
    }

    def 'what one policy keeps, another does not remove'() {
        given:
        Files.writeString(temp.resolve('policy.groovy'), """
            def project = workspace('project') { path '${workspace.toAbsolutePath()}' }
            policy('fast') { protect project; on fileChange(quiet: 1.second); keep { last 2 } }
            policy('nightly') { protect project; on schedule('0 2 * * *'); keep { tagged 'release' } }
        """)
        def ids = (1..4).collect {
            write('file', "v$it")
            snapdsl.json('snap', *(it == 1 ? ['--tag', 'release'] : [])).id
        }

        when:
        write('file', 'new')
        snapdsl.json('run', script, '--once')

        then:
        log().findAll { !it.removed }*.id.drop(1) == [ids[3], ids[0]]
    }

    def 'what a policy of one script keeps, neither a policy of another nor a plain prune removes'() {
        given:
        def script = { String name, String keep ->
            Files.writeString(temp.resolve("${name}.groovy"), """
                def project = workspace('project') { path '${workspace.toAbsolutePath()}' }
                policy('$name') { protect project; on manual; $keep }
            """) as String
        }
        def nightly = script('nightly', 'keep { last 4 }')
        def agent = script('agent', 'keep { last 1 }')
        (1..6).each { write('file', "v$it"); snap() }
        def left = { log().count { !it.removed } }

        when:
        snapdsl.json('run', nightly, '--once')

        then:
        left() == 4

        when:
        def planned = snapdsl.json('plan', agent).policies[0]
        snapdsl.json('run', agent, '--once')

        then:
        planned.retention*.action == ['keep'] * 4
        left() == 4

        when:
        snapdsl.json('prune')

        then:
        left() == 4

        when: 'rules that are given count alone'
        snapdsl.json('prune', '--keep-last', 3)

        then:
        left() == 3

        when: 'a script that is gone has nothing to say'
        Files.delete(Path.of(nightly))
        snapdsl.json('run', agent, '--once')

        then:
        left() == 1
    }

    def 'policies of one name in two projects that share a store each have their own times'() {
        given:
        def scripts = ['one', 'two'].collect { name ->
            def project = Files.createDirectory(temp.resolve(name))
            Files.writeString(project.resolve('policy.groovy'), """
                def project = workspace('$name') { path '.' }
                policy('agent-runs') { protect project; on every(1.hour) }
            """.stripIndent())
        }

        expect: 'nobody is taken for attended to because the other was'
        scripts.collect { snapdsl.json('run', it as String, '--once').events*.event } == [['taken'], ['taken']]
        scripts.collect { snapdsl.json('run', it as String, '--once').events } == [[], []]
    }

    def 'what has not changed is not taken again'() {
        given:
        policy('on policyStart')
        write('file', 'one')
        snapdsl.json('run', script, '--once')

        expect:
        snapdsl.json('run', script, '--once').events*.event == ['unchanged']
        log().size() == 1
    }

    def "a policy's ignore rules hold for every command"() {
        given:
        Files.writeString(temp.resolve('policy.groovy'), """
            def project = workspace('project') { path '${workspace.toAbsolutePath()}'; ignore { patterns '*.tmp' }; unknownChanges strict }
            policy('p') { protect project; on policyStart }
        """)
        write('file', 'kept')
        write('x.tmp', 'left out')
        write('x.log', 'kept: the defaults do not hold')
        snapdsl.json('run', script, '--once')

        expect:
        snapdsl.json('show', '@latest', '--files').entries*.path == ['file', 'x.log']
        snapdsl.json('status').changes == []
        snapdsl.run('ignore', 'test', 'x.tmp').out.contains('policy')
        snapdsl.run('snap', '--files', 'nothing').exit == 0
    }

    def 'what a policy says of its workspace holds as soon as it runs, before it has taken anything'() {
        given:
        write('file', 'kept')
        if (isKnown) snap()
        Files.writeString(temp.resolve('policy.groovy'), """
            def project = workspace('project') { path '${workspace.toAbsolutePath()}'; ignore { patterns '*.tmp' }; unknownChanges strict }
            def never = workspace('never') { path '${Files.createDirectory(temp.resolve('never'))}' }
            policy('p') { protect project; on everyAction }
        """)

        when: 'plan changes nothing'
        snapdsl.json('plan', script)

        then:
        isKnown ? snapdsl.json('init').unknownChanges != 'strict' : !Files.exists(store.resolve('store.db'))

        when:
        def run = snapdsl.json('run', script, '--once')

        then:
        run == [ok: true, events: []]
        snapdsl.run('ignore', 'test', 'x.tmp').out.contains('policy')
        snapdsl.run('stats').out.contains('project')

        and: 'what no policy protects is not made a workspace'
        !snapdsl.run('stats').out.contains('never')

        when:
        snap()
        write('file', 'announced')
        write('u', 'not announced')
        write('u.tmp', 'left out')
        def refused = snapdsl.run('snap', '--files', 'file')

        then:
        refused.exit == 4
        refused.err.contains('u')
        !refused.err.contains('u.tmp')

        where:
        isKnown << [true, false]
    }

    def 'what an edited script says of its workspace holds from the edit on'() {
        given:
        write('file', 'kept')
        policy('on fileChange(quiet: 200.milliseconds)')
        def process = snapdsl.start([:], 'run', script, '--json', '--no-dashboard')
        def events = new Events(process)
        events.next('taken')

        when:
        Files.writeString(temp.resolve('policy.groovy'), """
            def project = workspace('project') { path '${workspace.toAbsolutePath()}'; unknownChanges strict }
            policy('p') { protect project; on everyAction }
        """)
        events.next('reloaded')
        write('file', 'announced')
        write('u', 'not announced')

        then:
        snapdsl.run('snap', '--files', 'file').exit == 4

        cleanup:
        process?.toHandle()?.destroyForcibly()
        process?.waitFor()
    }

    def 'a failure is told, and the exit status tells'() {
        given:
        policy(''' on policyStart
                   beforeSnapshot(onError: cancel) { throw new IllegalStateException('not now') }
                   onFailure { log "because: ${error.message}" } ''')

        when:
        def result = snapdsl.run('run', script, '--once', '--json')

        then:
        result.exit == 1
        result.json.events*.event == ['hookFailed', 'failed', 'said']
        result.json.events[2].text == 'because: not now'
    }

    def 'run says what it protects, when, and whose times come next'() {
        given:
        Files.writeString(temp.resolve('policy.groovy'), """
            def project = workspace('project') { path '${workspace.toAbsolutePath()}' }
            def mind = state('mind')
            policy('often') { protect project, mind; on runStart, every(2.hours) }
            policy('nightly') { protect project; on schedule('30 2 * * *', zone: 'UTC') }
        """)
        def process = snapdsl.start([:], 'run', script, '--no-dashboard')
        process.consumeProcessErrorStream(new ByteArrayOutputStream())

        when:
        def lines = []
        while (!lines || lines.last() != 'Running; Ctrl-C stops.') lines << process.inputReader().readLine()

        then:
        lines.take(5) == ['Policy often protects project, mind:', "  when an agent's run starts", '  every 2 hours',
            'Policy nightly protects project:', '  at 30 2 * * * (UTC)']
        lines.drop(5).dropRight(1).size() == 3
        lines.drop(5).dropRight(1).every { it ==~ /Next: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d  (often, every 2 hours|nightly, at 30 2 \* \* \* \(UTC\))/ }

        cleanup:
        process?.destroyForcibly()
    }

    def 'run watches, follows agents and the script itself, and stops when it is told to'() {
        given:
        policy('on fileChange(quiet: 200.milliseconds), runStart')
        write('file', 'one')
        def process = snapdsl.start([:], 'run', script, '--json', '--no-dashboard')
        def events = new Events(process)

        expect: 'what was there before it started'
        events.next('taken').snapshot.trigger == 'file_change'

        when:
        write('file', 'two')

        then:
        events.next('taken').snapshot.modified == 1

        when: 'the command leaves the mark itself, unless the policy is sooner'
        snapdsl.json('session', 'start', 'agent-1')

        then:
        events.next('unchanged', 'taken').trigger == 'run_start'

        when: 'a broken edit'
        policy('on fileChnge')

        then:
        events.next('notReloaded').mistakes*.suggestion == ['fileChange']

        when: 'the policy before is still in force'
        write('file', 'three')

        then:
        events.next('taken').trigger == 'file_change'

        when: 'a good edit'
        policy('on fileChange(quiet: 100.milliseconds)')
        events.next('reloaded')
        write('file', 'four')

        then:
        events.next('taken').trigger == 'file_change'

        when:
        process.toHandle().destroy()

        then:
        process.waitFor(120, TimeUnit.SECONDS)
        log()*.trigger == ['file_change'] * 2 + ['run_start'] + ['file_change'] * 2
        snapdsl.json('verify', '--read-data').clean

        cleanup:
        process?.destroyForcibly()
    }

    def 'each of two agents that start at once gets its mark, and the end is marked too'() {
        given:
        policy('on policyStart, runStart, runEnd, policyStop')
        write('file', 'one')
        def process = snapdsl.start([:], 'run', script, '--json', '--no-dashboard')
        def events = new Events(process)
        events.next('taken')

        when: 'between two looks'
        snapdsl.shell('for s in a b; do $SNAPDSL session start $s & done; wait')

        then: 'from the command, or from the policy if that is sooner'
        (1..2).collect { events.next('unchanged', 'taken').trigger } == ['run_start'] * 2
        log().findAll { it.trigger == 'run_start' }*.session.toSet() == ['a', 'b'] as Set

        when:
        snapdsl.json('session', 'end', 'a')

        then:
        with(events.next('taken').snapshot) { [trigger, session] == ['run_end', 'a'] }

        when: 'it is stopped right after a change'
        write('file', 'two')
        process.toHandle().destroy()

        then:
        events.next('taken').trigger == 'policy_stop'
        process.waitFor(120, TimeUnit.SECONDS)

        cleanup:
        process?.destroyForcibly()
    }

    def 'what an agent has done by the time a policy notices its run is not taken for what was there before'() {
        given:
        policy('on policyStart, runStart')
        write('file', 'one')
        def process = snapdsl.start([:], 'run', script, '--json', '--no-dashboard')
        def events = new Events(process)
        events.next('taken')

        when:
        snapdsl.shell('$SNAPDSL session start a && echo new > new')
        def late = events.next('taken').snapshot

        then:
        [late.trigger, late.created] == ['run_start', 1]
        !late.session

        cleanup:
        process?.destroyForcibly()
    }

    def "an agent's run is marked where it may be at work, not in other workspaces"() {
        given: 'a workspace beside ours, one inside of ours, and a directory that is none'
        policy('on policyStart, runBoundaries')
        write('file', 'one')
        def inside = Files.createDirectories(workspace.resolve('inside'))
        def beside = Files.createDirectories(temp.resolve('beside'))
        def nowhere = Files.createDirectories(temp.resolve('nowhere'))
        snapdsl.json('init', '-C', temp, beside)
        snapdsl.json('init', '-C', temp, inside)
        def process = snapdsl.start([:], 'run', script, '--json', '--no-dashboard')
        def events = new Events(process)
        events.next('taken')

        when: 'the last of these starts and ends after the others, which have been looked at by then'
        [besides: beside, inside: inside, nowhere: nowhere].each { name, directory ->
            snapdsl.json('session', 'start', name, '-C', directory)
            snapdsl.json('session', 'end', name, '-C', directory)
        }
        def marks = (1..4).collect { events.next('taken').snapshot }

        then:
        marks*.session.toSet() == ['inside', 'nowhere'] as Set
        marks*.trigger.toSet() == ['run_start', 'run_end'] as Set

        cleanup:
        process?.destroyForcibly()
    }

    def 'a workspace that vanishes ends nothing: it is tried again, and works when it is back'() {
        given:
        policy('on policyStart, runStart')
        write('file', 'one')
        def away = temp.resolve('away')
        def process = snapdsl.start([:], 'run', script, '--json', '--no-dashboard')
        def events = new Events(process)
        events.next('taken')

        when:
        Files.move(workspace, away)
        new Snapdsl(temp, store, temp.resolve('home')).json('session', 'start', 'agent-1')

        then:
        events.next('failed').error.contains('does not exist')
        events.next('retrying').seconds == 5

        when:
        Files.move(away, workspace)

        then:
        events.next('taken').snapshot.session == 'agent-1'

        cleanup:
        process?.destroyForcibly()
    }
}
