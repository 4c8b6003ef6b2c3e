package io.snapdsl.engine.history

import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.capture.WorkspaceCapture
import io.snapdsl.engine.consolidation.Consolidation
import io.snapdsl.engine.consolidation.RandomEdits
import io.snapdsl.engine.consolidation.Strategy
import io.snapdsl.engine.content.ContentReader
import io.snapdsl.engine.content.Hash
import io.snapdsl.engine.continuity.OperationRecorder
import io.snapdsl.engine.retention.KeepRules
import io.snapdsl.engine.retention.Limits
import io.snapdsl.engine.retention.Protection
import io.snapdsl.engine.retention.Pruning
import io.snapdsl.engine.revert.Resolution
import io.snapdsl.engine.revert.What
import io.snapdsl.engine.tree.TreeEntry.FileEntry
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry
import io.snapdsl.engine.tree.TreePath
import io.snapdsl.engine.tree.TreeReader
import io.snapdsl.engine.verify.StoreVerifier
import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import java.time.ZoneOffset
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/**
 * All that can happen to a history, in random order, beside a model that simply keeps a full copy of every state. After
 * each step, every snapshot that is shown is what the model has of it. A failing seed replays.
 */
class HistoryModelSpec extends Specification {
    static final int STEPS = (System.getenv('SNAPDSL_MODEL_STEPS') ?: '60').toInteger()
    static final List<String> SESSIONS = ['', 'ada', 'bob']

    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    Random random
    RandomEdits edits
    /** What each snapshot was taken of. */
    Map<SnapshotId, Map<String, String>> model = [:]

    def setup() {
        ws = new WorkspaceFixture(base)
    }

    def 'whatever happens, every state is as it was, with seed #seed'() {
        given:
        random = new Random(seed)
        edits = new RandomEdits(random, ws)
        edits.change()
        snap()

        expect:
        STEPS.times { step ->
            def done = anything()
            assert shownAreAsTheyWere(): "seed $seed, step $step: $done"
            if (step % 20 == 19) assert isClean(): "seed $seed, step $step: $done"
        }

        where:
        seed << (1..8)
    }

    private String anything() {
        switch (random.nextInt(20)) {
            case 0..9:
                edits.change()
                snap()
                return 'snap'
            case 10..11:
                edits.change()
                announce()
                return 'announced operation'
            case 12:
                ws.restore(any())
                learnNew()
                return 'restore'
            case 13:
                goingBack { ws.restorer.undo(ws.workspace, '', false) }
                return 'undo'
            case 14:
                goingBack { ws.restorer.redo(ws.workspace, '', false) }
                return 'redo'
            case 15:
                revert(new What.Snapshots([any()]))
                return 'revert'
            case 16:
                revert(new What.Session(SESSIONS[1 + random.nextInt(2)]))
                return 'revert of a session'
            case 17..18:
                def strategy = [new Strategy.Sequential(), new Strategy.ByFiles(), new Strategy.ByTime(Duration.ofMillis(300))][random.nextInt(3)]
                consolidate(strategy)
                return strategy.word()
            default:
                prune(3 + random.nextInt(20))
                return 'prune'
        }
    }

    private void snap() {
        record(Note.manual("tool ${random.nextInt(2)}", '', SESSIONS[random.nextInt(3)]))
    }

    private void announce() {
        def files = contents(ws.directory).findAll { it.value != '(directory)' }.keySet().toList()
        def known = files.findAll { random.nextBoolean() }.collect { TreePath.of(it) }
        record(Note.manual('announcer', '', SESSIONS[random.nextInt(3)]).announcing(known))
    }

    private void record(Note note) {
        new OperationRecorder(ws.store, new WorkspaceCapture(ws.store, Progress.NONE), ws.clock).record(ws.workspace, note, false)
        learnNew()
    }

    /** A way back may lead nowhere: that is no step, and nothing may have changed. */
    private void goingBack(Closure step) {
        def before = contents(ws.directory)
        try {
            step()
            learnNew()
        } catch (SnapdslException e) {
            assert contents(ws.directory) == before: e
        }
    }

    private void revert(What what) {
        def resolution = [Optional.empty(), Optional.of(Resolution.OURS), Optional.of(Resolution.THEIRS)][random.nextInt(3)]
        goingBack { ws.revert(what, resolution) }
    }

    private void consolidate(Strategy strategy) {
        def protection = new Protection(ws.store)
        def request = new Consolidation.Request(strategy, 2, Consolidation.Range.EVERYTHING, false, random.nextBoolean())
        def results = new Consolidation(ws.store, ws.clock, Progress.NONE, { protection.reason(it).present })
            .consolidate(ws.workspace, request).results()
        results.each { model[it.id()] = stored(it.root()) }
    }

    private void prune(int last) {
        def rules = new KeepRules(last, [:], Optional.empty(), [] as Set, [] as Set, KeepRules.Anchor.NEWEST, ZoneOffset.UTC)
        new Pruning(ws.store, ws.clock, Progress.NONE)
            .prune(Pruning.Request.of([ws.workspace], Optional.of(rules), Limits.NONE))
    }

    /** The newest is what is on disk; what came with it is taken as it is stored, and must stay so. */
    private void learnNew() {
        shown().findAll { !model.containsKey(it.id()) }.each { model[it.id()] = stored(it.root()) }
        assert model[shown()[0].id()] == contents(ws.directory)
    }

    private Snapshot any() {
        def present = shown().findAll { !it.removed }
        present[random.nextInt(present.size())]
    }

    private List<Snapshot> shown() {
        ws.store.catalog().page(ws.workspace.id(), Long.MAX_VALUE, 100_000)
    }

    private boolean shownAreAsTheyWere() {
        shown().findAll { !it.removed }.every { stored(it.root()) == model[it.id()] }
    }

    private boolean isClean() {
        new StoreVerifier(ws.store, Progress.NONE).verify(true).clean
    }

    private Map<String, String> stored(Hash root) {
        def content = new ContentReader(ws.store.content())
        Map<String, String> found = new TreeMap<>()
        new TreeReader(content).walk(root) { path, entry ->
            if (entry instanceof FileEntry) {
                def bytes = new ByteArrayOutputStream()
                content.copy(entry.content(), bytes)
                found[path.text().get()] = bytes.toString('UTF-8')
            } else {
                found[path.text().get()] = entry instanceof SymlinkEntry ? '-> ' + new String(entry.target()) : '(directory)'
            }
        }
        found
    }

    private static Map<String, String> contents(Path directory) {
        Map<String, String> found = new TreeMap<>()
        Files.walk(directory).withCloseable { paths ->
            paths.filter { it != directory }.forEach { path ->
                found[directory.relativize(path).toString()] = Files.isSymbolicLink(path) ? '-> ' + Files.readSymbolicLink(path)
                    : Files.isDirectory(path) ? '(directory)' : Files.readString(path)
            }
        }
        found
    }
}
