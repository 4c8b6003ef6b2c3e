package io.snapdsl.engine.history

import io.snapdsl.engine.Progress
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.consolidation.Consolidation
import io.snapdsl.engine.consolidation.Strategy
import io.snapdsl.engine.replay.Replay
import io.snapdsl.engine.retention.Removal
import io.snapdsl.engine.verify.StoreVerifier
import java.nio.file.Path
import java.sql.DriverManager
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/** What became of snapshots after they were recorded. */
class LaterLinkSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    def setup() {
        ws = new WorkspaceFixture(base)
        snap(6)
    }

    void snap(int number) {
        number.times {
            ws.write('file', UUID.randomUUID())
            ws.record(Note.manual('', '', 'run'))
        }
    }

    void merge(Map options = [:]) {
        def request = new Consolidation.Request(new Strategy.Sequential(), 2, Consolidation.Range.EVERYTHING, options.keep ?: false, false)
        new Consolidation(ws.store, ws.clock, Progress.NONE, options.isProtected ?: { false }).consolidate(ws.workspace, request)
    }

    void remove(Closure<Boolean> which) {
        def shown = ws.store.catalog().page(ws.workspace.id(), Long.MAX_VALUE, 100).findAll { !it.removed && which(it) }
        assert !shown.empty
        new Removal(ws.store, ws.clock, Progress.NONE).remove(shown, 'fed up')
    }

    private List<Snapshot> all() {
        def found = []
        ws.store.catalog().forEach(ws.workspace.id()) { found << it }
        found
    }

    private Replay.Result replay() {
        new Replay(ws.store, new Replay.Request('run', OptionalLong.empty(), Optional.empty(), [:]), { event, kept -> }).run()
    }

    def 'what was really done is said on both sides: #what'() {
        when:
        work.rehydrate(this, this, this).call()

        then:
        def link = new LaterLink(ws.store)
        all().every { link.contradiction(it).empty }
        new StoreVerifier(ws.store, Progress.NONE).verify(true).clean
        replay().finding().empty
        replay().with { [it.snapshots(), it.removed()] } == [snapshots, removed]

        where:
        what                                    | work                                                                        || snapshots | removed
        'nothing'                               | { }                                                                         || 6         | 0
        'one removed'                           | { remove { it.sequence() == 2 } }                                           || 6         | 1
        'some removed'                          | { remove { it.sequence() < 5 } }                                            || 6         | 4
        'merged'                                | { merge() }                                                                 || 6         | 5
        'merged, and all kept'                  | { merge(keep: true) }                                                       || 6         | 0
        'merged, and merged with others later'  | { merge(); snap(3); merge() }                                               || 9         | 8
        'merged, all kept, and merged for good' | { merge(keep: true); snap(3); merge() }                                     || 9         | 8
        'merged, and what that gave removed'    | { merge(); snap(2); remove { it.sequence() == 5 } }                         || 8         | 5
        'all kept, and what that gave removed'  | { merge(keep: true); snap(2); remove { it.sequence() == 5 } }               || 8         | 5
        'removed, then merged around it'        | { remove { it.sequence() == 3 }; merge() }                                  || 6         | 5
        'what merging gave removed, and others merged' | { merge(keep: true); snap(2); remove { it.sequence() == 5 }; snap(2); merge() } || 10 | 9
    }

    def 'what was not done is said on one side only: #column'() {
        given:
        remove { it.sequence() == 1 }
        def removal = ws.store.auditLog().newestNumber()
        def id = all().find { it.sequence() == 3 }.id().hash().bytes()
        def other = all().find { it.sequence() == 5 }.id().hash().bytes()

        when:
        DriverManager.getConnection("jdbc:sqlite:${ws.storeDirectory.resolve('store.db')}").withCloseable { connection ->
            def statement = connection.prepareStatement("UPDATE snapshot SET $column = ? WHERE id = ?")
            statement.setObject(1, value(removal, other))
            statement.setBytes(2, id)
            assert statement.executeUpdate() == 1
        }

        then:
        all().findAll { new LaterLink(ws.store).contradiction(it).present }*.sequence() == [3]
        !new StoreVerifier(ws.store, Progress.NONE).verify(false).clean
        def finding = replay().finding().get()
        finding.clock() == 3
        finding.problem() ==~ /snapshot \w+: it is said that $problem, which does not know/

        where:
        column        | value                                    || problem
        'removed_by'  | { long by, byte[] place -> by }      || 'operation \\d+ removed it'
        'removed_by'  | { long by, byte[] place -> 3 }            || 'operation 3 removed it'
        'removed_by'  | { long by, byte[] place -> 99 }           || 'operation 99 removed it'
        'replaced_by' | { long by, byte[] place -> place }      || '\\w+ is shown in its place'
        'replaced_by' | { long by, byte[] place -> new byte[32] } || '0000000000 is shown in its place'
    }
}
