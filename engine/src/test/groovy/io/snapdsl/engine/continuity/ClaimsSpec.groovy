package io.snapdsl.engine.continuity

import io.snapdsl.engine.Progress
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.consolidation.Consolidation
import io.snapdsl.engine.consolidation.Strategy
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Operation
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Trigger
import io.snapdsl.engine.retention.Removal
import io.snapdsl.engine.revert.What
import io.snapdsl.engine.revert.WorkspaceRevert
import io.snapdsl.engine.session.AgentSession
import io.snapdsl.engine.tree.TreePath
import io.snapdsl.engine.verify.StoreVerifier
import java.nio.file.Files
import java.nio.file.Path
import java.time.Instant
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/** Of agents that work at once, each gets the credit for its own work, and can take it back. */
class ClaimsSpec extends Specification {
    static final String TEXT = 'some\nlines\nof text\n'

    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    def setup() {
        ws = new WorkspaceFixture(base)
        ws.write('a', 'a')
        ws.write('b', 'b')
        ws.write('c', 'c')
        ws.write('d/x', 'x')
        ws.write('d/y', 'y')
        ws.snap()
    }

    OperationRecorder.Recorded announce(String session, String... files) {
        ws.record(Note.manual('', '', session).announcing(files.collect { TreePath.of(it) }))
    }

    WorkspaceRevert.Report revert(What what) {
        ws.revert(what)
    }

    WorkspaceRevert.Report revert(String session) {
        revert(new What.Session(session))
    }

    static List<List<String>> taken(OperationRecorder.Recorded recorded) {
        recorded.claims()*.paths()*.collect { it.toString() }
    }

    Map<String, String> state() {
        Map<String, String> found = new TreeMap<>()
        Files.walk(ws.directory).withCloseable { paths ->
            paths.filter { Files.isRegularFile(it) }.forEach { found[ws.directory.relativize(it).toString()] = Files.readString(it) }
        }
        found
    }

    def 'after #change, with #announced announced later, #claimed is taken over, and goes with its session alone'() {
        given: 'what is there when only the other one works'
        def untouched = state()
        action(ws)
        def both = state()

        when:
        announce('ada', 'a')
        def bob = announce('bob', *announced)

        then:
        taken(bob) == claimed
        bob.unknown().empty
        new Claims(ws.store).of(bob.snapshot())*.paths() == bob.claims()*.paths()

        when:
        def report = revert('bob')

        then:
        report.conflicts().empty
        report.reverted()*.id() == [bob.snapshot().id()]
        def kept = both.findAll { name, text -> !(name in undone) } + untouched.findAll { it.key in undone }
        state() == kept

        when: 'the revert is undone, if it did anything, and the other one reverted'
        if (!undone.empty) ws.restorer.undo(ws.workspace, '', false)

        then:
        state() == both

        when:
        revert('ada')

        then:
        state() == both + [a: 'a']
        new StoreVerifier(ws.store, Progress.NONE).verify(true).clean

        where:
        change                           | announced      | claimed              | undone             | action
        'two edits'                      | ['b']          | [['b']]              | ['b']              | { it.write('a', '2'); it.write('b', '2') }
        'edits of three'                 | ['b']          | [['b']]              | ['b']              | { it.write('a', '2'); it.write('b', '2'); it.write('c', '2') }
        'an edit and another'            | ['c']          | []                   | []                 | { it.write('a', '2'); it.write('b', '2') }
        'a touch'                        | ['b']          | []                   | []                 | { it.write('a', '2'); it.write('b', 'b') }
        'a deletion'                     | ['b']          | [['b']]              | ['b']              | { it.write('a', '2'); it.delete('b') }
        'a creation'                     | ['n']          | [['n']]              | ['n']              | { it.write('a', '2'); it.write('n', '2') }
        'a creation in a new directory'  | ['n/m/p']      | [['n/m/p']]          | ['n/m/p']          | { it.write('a', '2'); it.write('n/m/p', '2'); it.write('n/q', '2') }
        'edits in a directory'           | ['d']          | [['d/x', 'd/z']]     | ['d/x', 'd/z']     | { it.write('a', '2'); it.write('d/x', '2'); it.write('d/z', '2') }
        'half of a deleted directory'    | ['d/x']        | [['d/x']]            | ['d/x']            | { it.write('a', '2'); it.delete('d') }
        'a file that became a directory' | ['b']          | [['b', 'b/in']]      | ['b', 'b/in']      | { it.write('a', '2'); it.delete('b'); it.write('b/in', '2') }
        'names that are no words'        | ['-x\n', 'ü,*'] | [['-x\\n', 'ü,*']]   | ['-x\n', 'ü,*']    | { it.write('a', '2'); it.write('-x\n', '2'); it.write('ü,*', '2') }
    }

    def 'what a policy took in of its files is a session s own, too: #trigger'() {
        given:
        edits()
        ws.record(Note.of(trigger, '', '', session))

        when:
        def bob = announce('bob', 'b')

        then:
        taken(bob) == claimed

        where:
        trigger             | session || claimed
        Trigger.FILE_CHANGE | ''      || [['b']]
        Trigger.SCHEDULE    | ''      || [['b']]
        Trigger.RUN_START   | 'eve'   || [['b']]
        Trigger.RUN_END     | 'eve'   || []
        Trigger.MANUAL      | ''      || []
    }

    def 'nobody takes over #what'() {
        expect:
        action(this)

        where:
        what                                             | action
        'without a session'                              | { it.edits(); it.announce('ada', 'a'); it.taken(it.announce('', 'b')).empty }
        'without naming files'                           | { it.edits(); it.announce('ada', 'a'); it.taken(it.announce('bob')).empty }
        'what another has taken over'                    | { it.edits(); it.announce('ada', 'a'); it.announce('bob', 'b'); it.taken(it.announce('eve', 'b')).empty }
        'what the same session has taken over'           | { it.edits(); it.announce('ada', 'a'); it.announce('bob', 'b'); it.taken(it.announce('bob', 'b')).empty }
        'what came before its last snapshot and changed' | { it.edits(); it.announce('ada', 'a'); it.announce('bob', 'c'); it.ws.write('b', '3'); it.taken(it.announce('bob', 'b')).empty }
        'what it said nothing about then'                | { it.edits(); it.announce('ada', 'a'); it.announce('bob', 'c'); it.taken(it.announce('bob', 'd')).empty }
        'what came before it was started'                | { it.edits(); it.announce('ada', 'a'); it.start('bob'); it.taken(it.announce('bob', 'b')).empty }
        'what is further back than fifty'                | { it.edits(); it.announce('ada', 'a'); 50.times { n -> it.ws.snap() }; it.taken(it.announce('bob', 'b')).empty }
        'what was removed'                               | { it.edits(); def u = it.announce('ada', 'a').integrated().get(); it.remove(u); it.taken(it.announce('bob', 'b')).empty }
    }

    void edits() {
        ws.write('a', '2')
        ws.write('b', '2')
    }

    void start(String session) {
        ws.store.sessions().start(AgentSession.starting(session, '', '', Instant.now()),
            new Operation(Instant.now(), 'session-start', Optional.empty(), Optional.empty(), ''))
    }

    void remove(Snapshot snapshot) {
        new Removal(ws.store, ws.clock, Progress.NONE).remove([snapshot], '')
    }

    def 'a session that was started before takes its work over, and its next one too, also when it goes on in the same file'() {
        given:
        start('bob')
        edits()
        announce('ada', 'a')
        ws.write('b', '3')

        when: 'more was done since'
        def first = announce('bob', 'b')

        then:
        taken(first) == [['b']]
        first.snapshot().facts().changes().modified() == 1

        when:
        ws.write('b', '4')
        ws.write('a', '3')
        announce('ada', 'a')
        def second = announce('bob', 'b')

        then:
        taken(second) == [['b']]

        when:
        def report = revert('bob')

        then:
        report.conflicts().empty
        state().with { [a, b] } == ['3', 'b']
    }

    def 'what one session changed together and announces one by one is its own, and goes with it: #how'() {
        given:
        before(this)
        ws.write('a', '2')
        ws.write('b', '2')
        ws.write('n/m', 'new')
        ws.delete('c')
        ws.write('d/x', 'by somebody else')
        announce('bob', 'a')

        when:
        def others = between(this)
        def claimed = [['b'], ['n/m'], ['c']].collect { taken(announce('bob', *it)) }

        then: 'each was taken in when the first was announced'
        claimed == [[['b']], [['n/m']], [['c']]]
        others.every { it.claims().empty }

        when:
        def report = revert('bob')

        then:
        report.conflicts().empty
        state() == [a: 'a', b: 'b', c: 'c', 'd/x': 'by somebody else', 'd/y': 'y'] + more
        new StoreVerifier(ws.store, Progress.NONE).verify(true).clean

        where:
        how                            | before              | more         | between
        'it begins with the first one' | { }                 | [:]          | { [] }
        'it was started before'        | { it.start('bob') } | [:]          | { [] }
        'another one is at work'       | { it.start('bob') } | ['d/y': '2'] | { it.ws.write('d/y', '2'); [it.announce('ada', 'd/y')] }
    }

    def 'of what one snapshot took in, each gets its own, in whichever order they come'() {
        given:
        edits()
        ws.write('c', '2')
        ws.write('d/x', '2')
        ws.write('d/y', '2')
        def unknown = announce('ada', 'a').integrated().get()

        when:
        def recorded = order.collectEntries { [it, announce(it, *files[it])] }

        then:
        recorded.collectEntries { [it.key, taken(it.value)] } == shares
        ws.store.catalog().claimersOf(unknown)*.id() == order.collect { recorded[it].snapshot().id() }
        revert('bob').conflicts().empty
        state() == [a: '2', b: 'b', c: '2'] + mine

        where: 'what both name belongs to the first'
        order          | files                                || shares                                            | mine
        ['bob', 'eve'] | [bob: ['b'], eve: ['c']]             || [bob: [['b']], eve: [['c']]]                       | ['d/x': '2', 'd/y': '2']
        ['eve', 'bob'] | [bob: ['b'], eve: ['c']]             || [bob: [['b']], eve: [['c']]]                       | ['d/x': '2', 'd/y': '2']
        ['bob', 'eve'] | [bob: ['b', 'd/x'], eve: ['c', 'd']] || [bob: [['b', 'd/x']], eve: [['c', 'd/y']]]         | ['d/x': 'x', 'd/y': '2']
        ['eve', 'bob'] | [bob: ['b', 'd/x'], eve: ['c', 'd']] || [bob: [['b']], eve: [['c', 'd/x', 'd/y']]]         | ['d/x': '2', 'd/y': '2']
    }

    def 'with one name of a renamed file the other is taken over, too: #how, announced as #announced'() {
        given:
        ws.write('text', TEXT)
        ws.write('f', 'text of f')
        ws.snap()
        def before = state()
        action(ws)
        ws.write('a', '2')
        announce('ada', 'a')
        ws.write('b', '2')

        when:
        def bob = announce('bob', announced, 'b')

        then:
        taken(bob) == [claimed]

        when: 'another one edits it, and announces its new name'
        def eve = announce('eve', *claimed)

        then:
        eve.claims().empty

        when:
        def report = revert('bob')

        then:
        report.conflicts().empty
        state() == before + [a: '2']

        where:
        how                   | announced | claimed            | action
        'as it was'           | 'r'       | ['r', 'text']      | { it.write('r', TEXT); it.delete('text') }
        'as it was'           | 'text'    | ['r', 'text']      | { it.write('r', TEXT); it.delete('text') }
        'and edited'          | 'r'       | ['r', 'text']      | { it.write('r', TEXT + 'more\n'); it.delete('text') }
        'over another'        | 'text'    | ['f', 'text']      | { it.write('text', 'text of f'); it.delete('f') }
        'one after the other' | 'r'       | ['f', 'r', 'text'] | { it.write('r', TEXT); it.write('text', 'text of f'); it.delete('f') }
        'in its directory'    | 'e'       | ['d/x', 'd/y', 'e/x', 'e/y'] | { it.delete('d'); it.write('e/x', 'x'); it.write('e/y', 'y') }
    }

    def 'what others took over with one name of a renamed file is theirs under both'() {
        given:
        ws.write('text', TEXT)
        ws.snap()
        ws.write('r', TEXT)
        ws.delete('text')
        ws.write('a', '2')
        announce('ada', 'a')

        expect:
        taken(announce('bob', 'text')) == [['r', 'text']]

        when:
        ws.write('r', TEXT + 'more\n')

        then:
        announce('eve', 'r').claims().empty

        when:
        def report = revert('eve')

        then:
        report.conflicts().empty
        state().r == TEXT
    }

    def 'what an operation has changed since is not taken over past it, but the rest is: #whose'() {
        given:
        ws.write('b', 'one\ntwo\n')
        ws.snap()
        ws.write('b', '1\ntwo\n')
        ws.write('c', '2')
        ws.write('a', '2')
        def first = announce('ada', 'a').integrated().get()
        since(this)
        ws.write('b', '3\ntwo\n')
        ws.write('a', '3')
        def second = announce('ada', 'a').integrated().get()

        when:
        def bob = announce('bob', 'b', 'c')

        then:
        bob.claims()*.from()*.id() == [second, first]*.id()
        taken(bob) == claimed
        new Claims(ws.store).of(bob.snapshot())*.paths() == bob.claims()*.paths()

        when:
        def report = revert('bob')

        then:
        report.conflicts().empty
        state().with { [b, c] } == left

        where:
        whose         | claimed               | left                  | since
        'nobody s'    | [['b'], ['b', 'c']]   | ['one\ntwo\n', 'c']   | { }
        'a session s' | [['b'], ['c']]        | ['eve\ntwo\n', 'c']   | { it.ws.write('b', 'eve\ntwo\n'); it.announce('eve', 'b') }
        'somebody s'  | [['b'], ['c']]        | ['eve\ntwo\n', 'c']   | { it.ws.write('b', 'eve\ntwo\n'); it.ws.snap() }
    }

    def 'two reverted snapshots that took over from the same one, and that one itself, are taken back once'() {
        given:
        edits()
        ws.write('c', '2')
        def unknown = announce('ada', 'a').integrated().get()
        def claimers = [announce('bob', 'b'), announce('eve', 'c')]*.snapshot()

        when:
        def report = revert(new What.Snapshots(claimers + (withUnknown ? [unknown] : [])))

        then:
        report.conflicts().empty
        report.notes().size() == (withUnknown ? 0 : 2)
        state().with { [a, b, c] } == ['2', 'b', 'c']

        where:
        withUnknown << [false, true]
    }

    def 'when #what was removed, a revert says that it stays'() {
        given:
        edits()
        def unknown = announce('ada', 'a').integrated().get()
        def bob = announce('bob', 'b').snapshot()
        remove(which == 'unknown' ? unknown : ws.store.catalog().before(unknown).get())

        when:
        def report = revert(new What.Session('bob'))

        then:
        report.notes() == ["What ${bob.id().shortHex()} took over from ${unknown.id().shortHex()} stays: that snapshot, or the one before it, was removed."]
        report.done().get().plan().done
        state().b == '2'

        where:
        what                 | which
        'it'                 | 'unknown'
        'the one before it'  | 'before'
    }

    def 'consolidation leaves those alone who took over, and what they took over, with #strategy'() {
        given:
        3.times { ws.write('c', "c$it"); announce('', 'c') }
        edits()
        def unknown = announce('', 'a').integrated().get()
        def bob = announce('bob', 'b').snapshot()
        3.times { ws.write('c', "more $it"); announce('', 'c') }

        when:
        def request = new Consolidation.Request(strategy, 2, Consolidation.Range.EVERYTHING, false, false)
        def done = new Consolidation(ws.store, ws.clock, Progress.NONE, { false }).consolidate(ws.workspace, request)

        then:
        !done.results().empty
        ![unknown, bob].any { it.id() in done.originals()*.id() }

        when:
        revert('bob')

        then:
        state().with { [a, b, c] } == ['2', 'b', 'more 2']
        new StoreVerifier(ws.store, Progress.NONE).verify(true).clean

        where:
        strategy << [new Strategy.Sequential(), new Strategy.ByFiles()]
    }
}
