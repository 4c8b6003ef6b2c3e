package io.snapdsl.engine.revert

import static io.snapdsl.engine.history.HistoryModel.contents
import static io.snapdsl.engine.history.HistoryModel.files

import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.history.HistoryModelSpec
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Snapshot
import java.nio.file.Path
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/**
 * Sessions edit, rename, make and delete the same files in turns, at random, but never the same lines. What the revert of
 * one must leave is found by doing all again without it, in a model that knows files by number, whatever they are called.
 * Where it has to be refused nothing is touched, and keeping what is there then loses no file of others; where it only may
 * be, that leaves the same.
 */
class SessionModelSpec extends Specification {
    static final int STEPS = HistoryModelSpec.setting('SNAPDSL_MODEL_STEPS', '24').toInteger()
    static final List<Integer> SEEDS = HistoryModelSpec.setting('SNAPDSL_MODEL_SEEDS', '1..12').split(/\.\./)*.toInteger()
        .with { (it[0]..it[-1]).toList() }
    static final List<String> SESSIONS = ['A', 'B', 'C']
    static final List<String> NAMES = ['a', 'b', 'c', 'd/a', 'd/b', 'e/f/a', 'g/h', 'i']
    static final int LINES = 36

    /** One thing that was done to one file; without a name it is deleted, and a text is a line's or, of a new file, all of it. */
    static record Deed(String session, int file, String kind, Object what) {}

    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    int seed
    Random random
    List<Deed> deeds = []
    int made = 0

    /** By number: each file's name and lines, once all was done that is not the session's. */
    static Map<Integer, Map> world(List<Deed> deeds, String without = null) {
        Map<Integer, Map> there = [:]
        deeds.findAll { it.session() != without }.each { deed ->
            def file = there[deed.file()]
            switch (deed.kind()) {
                case 'make' -> there[deed.file()] = [name: deed.what(), lines: (1..LINES).collect { "$it of ${deed.file()}" as String }]
                case 'edit' -> file?.lines?.set(deed.what()[0], deed.what()[1])
                case 'rename' -> file?.name = deed.what()
                case 'delete' -> there.remove(deed.file())
            }
        }
        there
    }

    static Map<String, String> texts(Map<Integer, Map> world) {
        new TreeMap<>(world.values().collectEntries { [it.name, it.lines.join('\n') + '\n'] })
    }

    static boolean isPossible(Map<Integer, Map> world) {
        def names = world.values()*.name
        names.size() == names.toSet().size()
    }

    def 'what is left without a session is what the others alone would have made, with seed #seed'() {
        given:
        this.seed = seed
        random = new Random(seed)
        (1..3).each { add(new Deed('', ++made, 'make', NAMES[it * 2 - 2])) }
        snap('')
        STEPS.times { step() }
        def last = ws.store.catalog().head(ws.workspace.id()).get()

        expect:
        SESSIONS.findAll { session -> deeds.any { it.session() == session } }.each { session ->
            def others = world(deeds, session)
            def report = reverted(last, session)
            boolean isRefused = !report.conflicts().empty
            boolean mayBeRefused = isDoubtful(session) || hasReplaced(session)
            if (isRefused ? isPossible(others) && !mayBeRefused : !isPossible(others)) {
                throw new AssertionError(told(session, report))
            }
            check(session, report, texts(isRefused ? world(deeds) : others))
            if (isRefused) {
                def decided = reverted(last, session, Resolution.OURS)
                checkNoneLost(session, decided)
                if (isPossible(others) && !hasReplaced(session)) check(session, decided, texts(others))
            }
        }

        where:
        seed << SEEDS
    }

    WorkspaceRevert.Report reverted(Snapshot last, String session, Resolution resolution = null) {
        ws.restore(last)
        ws.revert(new What.Session(session), Optional.ofNullable(resolution))
    }

    void check(String session, WorkspaceRevert.Report report, Map<String, String> expected) {
        def left = files(contents(ws.directory))
        if (left != expected) throw new AssertionError("${told(session, report)}: ${inShort(left)}, not ${inShort(expected)}.")
    }

    /** What it has not made still stands somewhere. */
    void checkNoneLost(String session, WorkspaceRevert.Report report) {
        def left = files(contents(ws.directory)).values()*.readLines()*.last()
        def lost = world(deeds).findAll { file, it -> deeds.find { it.file() == file }.session() != session && !(it.lines.last() in left) }
        if (lost) throw new AssertionError("${told(session, report)}: lost ${inShort(texts(lost))}.")
    }

    /** Others deleted what it had changed, or another file was made where that had been: it may be the same again. */
    boolean isDoubtful(String session) {
        deeds.findAll { it.kind() == 'delete' && it.session() != session }*.file().any { file ->
            def of = deeds.findAll { it.file() == file }
            def names = of.findAll { it.kind() in ['make', 'rename'] }*.what()
            of.any { it.session() == session } && (of[0].session() != session ||
                deeds.any { it.kind() == 'make' && it.what() in names && it.file() > file })
        }
    }

    /** What it made where it had taken another file away looks like a new version of that, and with it was deleted by others. */
    boolean hasReplaced(String session) {
        def taken = deeds.findAll { it.session() == session && it.kind() in ['delete', 'rename'] }*.file()
        def names = deeds.findAll { it.file() in taken && it.kind() in ['make', 'rename'] }*.what()
        def own = deeds.findAll { it.session() == session && it.kind() in ['make', 'rename'] && it.what() in names }*.file()
        deeds.any { it.kind() == 'delete' && it.session() != session && it.file() in own }
    }

    String told(String session, WorkspaceRevert.Report report) {
        "seed $seed, without $session: ${report.conflicts()}\nTo do the same again: SNAPDSL_MODEL_SEEDS=$seed ./gradlew :engine:test --rerun --tests '*SessionModelSpec'\n" +
            deeds.withIndex().collect { deed, i -> "  $i $deed" }.join('\n')
    }

    /** One file, one or two deeds, one snapshot: as agents work. */
    void step() {
        def session = any(SESSIONS)
        def there = world(deeds)
        if (random.nextInt(8) == 0 || there.isEmpty()) {
            make(session)
        } else {
            int file = any(there.keySet().toList())
            switch (random.nextInt(10)) {
                case 0 -> add(new Deed(session, file, 'delete', null))
                case 1..3 -> rename(session, file)
                case 4 -> { rename(session, file); edit(session, file) }
                default -> edit(session, file)
            }
        }
        snap(session)
    }

    private void make(String session) {
        def free = NAMES - world(deeds).values()*.name
        if (free) add(new Deed(session, ++made, 'make', any(free)))
    }

    /** A name that it had before says nothing any more once several have renamed it. */
    private void rename(String session, int file) {
        def of = deeds.findAll { it.file() == file && it.kind() in ['make', 'rename'] }
        def name = any(NAMES)
        if (!of.any { it.what() == name && of.any { it.kind() == 'rename' && it.session() != session } }) {
            add(new Deed(session, file, 'rename', name))
        }
    }

    /** Each session has lines of its own, with others between them. */
    private void edit(String session, int file) {
        def maker = deeds.find { it.file() == file && it.kind() == 'make' }.session()
        if (maker in ['', session]) {
            int line = 6 * random.nextInt(LINES.intdiv(6)) + 2 * SESSIONS.indexOf(session)
            add(new Deed(session, file, 'edit', [line, "by $session, ${deeds.size()}" as String]))
        }
    }

    /** With every third seed, files may want the same name when a session is taken back: one has to be decided for. */
    private void add(Deed deed) {
        def others = seed % 3 == 0 ? [] : SESSIONS
        if (([null] + others).every { isPossible(world(deeds + deed, it)) }) deeds << deed
    }

    private void snap(String session) {
        ws.directory.toFile().listFiles().each { ws.delete(it.name) }
        texts(world(deeds)).each { name, text -> ws.write(name, text) }
        ws.record(Note.manual('', '', session))
    }

    /** Each file's number and what is not as it was made. */
    private static Map<String, List<String>> inShort(Map<String, String> texts) {
        texts.collectEntries { name, text -> [name, [text.readLines()[-1]] + text.readLines().findAll { it.startsWith('by') }] }
    }

    private <T> T any(List<T> all) {
        all[random.nextInt(all.size())]
    }

    def setup() {
        ws = new WorkspaceFixture(base)
    }
}
