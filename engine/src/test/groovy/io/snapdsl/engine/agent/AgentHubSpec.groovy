package io.snapdsl.engine.agent

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.capture.WatchedWorkspaces
import io.snapdsl.engine.history.HookFailure
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Operation
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Trigger
import io.snapdsl.engine.revert.What
import io.snapdsl.engine.session.SessionChanges
import java.nio.file.Files
import java.nio.file.Path
import java.time.Clock
import java.time.Duration
import java.time.Instant
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/** Agents tell what they do, and each gets its own work: no more, and no less. */
class AgentHubSpec extends Specification {
    static final ADA = 'a' * 32
    static final BOB = 'b' * 32

    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    @AutoCleanup
    WatchedWorkspaces watched

    @AutoCleanup
    AgentHub hub

    def setup() {
        ws = new WorkspaceFixture(base)
        ws.write('a', 'a')
        ws.write('b', 'b')
        watched = new WatchedWorkspaces(ws.store)
        hub = new AgentHub(ws.store, ws.workspaces, watched::of, Clock.systemUTC(), Duration.ofMinutes(1))
    }

    AgentRun run(String id) {
        new AgentRun('claude', id, ws.directory)
    }

    List<Snapshot> take(AgentStep step) {
        def reply = hub.take(step)
        assert reply instanceof AgentReply.Done: reply
        reply.snapshots()
    }

    static ToolCall edit(String... files) {
        new ToolCall("edit ${files.join(' ')}", 'Edit', Optional.of(files.collect { Path.of(it) }))
    }

    static ToolCall shell(String id = 'shell') {
        new ToolCall(id, 'Bash', Optional.empty())
    }

    List<Snapshot> start(String id, String goal = '') {
        take(new AgentStep.Started(run(id), goal))
    }

    List<Snapshot> before(String id, ToolCall call) {
        take(new AgentStep.BeforeTool(run(id), call))
    }

    List<Snapshot> after(String id, ToolCall call) {
        take(new AgentStep.AfterTool(run(id), call))
    }

    List<Snapshot> chain() {
        ws.store.catalog().page(ws.workspace.id(), Long.MAX_VALUE, 1000).reverse()
    }

    List<String> triggers() {
        chain()*.note()*.trigger()*.word()
    }

    List<String> changedBy(String session) {
        new SessionChanges(ws.store).of(session)*.path()*.toString()
    }

    void revert(String session) {
        ws.revert(new What.Session(session))
    }

    def 'a run from its start to its end'() {
        when:
        start(ADA)
        take(new AgentStep.Prompted(run(ADA), 'tidy up'))
        before(ADA, edit('a'))
        ws.write('a', 'changed')
        def taken = after(ADA, edit('a'))
        before(ADA, shell())
        ws.write('b', 'changed')
        ws.write('new', 'x')
        after(ADA, shell())
        take(new AgentStep.TurnEnded(run(ADA)))
        take(new AgentStep.Ended(run(ADA), 'exit'))

        then:
        triggers() == ['run_start', 'action', 'action']
        with(taken[0].note()) {
            [tool(), goal(), session(), announced()*.toString()] == ['Edit', 'tidy up', 'claude-aaaaaaaa', ['a']]
        }
        changedBy('claude-aaaaaaaa') == ['a', 'b', 'new']
        with(ws.store.sessions().find('claude-aaaaaaaa').get()) {
            [tool(), open, outcome()] == ['claude', false, 'exit']
        }

        when:
        revert('claude-aaaaaaaa')

        then:
        [ws.read('a'), ws.read('b'), ws.exists('new')] == ['a', 'b', false]
    }

    def 'what is left when a run ends is kept, and is nobody s if none of its tools can have changed it: #how'() {
        given:
        def asked = afresh ? { new AgentHub(ws.store, ws.workspaces, watched::of, Clock.systemUTC(), Duration.ofMinutes(1)) } : { hub }
        def tell = { AgentStep step -> asked.call().take(step) }
        tell(new AgentStep.Started(run(ADA), ''))
        tell(new AgentStep.BeforeTool(run(ADA), shell()))
        ws.write('b', "ada's")
        tell(new AgentStep.AfterTool(run(ADA), shell()))

        when:
        ws.write('a', "the user's")
        tell(end == 'Ended' ? new AgentStep.Ended(run(ADA), 'exit') : new AgentStep.TurnEnded(run(ADA)))
        revert('claude-aaaaaaaa')

        then:
        triggers().contains('unknown_change')
        ws.read('a') == "the user's"
        ws.read('b') == 'b'

        where: 'a hook without a hub knows of the tools what they have left in the history'
        end         | afresh
        'TurnEnded' | false
        'Ended'     | false
        'TurnEnded' | true
        how = "$end, ${afresh ? 'without a hub' : 'with one'}"
    }

    def 'what is left when a run ends is its own if one of its tools may have changed it, or it tells of none: #what'() {
        given:
        start(ADA)
        if (call) before(ADA, call)

        when:
        ws.write('a', 'changed')
        ws.write('b', 'changed')
        take(new AgentStep.TurnEnded(run(ADA)))

        then:
        changedBy('claude-aaaaaaaa') == files
        ws.filesOf(chain().last()) == [a: 'changed', b: 'changed']

        where:
        what                                | call      || files
        'it tells of none'                  | null      || ['a', 'b']
        'a command that was interrupted'    | shell()   || ['a', 'b']
        'an edit that was interrupted'      | edit('a') || ['a']
    }

    def 'where nothing has changed nothing is recorded, and a tool that only reads is not even looked at'() {
        given:
        start(ADA)

        expect:
        before(ADA, shell()).empty
        after(ADA, shell()).empty
        before(ADA, new ToolCall('1', 'Read', Optional.of([]))).empty

        when:
        ws.write('a', 'somebody else')

        then:
        after(ADA, new ToolCall('1', 'Read', Optional.of([]))).empty
        chain().size() == 1
    }

    def 'what somebody else changed between two tools belongs to nobody'() {
        given:
        start(ADA)
        ws.write('b', "the user's")

        when:
        before(ADA, shell())
        ws.write('a', "ada's")
        after(ADA, shell())
        ws.write('b', "the user's again")
        before(ADA, edit('a'))
        ws.write('a', "ada's again")
        ws.write('c', 'meanwhile')
        after(ADA, edit('a'))

        then:
        triggers() == ['run_start', 'unknown_change', 'action', 'unknown_change', 'unknown_change', 'action']
        changedBy('claude-aaaaaaaa') == ['a']

        when:
        revert('claude-aaaaaaaa')

        then:
        [ws.read('a'), ws.read('b'), ws.read('c')] == ['a', "the user's again", 'meanwhile']
    }

    def 'a shell command of one session does not get the files of which another has a tool under way'() {
        given:
        start(ADA)
        start(BOB)

        when:
        before(BOB, edit('b', 'new/bob'))
        ws.write('b', "bob's, half")
        before(ADA, shell())
        ws.write('a', "ada's")
        ws.write('new/ada', 'x')
        ws.write('new/bob', 'half')
        after(ADA, shell())
        ws.write('b', "bob's")
        ws.write('new/bob', 'whole')
        after(BOB, edit('b', 'new/bob'))

        then:
        changedBy('claude-aaaaaaaa') == ['a', 'new/ada']
        changedBy('claude-bbbbbbbb') == ['b', 'new/bob']
        chain().last().root() == ws.record().snapshot().root()

        when:
        revert('claude-aaaaaaaa')

        then:
        [ws.read('a'), ws.read('b'), ws.read('new/bob'), ws.exists('new/ada')] == ['a', "bob's", 'whole', false]

        when:
        revert('claude-bbbbbbbb')

        then:
        [ws.read('b'), ws.exists('new/bob')] == ['b', false]
    }

    def 'while a shell command is under way, another session s edit is recorded alone, and the rest is left to the command'() {
        given:
        start(ADA)
        start(BOB)

        when:
        before(BOB, shell())
        ws.write('b', "bob's, half")
        before(ADA, edit('a'))
        ws.write('a', "ada's")
        after(ADA, edit('a'))
        ws.write('b', "bob's")
        after(BOB, shell())

        then:
        triggers() == ['run_start', 'run_start', 'action', 'action']
        [changedBy('claude-aaaaaaaa'), changedBy('claude-bbbbbbbb')] == [['a'], ['b']]
    }

    def 'of two shell commands at once nobody can tell what is whose'() {
        given:
        start(ADA)
        start(BOB)

        when:
        before(ADA, shell())
        before(BOB, shell())
        ws.write('a', 'whose?')
        after(ADA, shell())
        ws.write('b', "bob's")
        after(BOB, shell())

        then:
        triggers() == ['run_start', 'run_start', 'unknown_change', 'action']
        changedBy('claude-bbbbbbbb') == ['b']
        chain().last().note().claims().empty
    }

    def 'two tools of one session at once are no riddle'() {
        given:
        start(ADA)

        when:
        before(ADA, shell('1'))
        ws.write('a', '1')
        before(ADA, shell('2'))
        ws.write('b', '2')
        after(ADA, shell('1'))
        after(ADA, shell('2'))

        then:
        changedBy('claude-aaaaaaaa') == ['a', 'b']
        triggers() == ['run_start', 'action']
    }

    def 'what a policy took in while a tool was under way is taken over: #call.name'() {
        given:
        start(ADA)

        when:
        before(ADA, call)
        ws.write('a', "ada's")
        ws.record(Note.of(Trigger.FILE_CHANGE, '', '', '').wantedBy('p'))
        after(ADA, call)
        revert('claude-aaaaaaaa')

        then:
        ws.read('a') == 'a'

        where:
        call << [edit('a'), shell()]
    }

    def 'a tool that never ended is forgotten when its session is told something else'() {
        given:
        start(ADA)
        start(BOB)
        before(BOB, shell())

        when:
        take(step(run(BOB)))
        ws.write('b', "the user's")
        before(ADA, shell())

        then:
        triggers().last() == 'unknown_change'
        changedBy('claude-aaaaaaaa') == []

        where:
        step << [{ new AgentStep.Prompted(it, 'next') }, { new AgentStep.TurnEnded(it) }, { new AgentStep.Ended(it, '') }]
    }

    def 'files elsewhere are none of the workspace s business, and links lead where they lead'() {
        given:
        def elsewhere = Files.createDirectory(base.resolve('elsewhere'))
        Files.createSymbolicLink(base.resolve('link'), ws.directory)
        start(ADA)

        when:
        ws.write('c', "somebody's")
        def outside = after(ADA, edit(elsewhere.resolve('x').toString()))
        def linked = after(ADA, edit(base.resolve('link/d').toString()))
        ws.write('d', "ada's")
        def again = after(ADA, edit(base.resolve('link/d').toString()))

        then:
        outside.empty
        linked*.note()*.trigger() == [Trigger.UNKNOWN_CHANGE]
        again*.note()*.announced()*.toString() == ['[d]']
    }

    def 'what takes too long goes on, and if it fails the next reply says so'() {
        given:
        def slow = new AgentHub(ws.store, ws.workspaces, watched::of, Clock.systemUTC(), Duration.ofMillis(100))
        def held = ws.store.locks().subject(ws.workspace.id(), 'holding it')

        when:
        def first = slow.take(new AgentStep.Started(run(ADA), ''))
        held.release()

        then:
        first == new AgentReply.InBackground('claude-aaaaaaaa')
        eventually { triggers() == ['run_start'] }

        when: 'the workspace is gone when its turn comes'
        held = ws.store.locks().subject(ws.workspace.id(), 'holding it')
        def second = slow.take(new AgentStep.AfterTool(run(ADA), shell()))
        ws.directory.toFile().deleteDir()
        held.release()

        then:
        second instanceof AgentReply.InBackground
        eventually { ws.store.auditLog().newest(1)[0].kind() == 'snapshot-failed' }
        hub.take(new AgentStep.BeforeTool(run(ADA), shell())).why().contains('does not exist')

        when:
        Files.createDirectory(ws.directory)
        def told = slow.take(new AgentStep.BeforeTool(run(ADA), new ToolCall('', 'Read', Optional.of([]))))

        then:
        told.why().contains('is not a directory any more')

        cleanup:
        slow?.close()
    }

    static boolean eventually(Closure<Boolean> condition) {
        for (int i = 0; i < 600 && !condition(); i++) {
            sleep 50
        }
        condition()
    }

    def 'in one file, at different lines, each has its own: what one did is taken back, what the other did stays'() {
        given:
        def lines = (1..20).collect { "line $it" }
        def edited = { String id, int line ->
            before(id, edit('file'))
            lines[line - 1] = "$line of ${id.take(1)}".toString()
            ws.write('file', lines.join('\n') + '\n')
            after(id, edit('file'))
        }
        ws.write('file', lines.join('\n') + '\n')
        start(ADA)
        start(BOB)

        when:
        [2, 8, 14].each {
            edited(ADA, it)
            edited(BOB, it + 3)
        }
        edited(ADA, 2)
        revert('claude-aaaaaaaa')

        then:
        ws.read('file').readLines() == (1..20).collect { it in [5, 11, 17] ? "$it of b".toString() : "line $it".toString() }
    }

    def 'a file that was renamed by hand is its editor s under both names, and not lost when that is taken back: #how'() {
        given:
        ws.write('a', 'some\nlines\n')
        [ADA, BOB].each { start(it) }
        before(ADA, edit('new'))
        before(BOB, edit('b'))
        ws.write('new', text)
        ws.delete('a')
        ws.write('b', 'changed')

        when:
        order.each { it == ADA ? after(ADA, edit('new')) : after(BOB, edit('b')) }

        then:
        [changedBy('claude-aaaaaaaa'), changedBy('claude-bbbbbbbb')] == [['a', 'new'], ['b']]

        when:
        revert('claude-aaaaaaaa')

        then:
        [ws.read('a'), ws.exists('new'), ws.read('b')] == ['some\nlines\n', false, 'changed']

        where:
        how               | text                 | order
        'as it was'       | 'some\nlines\n'      | [ADA, BOB]
        'as it was, last' | 'some\nlines\n'      | [BOB, ADA]
        'edited'          | 'some\nlines\n.\n'   | [ADA, BOB]
        'edited, last'    | 'some\nlines\n.\n'   | [BOB, ADA]
    }

    def 'a file that another has a tool under way for is kept as it is after each call, and is theirs when they say so'() {
        given:
        start(ADA)
        start(BOB)

        when: 'say because the tool waits for somebody to allow it'
        before(BOB, edit('b'))
        before(ADA, shell())
        ws.write('a', "ada's")
        ws.write('b', 'what a command of ada made of it')
        after(ADA, shell())
        ws.write('b', "bob's")
        after(BOB, edit('b'))

        then:
        chain().any { ws.filesOf(it).b == 'what a command of ada made of it' }
        ws.filesOf(chain().last()) == [a: "ada's", b: "bob's"]
        changedBy('claude-aaaaaaaa') == ['a']
        changedBy('claude-bbbbbbbb') == ['b']

        when:
        revert('claude-bbbbbbbb')

        then:
        [ws.read('a'), ws.read('b')] == ["ada's", 'b']
    }

    def 'what was recorded before its tool could say so is counted as that session s work'() {
        given:
        start(ADA)
        start(BOB)

        when:
        before(BOB, edit('b', 'new'))
        before(ADA, shell())
        ws.write('b', "bob's")
        ws.write('new', "bob's")
        after(ADA, shell())
        after(BOB, edit('b', 'new'))

        then:
        triggers() == ['run_start', 'run_start', 'unknown_change', 'action']
        [changedBy('claude-aaaaaaaa'), changedBy('claude-bbbbbbbb')] == [[], ['b', 'new']]
    }

    def 'when nothing can be kept, an agent goes on, unless the policy says that it must not'() {
        given:
        ws.store.subjects().setHookFailure(ws.workspace.id(), effect,
            new Operation(Instant.now(), 'configure', Optional.of(ws.workspace.id()), Optional.empty(), ''))
        def broken = new AgentHub(ws.store, ws.workspaces, { throw new SnapdslException(ErrorCode.IO_FAILED, 'No.', 'Mend it.') },
            Clock.systemUTC(), Duration.ofMinutes(1))

        expect: 'only a tool that may change something is refused, before it has'
        broken.take(new AgentStep.Started(run(ADA), '')) == new AgentReply.Failed('claude-aaaaaaaa', 'No. Mend it.')
        broken.take(new AgentStep.BeforeTool(run(ADA), shell())) == before
        broken.take(new AgentStep.BeforeTool(run(ADA), edit('a'))) == before
        broken.take(new AgentStep.AfterTool(run(ADA), edit('a'))) == new AgentReply.Failed('claude-aaaaaaaa', 'No. Mend it.')
        broken.take(new AgentStep.BeforeTool(run(ADA), new ToolCall('1', 'Read', Optional.of([])))) instanceof AgentReply.Done

        cleanup:
        broken?.close()

        where:
        effect              || before
        HookFailure.PROCEED || new AgentReply.Failed('claude-aaaaaaaa', 'No. Mend it.')
        HookFailure.BLOCK   || new AgentReply.Blocked('claude-aaaaaaaa', 'No. Mend it.')
    }

    def 'what a failure means is remembered for when the store itself can not be read: #effect'() {
        given:
        ws.store.subjects().setHookFailure(ws.workspace.id(), effect,
            new Operation(Instant.now(), 'configure', Optional.of(ws.workspace.id()), Optional.empty(), ''))
        start(ADA)
        def below = Files.createDirectory(ws.directory.resolve('below'))

        when:
        ws.store.close()
        Files.writeString(ws.storeDirectory.resolve('store.db'), 'this is no database, and was never one')
        def replies = [run(ADA), run(BOB), new AgentRun('claude', BOB, below)].collect { hub.take(new AgentStep.BeforeTool(it, shell())) }

        then:
        replies*.class.unique() == [reply]
        hub.take(new AgentStep.AfterTool(run(ADA), shell())) instanceof AgentReply.Failed

        where:
        effect              || reply
        HookFailure.PROCEED || AgentReply.Failed
        HookFailure.BLOCK   || AgentReply.Blocked
    }

    def 'ids that begin alike are different runs, and one that is resumed is the same'() {
        when:
        start('0198aaaa-1111')
        start('0198aaaa-2222')
        take(new AgentStep.Ended(run('0198aaaa-1111'), 'exit'))
        ws.write('a', 'resumed')
        after('0198aaaa-1111', edit('a'))

        then:
        ws.store.sessions().newest(9)*.id().sort() == ['claude-0198aaaa', 'claude-0198aaaa-2222']
        changedBy('claude-0198aaaa') == ['a']
    }

    def 'the name follows from the id alone, whoever speaks first: #id'() {
        given: 'hubs that know of nobody'
        def started = ids.reverse().collect { each ->
            new AgentHub(ws.store, ws.workspaces, watched::of, Clock.systemUTC(), Duration.ofMinutes(1)).withCloseable {
                it.take(new AgentStep.Started(run(each), '')).session()
            }
        }

        expect:
        started.reverse() == names.collect { "claude-$it".toString() }

        where: 'of the second kind two begin within the same minute'
        ids                                                                            || names
        ['0198c0de-1111-4222-8333-444455556666', '0298c0de-1111-4222-8333-444455556666'] || ['0198c0de', '0298c0de']
        ['0198c0de-1111-7222-8333-444455556666', '0198c0de-1112-7222-8333-4444AAAABBBB'] || ['55556666', 'AAAABBBB']
        ['0198c0de111172228333444455556666']                                             || ['55556666']
        ['run1', '0198c0de-1111-7222']                                                   || ['run1', '0198c0de']
        id = ids[0]
    }

    def 'two whose names would be one are told apart by the hub that knows both'() {
        expect:
        ['0198c0de-1111-7222-8333-444455556666', '0198c0de-1111-7222-8333-999955556666'].collect {
            hub.take(new AgentStep.Started(run(it), '')).session()
        } == ['claude-55556666', 'claude-55556666-9999']
    }

    def 'many calls of two agents, interleaved at random: every state that existed after a call is there, each has its own'() {
        given:
        def random = new Random(8)
        def mine = [(ADA): [:], (BOB): [:]]
        def states = [:]
        [ADA, BOB].each { start(it) }

        when:
        200.times { round ->
            def underWay = [ADA, BOB].findAll { random.nextBoolean() }.collectEntries { agent ->
                [agent, edit((0..random.nextInt(3)).collect { "of-${agent.take(1)}/${random.nextInt(6)}" }.unique() as String[])]
            }
            underWay.each { agent, call -> before(agent, call) }
            underWay.each { agent, call ->
                call.files().get().each { file ->
                    if (random.nextInt(4)) {
                        ws.write(file.toString(), "$round")
                        mine[agent][file.toString()] = "$round".toString()
                    } else if (ws.exists(file.toString())) {
                        ws.delete(file.toString())
                        mine[agent].remove(file.toString())
                    }
                }
            }
            underWay.each { agent, call -> after(agent, call) }
            states[chain().last().id()] = mine[ADA] + mine[BOB]
        }

        then:
        states.every { id, state -> ws.filesOf(ws.store.catalog().find(id).get()).findAll { it.key =~ '/' } == state }
        !chain().any { it.note().trigger() == Trigger.UNKNOWN_CHANGE }

        when:
        revert('claude-aaaaaaaa')

        then:
        ws.filesOf(chain().last()).findAll { it.key =~ '/' } == mine[BOB]
    }
}
