package io.snapdsl.engine.history

import static io.snapdsl.engine.history.HistoryModel.contents
import static io.snapdsl.engine.history.HistoryModel.files

import io.snapdsl.engine.ErrorCode
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
import io.snapdsl.engine.continuity.WorkspaceTaking
import io.snapdsl.engine.milestone.MilestoneChanges
import io.snapdsl.engine.milestone.Span
import io.snapdsl.engine.moment.Moment
import io.snapdsl.engine.moment.MomentRecorder
import io.snapdsl.engine.retention.KeepRules
import io.snapdsl.engine.retention.Limits
import io.snapdsl.engine.retention.Pinning
import io.snapdsl.engine.retention.Protection
import io.snapdsl.engine.retention.Pruning
import io.snapdsl.engine.retention.Removal
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
 * each step, what is shown is what the model expects, each with the content that the model has of it, and the chain
 * verifies. A failing seed is named with the command that does the same again.
 */
class HistoryModelSpec extends Specification {
    static final int STEPS = setting('SNAPDSL_MODEL_STEPS', '60').toInteger()
    /** For instance {@code 7} or {@code 100..119}. */
    static final List<Integer> SEEDS = setting('SNAPDSL_MODEL_SEEDS', '1..8').split(/\.\./)*.toInteger().with { (it[0]..it[-1]).toList() }
    static final List<String> SESSIONS = ['', 'ada', 'bob']
    static final Map<String, Integer> FREQUENCY = [snap: 34, announce: 14, restore: 5, undo: 6, redo: 5, revert: 6, revertSession: 4,
        consolidate: 8, prune: 3, pin: 3, unpin: 2, milestone: 3, giveMilestoneUp: 1, remove: 3, moment: 4]
    static final List<String> DICE = FREQUENCY.collectMany { step, times -> [step] * times }

    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    SteppingClock clock = new SteppingClock()
    Random random
    RandomEdits edits
    HistoryModel model = new HistoryModel()
    /** Another workspace, of which moments are taken together with the first. */
    Path tools
    Subject.Workspace other

    /** Of the campaign's build, or of whoever replays a seed. */
    static String setting(String name, String otherwise) {
        System.getenv(name) ?: System.getProperty(name) ?: otherwise
    }

    def setup() {
        ws = new WorkspaceFixture(base, clock)
        tools = Files.createDirectory(base.resolve('tools')).toRealPath()
        other = ws.workspaces.register(tools, false).workspace()
    }

    def 'whatever happens, every state is as it was, with seed #seed'() {
        given:
        random = new Random(seed)
        edits = new RandomEdits(random, ws)
        edits.change()
        snap()

        expect:
        STEPS.times { step ->
            clock.step(Duration.ofMillis(random.nextInt(400)))
            def done = DICE[random.nextInt(DICE.size())]
            try {
                "$done"()
                isAsItShouldBe()
                assert new StoreVerifier(ws.store, Progress.NONE).verify(step % 20 == 19).clean
            } catch (Throwable e) {
                throw new AssertionError("seed $seed, step $step ($done). To do the same again: SNAPDSL_MODEL_SEEDS=$seed " +
                    "SNAPDSL_MODEL_STEPS=${step + 1} ./gradlew :engine:test --rerun --tests '*HistoryModelSpec'", e)
            }
        }

        where:
        seed << SEEDS
    }

    void snap() {
        edits.change()
        record(Note.manual("tool ${random.nextInt(2)}", '', SESSIONS[random.nextInt(3)]))
    }

    void announce() {
        def before = model.copies[head().id()]
        edits.change()
        def now = contents(ws.directory)
        def known = files(now).keySet().findAll { random.nextBoolean() }
        def added = record(Note.manual('announcer', '', SESSIONS[random.nextInt(3)]).announcing(known.collect { TreePath.of(it) }))
        def foreseen = known.empty ? files(before) : HistoryModel.unannounced(before, now, known)
        def between = added.size() == 1 ? files(before) : files(model.copies[added[0]])
        (foreseen.keySet() + between.keySet()).each {
            assert between[it] == foreseen[it] || between[it] == files(before)[it] && mayBeRenamed(it, files(before), files(now), known)
        }
        assert added.size() <= 2
    }

    /** A rename is one change, and who announces one of its names has both. Which files count as renamed, other specifications tell. */
    static boolean mayBeRenamed(String path, Map before, Map now, Set known) {
        before[path] != now[path] && known.any {
            before[it] != now[it] && (before[path] != null && now[it] != null || now[path] != null && before[it] != null)
        }
    }

    List<SnapshotId> record(Note note) {
        new OperationRecorder(ws.store, new WorkspaceCapture(ws.store, Progress.NONE), clock).record(ws.workspace, note, false)
        learnNew()
    }

    void restore() {
        def target = any()
        def unsaved = unsavedEdits()
        ws.restore(target)
        assert contents(ws.directory) == model.copies[target.id()]
        learnNew(unsaved)
    }

    void undo() {
        stepBack { ws.restorer.undo(ws.workspace, '', false) }
    }

    void redo() {
        stepBack { ws.restorer.redo(ws.workspace, '', false) }
    }

    /** It may lead nowhere: that is no step, and nothing may have changed. */
    void stepBack(Closure step) {
        def unsaved = unsavedEdits()
        def before = contents(ws.directory)
        try {
            def target = step().target()
            assert contents(ws.directory) == model.copies[target.id()]
        } catch (SnapdslException e) {
            assert e.code() in [ErrorCode.NOTHING_TO_UNDO, ErrorCode.NOTHING_TO_REDO]
            assert contents(ws.directory) == before
        }
        learnNew(unsaved)
    }

    void revert() {
        def target = any()
        def unsaved = unsavedEdits()
        def (before, after) = [model.copyBefore(target.id()), model.copies[target.id()]]
        def expected = before == null || !target.note().claims().empty ? null : HistoryModel.takenBack(before, after, contents(ws.directory))
        if (takeBack(new What.Snapshots([target]), unsaved) && expected != null) {
            assert files(contents(ws.directory)) == expected
        }
    }

    void revertSession() {
        takeBack(new What.Session(SESSIONS[1 + random.nextInt(2)]), unsavedEdits())
    }

    /** Whether it was without conflicts. With some, and nobody to decide them, nothing may have changed. */
    boolean takeBack(What what, Map<String, String> unsaved) {
        def before = contents(ws.directory)
        def resolution = [Optional.empty(), Optional.of(Resolution.OURS), Optional.of(Resolution.THEIRS)][random.nextInt(3)]
        try {
            def report = ws.revert(what, resolution)
            assert report.done().present || contents(ws.directory) == before
            learnNew(unsaved)
            return report.conflicts().empty
        } catch (SnapdslException e) {
            assert e.code() in [ErrorCode.NOTHING_TO_REVERT, ErrorCode.CONFLICTS]
            assert contents(ws.directory) == before
            learnNew(unsaved)
            return false
        }
    }

    void consolidate() {
        def strategy = [new Strategy.Sequential(), new Strategy.ByFiles(), new Strategy.ByTime(Duration.ofMillis(600))][random.nextInt(3)]
        def request = new Consolidation.Request(strategy, 2, Consolidation.Range.EVERYTHING, random.nextInt(3) == 0, random.nextBoolean())
        def untouchable = shown().findAll { isProtected(it) }*.id()
        def old = model.present.collectEntries { [it, model.copyBefore(it)] }
        def protection = new Protection(ws.store)
        def done = new Consolidation(ws.store, clock, Progress.NONE, { protection.reason(it).present }).consolidate(ws.workspace, request)
        assert done.originals()*.id().disjoint(untouchable)
        def originals = done.originals()*.id().groupBy { ws.store.catalog().find(it).get().replacedBy().get() }
        assert originals.keySet() == done.results()*.id() as Set
        done.results().each { model.merge(it.id(), originals[it.id()], stored(it.root())) }
        done.results().each { isSumOf(it.id(), originals[it.id()], old, strategy) }
    }

    /** A result holds what is shown before it, and then all that its originals changed. */
    void isSumOf(SnapshotId result, List<SnapshotId> originals, Map<SnapshotId, Map<String, String>> old, Strategy strategy) {
        def copy = model.copies[result]
        if (!(strategy instanceof Strategy.ByFiles)) {
            assert copy == model.copies[originals.last()]
        }
        def expected = model.copyBefore(result)
        for (original in originals) {
            if (expected == null || old[original] == null) return
            expected = HistoryModel.with(expected, HistoryModel.changes(old[original], model.copies[original]))
        }
        if (HistoryModel.isPossible(expected)) assert files(copy) == expected
    }

    void prune() {
        int last = 3 + random.nextInt(40)
        def rules = new KeepRules(last, [:], Optional.empty(), [] as Set, [] as Set, KeepRules.Anchor.NEWEST, ZoneOffset.UTC)
        def wanted = model.present.takeRight(last) + shown().findAll { isProtectedApartFromMoments(it) }*.id() as Set
        new Pruning(ws.store, clock, Progress.NONE).prune(Pruning.Request.of([ws.workspace], Optional.of(rules), Limits.NONE))
        def needed = moments().collectMany { it.snapshots().toList()*.snapshot() } as Set
        model.present = model.present.findAll { it in wanted || it in needed }
    }

    void pin() {
        def chosen = any()
        new Pinning(ws.store, clock).pin([chosen], 'good')
        model.pinned << chosen.id()
    }

    void unpin() {
        if (model.pinned.empty) return
        def chosen = model.pinned.toList()[random.nextInt(model.pinned.size())]
        new Pinning(ws.store, clock).unpin([ws.store.catalog().find(chosen).get()])
        model.pinned.remove(chosen)
    }

    void milestone() {
        def next = model.milestones.empty ? 1L : model.milestones.last()[1] + 1
        def free = shown().findAll { !it.removed && it.sequence() >= next }
        if (free.empty) return
        def last = free[random.nextInt(free.size())]
        def made = new MilestoneChanges(ws.store, clock).create(ws.workspace,
            new MilestoneChanges.Label("M${model.milestones.size()}", '', []), new Span.Range(Optional.empty(), Optional.of(last)))
        model.milestones << [made.first(), made.last()]
        assert made.last() == last.sequence()
        assert model.milestones.size() == 1 || made.first() > model.milestones[-2][1]
    }

    void giveMilestoneUp() {
        if (model.milestones.empty) return
        new MilestoneChanges(ws.store, clock).remove(ws.workspace, "M${model.milestones.size() - 1}")
        model.milestones.removeLast()
    }

    void remove() {
        def chosen = any()
        boolean refused = isProtected(chosen)
        try {
            new Removal(ws.store, clock, Progress.NONE).remove([chosen], '')
            assert !refused
            model.remove([chosen.id()])
        } catch (SnapdslException e) {
            assert refused: e.message
            assert e.code() in [ErrorCode.IN_USE, ErrorCode.PINNED, ErrorCode.IN_MILESTONE, ErrorCode.IN_MOMENT]
        }
    }

    void moment() {
        edits.change()
        if (random.nextBoolean()) Files.writeString(tools.resolve('tool'), "${random.nextInt()}")
        def note = Note.of(Trigger.SCHEDULE, '', '', '').wantedBy('p')
        def takings = [ws.workspace, other].collect { new WorkspaceTaking(ws.store, new WorkspaceCapture(ws.store, Progress.NONE), clock, it, note, false) }
        def taken = new MomentRecorder(ws.store, clock).take(takings, note, MomentRecorder.Together.IF_CHANGED)
        assert taken.outcomes().every { it.failure().empty }
        taken.outcomes()[1].snapshot().ifPresent { model.copies[it.id()] = contents(tools) }
        if (taken.outcomes()[0].snapshot().present) learnNew()
    }

    /** What is on disk and in no snapshot, if it is so: a way back saves it first. */
    Map<String, String> unsavedEdits() {
        if (random.nextInt(3) != 0) return null
        edits.change()
        contents(ws.directory)
    }

    /**
     * The newest is what is on disk, and the one before it what was unsaved; another that came with it is taken as it is
     * stored, and must stay so.
     */
    List<SnapshotId> learnNew(Map<String, String> unsaved = null) {
        def fresh = shown().findAll { !model.copies.containsKey(it.id()) }.reverse()
        def there = contents(ws.directory)
        fresh.each { model.add(it.id(), it == fresh.last() ? there : stored(it.root())) }
        if (fresh.empty && unsaved != null) {
            assert there == unsaved
            record(Note.manual('', '', ''))
        } else {
            assert there == model.copies[model.present.last()]
            assert unsaved == null || unsaved in model.present.takeRight(2).collect { model.copies[it] }
        }
        fresh*.id()
    }

    Snapshot head() {
        shown()[0]
    }

    Snapshot any() {
        def present = shown().findAll { !it.removed }
        present[random.nextInt(present.size())]
    }

    List<Snapshot> shown() {
        ws.store.catalog().page(ws.workspace.id(), Long.MAX_VALUE, 100_000)
    }

    List<Moment> moments() {
        ws.store.moments().newest(10_000)
    }

    boolean isProtected(Snapshot snapshot) {
        isProtectedApartFromMoments(snapshot) || moments().any { moment -> moment.snapshots().anyMatch { it.snapshot() == snapshot.id() } }
    }

    /** Or an original behind it is. */
    boolean isProtectedApartFromMoments(Snapshot snapshot) {
        def all = [snapshot] + snapshot.facts().replaces().collect { ws.store.catalog().find(it).get() }.findAll { !it.removed }
        snapshot.id() == model.present.last() || all.any { it.id() in model.pinned || model.isInMilestone(it.sequence()) }
    }

    void isAsItShouldBe() {
        def present = shown().findAll { !it.removed }.reverse()
        assert present*.id() == model.present
        present.each { assert stored(it.root()) == model.copies[it.id()]: it }
        moments().each { moment ->
            moment.snapshots().toList().each { part ->
                def snapshot = ws.store.catalog().find(part.snapshot()).get()
                assert !snapshot.removed
                assert stored(snapshot.root()) == model.copies[snapshot.id()]
            }
        }
    }

    Map<String, String> stored(Hash root) {
        def content = new ContentReader(ws.store.content())
        Map<String, String> found = new TreeMap<>()
        new TreeReader(content).walk(root) { path, entry ->
            if (entry instanceof FileEntry) {
                def bytes = new ByteArrayOutputStream()
                content.copy(entry.content(), bytes)
                found[path.text().get()] = bytes.toString('UTF-8')
            } else {
                found[path.text().get()] = entry instanceof SymlinkEntry ? '-> ' + new String(entry.target()) : HistoryModel.DIRECTORY
            }
        }
        found
    }
}
