package io.snapdsl.engine.continuity

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.capture.Coverage
import io.snapdsl.engine.capture.WorkspaceCapture
import io.snapdsl.engine.content.ContentReader
import io.snapdsl.engine.diff.TreeComparison
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Operation
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Trigger
import io.snapdsl.engine.history.UnknownChanges
import io.snapdsl.engine.tree.TreeEntry
import io.snapdsl.engine.tree.TreePath
import io.snapdsl.engine.tree.TreeReader
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import java.time.Instant
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/** What an operation announced is told from what others did. */
class OperationRecorderSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    def setup() {
        ws = new WorkspaceFixture(base)
        ws.write('a', 'a')
        ws.write('b', 'b')
        ws.write('d/x', 'x')
        ws.write('d/y', 'y')
        ws.write('text', 'some\nlines\nof text\n')
        Files.createDirectory(ws.directory.resolve('empty'))
    }

    OperationRecorder.Recorded record(List<String> announced, boolean force = false) {
        new OperationRecorder(ws.store, new WorkspaceCapture(ws.store, Progress.NONE), ws.clock)
            .record(ws.workspace, Note.manual('tool', 'goal', 'run').announcing(announced.collect { TreePath.of(it) }), force)
    }

    void treat(UnknownChanges treatment) {
        ws.store.subjects().setUnknownChanges(ws.workspace.id(), treatment,
            new Operation(Instant.now(), 'configure', Optional.empty(), Optional.empty(), ''))
    }

    static void mode(WorkspaceFixture ws, String file, String mode) {
        Files.setPosixFilePermissions(ws.directory.resolve(file), PosixFilePermissions.fromString(mode))
    }

    TreeReader getTrees() {
        new TreeReader(new ContentReader(ws.store.content()))
    }

    Set<String> changes(Snapshot before, Snapshot after) {
        new TreeComparison(trees).changes(before.root(), after.root()).findAll { it.visible }
            .collect { "${it.kind().name().toLowerCase()} ${it.path()}".toString() } as Set
    }

    List<Snapshot> chain() {
        ws.store.catalog().page(ws.workspace.id(), Long.MAX_VALUE, 100).reverse()
    }

    /** A snapshot's own account of how much it holds is true. */
    void countsAreRight(Snapshot snapshot) {
        def entries = []
        trees.walk(snapshot.root()) { path, entry -> entries << entry }
        def files = entries.findAll { it instanceof TreeEntry.FileEntry }
        def totals = Coverage.decode(new ContentReader(ws.store.content()).chunk(snapshot.facts().coverage())).captured()
        assert totals == new Coverage.Totals(files.size(), entries.count { it instanceof TreeEntry.DirectoryEntry },
            entries.count { it instanceof TreeEntry.SymlinkEntry }, files.sum { it.size() } ?: 0)
    }

    def 'of #change, with #announced announced, #unknown is unknown and integrated first'() {
        given:
        def before = ws.snap()
        action(ws)

        when:
        def recorded = record(announced)

        then:
        recorded.unknown().collect { it.describe() } == unknown
        recorded.integrated().present == !unknown.empty
        ws.listing(recorded.snapshot()) == ws.listing(ws.snap())

        and: 'the operation has its own changes and nobody else has them'
        def between = recorded.integrated().orElse(before)
        changes(between, recorded.snapshot()) == own as Set
        chain()*.sequence() == (1..chain().size()).toList()
        [*recorded.integrated().stream().toList(), recorded.snapshot()].each { countsAreRight(it) }

        where:
        change                            | announced     | unknown                                     | own                                        | action
        'two edits'                       | ['a']         | ['b (modified)']                            | ['modified a']                             | { it.write('a', '2'); it.write('b', '2') }
        'only an announced edit'          | ['a']         | []                                          | ['modified a']                             | { it.write('a', '2') }
        'only another edit'               | ['a']         | ['b (modified)']                            | []                                         | { it.write('b', '2') }
        'nothing'                         | ['a']         | []                                          | []                                         | { }
        'a touch'                         | ['a']         | []                                          | []                                         | { it.write('b', 'b') }
        'edits in a directory'            | ['d']         | []                                          | ['modified d/x', 'created d/z']            | { it.write('d/x', '2'); it.write('d/z', 'z') }
        'edits in one directory'          | ['d/x']       | ['d/y (modified)']                          | ['modified d/x']                           | { it.write('d/x', '2'); it.write('d/y', '2') }
        'a name that begins alike'        | ['d']         | ['d2 (created)']                            | []                                         | { it.write('d2', 'new') }
        'everything by the root'          | ['']          | []                                          | ['modified a', 'modified b']               | { it.write('a', '2'); it.write('b', '2') }
        'new files in a new directory'    | ['n/m/p']     | ['n/m/q (created)']                         | ['created n/m/p']                          | { it.write('n/m/p', 'p'); it.write('n/m/q', 'q') }
        'a new directory not needed'      | ['n/m/p']     | ['b (deleted)']                             | ['created n/m/p']                          | { it.write('n/m/p', 'p'); it.delete('b') }
        'a directory deleted'             | ['d']         | []                                          | ['deleted d/x', 'deleted d/y']             | { it.delete('d') }
        'a directory deleted, half said'  | ['d/x']       | ['d/y (deleted)']                           | ['deleted d/x']                            | { it.delete('d') }
        'a rename'                        | ['a']         | ['c (renamed from b)']                      | []                                         | { it.write('c', 'b'); it.delete('b') }
        'a rename into the announced'     | ['c']         | []                                          | ['deleted b', 'created c']                 | { it.write('c', 'b'); it.delete('b') }
        'a rename out of the announced'   | ['b']         | []                                          | ['deleted b', 'created c']                 | { it.write('c', 'b'); it.delete('b') }
        'a rename with an edit'           | ['c']         | []                                          | ['deleted text', 'created c']              | { it.write('c', it.read('text') + 'more\n'); it.delete('text') }
        'a new file, and one deleted'     | ['c']         | ['text (deleted)']                          | ['created c']                              | { it.write('c', 'all\nother\nlines\n'); it.delete('text') }
        'a rename over another file'      | ['a']         | []                                          | ['modified a', 'deleted b']                | { it.write('a', 'b'); it.delete('b') }
        'renames one after the other'     | ['c']         | []                                          | ['deleted a', 'modified b', 'created c']   | { it.write('c', 'b'); it.write('b', 'a'); it.delete('a') }
        'a renamed directory'             | ['e']         | ['b (modified)']                            | ['deleted d/x', 'deleted d/y', 'created e/x', 'created e/y'] | { it.delete('d'); it.write('e/x', 'x'); it.write('e/y', 'y'); it.write('b', '2') }
        'a mode'                          | ['a']         | ['b (mode changed)']                        | ['modified a']                             | { mode(it, 'b', 'rwx------'); mode(it, 'a', 'rwx------') }
        "a directory's mode"              | ['d/x']       | ['d (mode changed)']                        | ['modified d/x']                           | { it.write('d/x', '2'); mode(it, 'd', 'rwx------') }
        'empty directories'               | ['a']         | ['empty (deleted)', 'new (created)']        | []                                         | { it.delete('empty'); Files.createDirectory(it.directory.resolve('new')) }
        'a file that became a directory'  | ['a']         | []                                          | ['deleted a', 'created a/in']              | { it.delete('a'); it.write('a/in', '1') }
        'the same, with only the inside'  | ['a/in']      | ['a (deleted)', 'a/out (created)']          | ['created a/in']                           | { it.delete('a'); it.write('a/in', '1'); it.write('a/out', '2') }
        'a directory that became a file'  | ['a']         | ['d (created)', 'd/x (deleted)', 'd/y (deleted)'] | []                                   | { it.delete('d'); it.write('d', 'now a file') }
        'a file that became a link'       | ['a']         | ['b (type changed)']                        | []                                         | { it.delete('b'); Files.createSymbolicLink(it.directory.resolve('b'), Path.of('a')) }
    }

    def 'unknown changes belong to no session, and the operation s snapshot knows what it announced'() {
        given:
        ws.snap()
        ws.write('b', '2')

        when:
        def recorded = record(['a', 'd'])

        then:
        with(recorded.integrated().get().note()) {
            trigger() == Trigger.UNKNOWN_CHANGE
            tool() == 'UnknownChangeIntegration'
            goal() == '1 unknown change before: goal'
            session() == ''
        }
        recorded.snapshot().note().announced()*.toString() == ['a', 'd']
        recorded.snapshot().note().session() == 'run'
    }

    def 'the first snapshot has no unknown changes, and who announces nothing announces everything'() {
        expect:
        record(['a']).unknown().empty

        when:
        ws.write('b', '2')

        then:
        record([]).unknown().empty
        chain().size() == 2
    }

    def 'a workspace that warns takes one snapshot and names what is unknown'() {
        given:
        ws.snap()
        treat(UnknownChanges.WARN)
        ws.write('b', '2')

        when:
        def recorded = record(['a'])

        then:
        recorded.unknown()*.describe() == ['b (modified)']
        recorded.integrated().empty
        chain().size() == 2
    }

    def 'a strict workspace records nothing, unless forced'() {
        given:
        ws.snap()
        treat(UnknownChanges.STRICT)
        ws.write('b', '2')
        def operations = ws.store.auditLog().newest(100)

        when:
        record(['a'])

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.UNKNOWN_CHANGES_DETECTED
        e.message.contains('b (modified)')
        chain().size() == 1
        ws.store.auditLog().newest(100) == operations

        expect:
        record(['a'], true).integrated().present
        record(['a']).unknown().empty
    }

    def 'what other ignore rules hide or show was changed by nobody'() {
        given:
        ws.write('.snapshotignore', 'hidden\n')
        ws.write('hidden', 'there all the time')
        ws.snap()

        when:
        ws.write('.snapshotignore', 'b\nd/\n')
        def recorded = record(['.snapshotignore'])

        then:
        recorded.unknown().empty
        ws.listing(recorded.snapshot()) == ['.snapshotignore', 'a', 'empty/', 'hidden', 'text']
    }

    def 'a reset takes in what is there and leaves its reason in the audit log'() {
        given:
        def first = ws.snap()
        treat(UnknownChanges.STRICT)
        ws.write('b', '2')

        when:
        def recorded = new OperationRecorder(ws.store, new WorkspaceCapture(ws.store, Progress.NONE), ws.clock)
            .reset(ws.workspace, 'the clock was wrong', '')

        then:
        changes(first, recorded.snapshot()) == ['modified b'] as Set
        recorded.snapshot().note().trigger() == Trigger.UNKNOWN_CHANGE
        with(ws.store.auditLog().newest(1)[0]) {
            kind() == 'reset-continuity'
            detail() == 'the clock was wrong'
            snapshot().get() == recorded.snapshot().id()
        }
        record(['a']).unknown().empty
    }
}
