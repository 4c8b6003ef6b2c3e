package io.snapdsl.engine.revert

import static io.snapdsl.engine.history.HistoryModel.contents
import static io.snapdsl.engine.history.HistoryModel.files

import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.history.HistoryModelSpec
import io.snapdsl.engine.history.Note
import java.nio.file.Path
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/**
 * Sessions edit, rename, make and delete the same files in turns, at random, but never the same lines. What the revert of
 * one must leave is found by doing all again without it, in a model that knows files by number, whatever they are called.
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

    /** No two files ever want the same name, whoever is taken back. */
    static boolean isPossible(List<Deed> deeds) {
        ([null] + SESSIONS).every { without ->
            def names = world(deeds, without).values()*.name
            names.size() == names.toSet().size()
        }
    }

    def 'what is left without a session is what the others alone would have made, with seed #seed'() {
        given:
        random = new Random(seed)
        (1..3).each { add(new Deed('', ++made, 'make', NAMES[it * 2 - 2])) }
        snap('')
        STEPS.times { step() }
        def last = ws.store.catalog().head(ws.workspace.id()).get()

        expect:
        SESSIONS.findAll { session -> deeds.any { it.session() == session } }.each { session ->
            ws.restore(last)
            def report = ws.revert(new What.Session(session))
            def (left, expected) = [files(contents(ws.directory)), texts(world(deeds, session))]
            if (!report.conflicts().empty || left != expected) {
                throw new AssertionError("seed $seed, without $session: ${report.conflicts()} ${inShort(left)}, not ${inShort(expected)}.\n" +
                    "To do the same again: SNAPDSL_MODEL_SEEDS=$seed ./gradlew :engine:test --rerun --tests '*SessionModelSpec'\n" +
                    deeds.withIndex().collect { deed, i -> "  $i $deed" }.join('\n'))
            }
        }

        where:
        seed << SEEDS
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
                case 0 -> delete(session, file)
                case 1..3 -> rename(session, file)
                case 4 -> { rename(session, file); edit(session, file) }
                default -> edit(session, file)
            }
        }
        snap(session)
    }

    /** Not where one was deleted: whether that is the same file again, nobody can tell. */
    private void make(String session) {
        def deleted = deeds.findAll { it.kind() == 'delete' }*.file()
        def taken = deeds.findAll { it.file() in deleted && it.kind() in ['make', 'rename'] }*.what()
        def free = NAMES - taken
        if (free) add(new Deed(session, ++made, 'make', any(free)))
    }

    /** What others changed of it would be lost: no question that a revert can answer. */
    private void delete(String session, int file) {
        if (!deeds.any { it.file() == file && it.kind() in ['edit', 'rename'] && it.session() != session }) {
            add(new Deed(session, file, 'delete', null))
        }
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

    private void add(Deed deed) {
        if (isPossible(deeds + deed)) deeds << deed
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
