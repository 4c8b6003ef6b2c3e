package io.snapdsl.engine.consolidation

import io.snapdsl.engine.Progress
import io.snapdsl.engine.revert.What
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.capture.Coverage
import io.snapdsl.engine.consolidation.Consolidation.Range
import io.snapdsl.engine.consolidation.Consolidation.Request
import io.snapdsl.engine.content.ContentReader
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Trigger
import io.snapdsl.engine.restore.Selection
import io.snapdsl.engine.retention.Removal
import io.snapdsl.engine.verify.StoreVerifier
import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class ConsolidationSpec extends Specification {
    static final SEQUENTIAL = new Strategy.Sequential()
    static final BY_FILES = new Strategy.ByFiles()
    static final BY_TIME = new Strategy.ByTime(Duration.ofHours(1))

    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    /** What each snapshot was taken of. */
    Map<Snapshot, Map<String, String>> taken = [:]

    def setup() {
        ws = new WorkspaceFixture(base)
    }

    Snapshot snap(String tool = '', String goal = '', String session = '') {
        def copy = contents(ws.directory)
        def snapshot = ws.record(Note.manual(tool, goal, session)).snapshot()
        taken[snapshot] = copy
        snapshot
    }

    Snapshot step(String file, Object content, String tool = '', String goal = '') {
        ws.write(file, content)
        snap(tool, goal)
    }

    Consolidation.Consolidated consolidate(Map options = [:], Strategy strategy = SEQUENTIAL) {
        consolidation(options).consolidate(ws.workspace, request(options, strategy))
    }

    Consolidation consolidation(Map options = [:]) {
        new Consolidation(ws.store, ws.clock, Progress.NONE, options.isProtected ?: { false })
    }

    static Request request(Map options, Strategy strategy) {
        new Request(strategy, options.min ?: 2, options.range ?: Range.EVERYTHING, options.keep ?: false, options.diffs ?: false)
    }

    /** Newest first, as log shows them. */
    List<Snapshot> shown() {
        ws.store.catalog().page(ws.workspace.id(), Long.MAX_VALUE, 100_000)
    }

    Snapshot entry(Snapshot snapshot) {
        ws.store.catalog().find(snapshot.id()).get()
    }

    static Map<String, String> contents(Path directory) {
        Map<String, String> found = new TreeMap<>()
        Files.walk(directory).withCloseable { paths ->
            paths.filter { it != directory }.forEach { path ->
                found[directory.relativize(path).toString()] = Files.isSymbolicLink(path) ? "-> ${Files.readSymbolicLink(path)}".toString()
                    : Files.isDirectory(path) ? '(directory)' : path.toFile().text
            }
        }
        found
    }

    static Map<String, String> files(Map<String, String> contents) {
        contents.findAll { it.value != '(directory)' }
    }

    Map<String, String> broughtBack(Snapshot snapshot) {
        def copy = base.resolve('copy')
        assert ws.restorer.restoreTo(copy, snapshot, Selection.Request.EVERYTHING, false).done().problems().empty
        try {
            return contents(copy)
        } finally {
            copy.toFile().deleteDir()
        }
    }

    void storeIsClean() {
        def report = new StoreVerifier(ws.store, Progress.NONE).verify(true)
        assert report.clean: report.structuralFindings() + report.damagedPaths().keySet()
    }

    /** All that is shown and was shown before is as it was; and each exact result is what its newest member was. */
    void pastIsIntact() {
        storeIsClean()
        def all = taken.keySet().collectEntries { [it.id(), it] }
        shown().findAll { !it.removed }.each { snapshot ->
            def original = all[snapshot.id()]
            if (original) assert broughtBack(snapshot) == taken[original]
        }
    }

    def 'neighbours become one that holds what the newest held'() {
        given:
        step('f', 0, 'other')
        def members = (1..4).collect { step('f', it, 'editor', "goal $it") }
        def head = step('f', 5, 'other')

        when:
        def done = consolidate()

        then:
        done.originals() == members
        def result = done.results()[0]
        shown()*.id() == [head, result, taken.keySet()[0]]*.id()
        broughtBack(result) == taken[members[3]]

        and: 'it says what it stands for'
        with(result.facts()) {
            replaces() == members*.id()
            [sequence(), time(), root(), coverage()] == members[3].facts().with { [it.sequence(), it.time(), it.root(), it.coverage()] }
            previous().get() == taken.keySet()[0].id()
            [note().trigger(), note().tool(), note().goal()] == [Trigger.CONSOLIDATION, 'editor', 'goal 1; goal 2; goal 3; goal 4']
            [changes().created(), changes().modified(), changes().deleted()] == [0, 1, 0]
        }
        members.every { entry(it).replacedBy().get() == result.id() && entry(it).removed }

        and: 'the audit log does too'
        def operation = ws.store.auditLog().newest(1)[0]
        [operation.kind(), operation.snapshot().get(), operation.detail()] ==
            ['consolidate', result.id(), 'merge_sequential of #2 #3 #4 #5']
        pastIsIntact()
    }

    def 'the content that only merged snapshots held is gone from the disk'() {
        given:
        def random = new Random(1)
        def members = (1..4).collect {
            def bytes = new byte[1_000_000]
            random.nextBytes(bytes)
            step('f', bytes)
        }
        step('g', 'x')
        def estimate = consolidation().candidates(ws.workspace, request([:], SEQUENTIAL))
        def stored = ws.store.content().sizes().storedBytes()

        when:
        def done = consolidate()

        then: 'on disk the log of what was written goes too'
        done.bytesFreed() > 2_900_000

        and: 'about as much content as was said before'
        estimate*.members() == [members]
        def freed = stored - ws.store.content().sizes().storedBytes()
        Math.abs(estimate[0].bytesEstimated() - freed) < 10_000
        pastIsIntact()
    }

    def 'a single result of a kind is left alone: #min or more are wanted'() {
        given:
        3.times { step('f', it, 'editor') }
        step('f', 9, 'other')

        expect:
        consolidate(min: min).results().size() == results

        where:
        min | results
        3   | 1
        4   | 0
    }

    def 'goals that are many are shortened, what differs is left out'() {
        given:
        (1..20).each { ws.write('f', it); snap("editor ${it % 2}", 'a long goal with the number ' + it, 'run') }
        step('f', 'end')

        when:
        def note = consolidate([:], BY_TIME).results()[0].note()

        then:
        note.goal().length() == 200
        note.goal().endsWith('…')
        note.tool() == ''
        note.session() == 'run'
    }

    def "a session's work is still known as such, and can be taken back, after merging by #strategy.word()"() {
        given: 'two sessions in turns, twice in the same files'
        def lines = (1..19).collect { "line $it" }
        step('shared', lines.join('\n'))
        ['A', 'B', 'A'].eachWithIndex { session, round ->
            3.times {
                lines[1 + 8 * round] = "$session $it"
                ws.write("of $session", "$round $it")
                ws.write('shared', lines.join('\n'))
                snap('editor', '', session)
            }
        }
        step('end', 'x')

        when:
        def done = consolidate([:], strategy)

        then:
        done.results()*.note()*.session() == ['A', 'B', 'A']
        shown().findAll { it.note().session() == 'A' }.size() == 2

        when:
        def report = ws.revert(new What.Session('A'))

        then:
        report.conflicts().empty
        report.reverted()*.id() == [done.results()[2], done.results()[0]]*.id()
        !ws.exists('of A')
        ws.read('of B') == '1 2'
        ws.read('shared') == (1..19).collect { it == 10 ? 'B 2' : "line $it" }.join('\n')
        ws.read('end') == 'x'
        pastIsIntact()

        where:
        strategy << [SEQUENTIAL, BY_FILES, BY_TIME]
    }

    def 'the newest, removed, protected and restored ones are not merged, nor merged across'() {
        given:
        def chain = (1..9).collect { step('f', it) }
        new Removal(ws.store, ws.clock, Progress.NONE).remove([chain[2]], '')
        def restored = ws.restore(chain[0]).done().result().get()
        taken[restored] = contents(ws.directory)
        2.times { chain << step('g', it) }

        when:
        def done = consolidate(isProtected: { it.id() == chain[6].id() })

        then:
        done.results()*.facts()*.replaces() == [chain[0..1], chain[3..5], chain[7..8]]*.collect { it.id() }
        shown()*.sequence() == [12, 11, 10, 9, 7, 6, 3, 2]
        pastIsIntact()
    }

    def 'a tagged one is not merged: its tag names what it holds'() {
        given:
        def before = (1..3).collect { step('f', it) }
        ws.write('f', 'release')
        def release = ws.record(Note.manual('', '', '').tagged(['release'])).snapshot()
        taken[release] = contents(ws.directory)
        def after = (5..8).collect { step('f', it) }

        expect:
        consolidate().results()*.facts()*.replaces() == [before, after[0..2]]*.collect { it.id() }
        pastIsIntact()
    }

    def 'only a range is merged if one is given'() {
        given:
        def chain = (1..8).collect { step('f', it) }

        when:
        def done = consolidate(range: new Range(3, 5))

        then:
        done.originals() == chain[2..4]
        shown()*.sequence() == [8, 7, 6, 5, 2, 1]
        pastIsIntact()
    }

    def 'undo goes to the state that is shown before'() {
        given:
        step('f', 'first', 'other')
        (1..4).each { step('f', it, 'editor') }
        step('f', 'last', 'other')
        consolidate()

        when:
        def seen = (1..2).collect {
            ws.restorer.undo(ws.workspace, '', false)
            ws.read('f')
        } + (1..2).collect {
            ws.restorer.redo(ws.workspace, '', false)
            ws.read('f')
        }

        then:
        seen == ['4', 'first', '4', 'last']
        pastIsIntact()
    }

    def 'steps that an undo took back are not merged, so that undo and redo still find their way'() {
        given:
        (1..5).each { step('f', it) }
        2.times { ws.restorer.undo(ws.workspace, '', false) }

        when:
        def done = consolidate()

        then:
        done.originals()*.sequence() == [1, 2, 3]
        ws.read('f') == '3'

        when:
        2.times { ws.restorer.redo(ws.workspace, '', false) }

        then:
        ws.read('f') == '5'

        when: 'what was not merged is undone step by step'
        2.times { ws.restorer.undo(ws.workspace, '', false) }

        then:
        ws.read('f') == '3'
        pastIsIntact()
    }

    def 'a removed snapshot is passed over by a second undo too'() {
        given:
        def chain = (1..4).collect { step('f', it) }
        new Removal(ws.store, ws.clock, Progress.NONE).remove([chain[2]], '')

        when:
        def seen = (1..2).collect {
            ws.restorer.undo(ws.workspace, '', false)
            ws.read('f')
        }

        then:
        seen == ['2', '1']
    }

    def 'what is merged again stands for all that it ever replaced'() {
        given:
        def chain = (1..3).collect { step('f', it, 'editor') }
        step('f', 'x', 'other')
        def earlier = consolidate().results()[0]
        def more = (4..5).collect { step('f', it, 'editor') }
        step('f', 'end')

        when:
        def done = consolidate([:], BY_TIME)

        then:
        def result = done.results()[0]
        done.originals()*.id() == [earlier, entryAt(4), *more]*.id()
        result.facts().replaces() == [*chain, entryAt(4), *more]*.id()
        [earlier, *chain, *more].every { entry(it).replacedBy().get() == result.id() && entry(it).removed }
        shown()*.sequence() == [7, 6]
        pastIsIntact()
    }

    Snapshot entryAt(long sequence) {
        taken.keySet().find { it.sequence() == sequence }
    }

    def 'originals that are kept can still be used, and go with what is shown in their place'() {
        given:
        def members = (1..3).collect { step('f', it, 'editor') }
        step('f', 'end')
        def sizeBefore = ws.store.content().sizes()

        when:
        def result = consolidate(keep: true).results()[0]

        then:
        shown()*.sequence() == [4, 3]
        members.every { !entry(it).removed && broughtBack(it) == taken[it] }
        ws.store.content().sizes() == sizeBefore
        pastIsIntact()

        when:
        new Removal(ws.store, ws.clock, Progress.NONE).remove([result], '')

        then:
        members.every { entry(it).removed }
        storeIsClean()
    }

    def 'an original that was kept is not reverted by itself: what was before it is not shown any more'() {
        given:
        def chain = (1..4).collect { step("file $it", it) }
        def merged = consolidate(keep: true).results()[0]

        when:
        ws.revert(new What.Snapshots([chain[1]]))

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.NOTHING_TO_REVERT
        e.hint().contains(merged.id().shortHex())
        (1..4).every { ws.exists("file $it") }
    }

    def 'by files: each result has the changes of its own files, and the last is what the newest was'() {
        given:
        step('base', 0)
        step('a', 1)
        step('b', 1)
        step('dir/c', 1)
        step('a', 2)
        step('b', 2)
        def newest = step('a', 3)
        step('end', 0)

        when:
        def results = consolidate(BY_FILES, range: new Range(2, 100)).results()

        then:
        results.collect { files(broughtBack(it)) } == [
            [base: '0', 'dir/c': '1'],
            [base: '0', 'dir/c': '1', b: '2'],
            [base: '0', 'dir/c': '1', b: '2', a: '3']]
        results*.sequence() == [4, 6, 7]
        results*.facts()*.changes()*.created() == [1, 1, 1]
        results[1].facts().previous().get() == results[0].id()
        results[2].root() == newest.root()
        pastIsIntact()

        and: 'there is nothing left to merge by files'
        consolidate(BY_FILES, range: new Range(2, 100)).results().empty
    }

    def 'by files: what is listed before is what is merged, and each result counts what it holds'() {
        given:
        step('a', 1)
        (1..2).each { step("x$it", 'x' * it); step('y', it) }
        step('end', 1)

        when:
        def listed = consolidation().candidates(ws.workspace, request([:], BY_FILES))
        def done = consolidate([:], BY_FILES)

        then:
        listed*.members().flatten()*.sequence() == [4, 3, 5]
        [done.originals().size(), done.results().size()] == [3, listed.size()]
        done.originals() as Set == listed*.members().flatten() as Set
        shown().every { snapshot ->
            def held = files(broughtBack(snapshot))
            def totals = Coverage.decode(new ContentReader(ws.store.content()).chunk(snapshot.facts().coverage())).captured()
            [totals.files(), totals.bytes()] == [held.size(), held.values()*.size().sum()]
        }
        storeIsClean()
    }

    def 'by files: a number that was used for two pairs of hard links does not mix them up'() {
        given:
        step('base', 0)
        ws.write('one', 'old')
        Files.createLink(ws.directory.resolve('two'), ws.directory.resolve('one'))
        snap()
        step('marker', 1)
        ws.delete('one')
        ws.delete('two')
        step('marker', 2)
        ws.write('three', 'new') // likely with the inode that has just become free
        Files.createLink(ws.directory.resolve('four'), ws.directory.resolve('three'))
        snap()
        step('marker', 3)
        step('end', 0)

        when:
        def results = consolidate(BY_FILES, range: new Range(3, 100)).results()

        then:
        files(broughtBack(results[0])) == [base: '0', one: 'old', two: 'old', three: 'new', four: 'new']
        files(broughtBack(results[1])) == [base: '0', three: 'new', four: 'new', marker: '3']
        pastIsIntact()
    }

    def 'random edits, merged by #strategy.word() with seed #seed: every remaining snapshot is as it was'() {
        given:
        def random = new Random(seed)
        def edits = new RandomEdits(random, ws)
        30.times {
            edits.change()
            snap('tool ' + random.nextInt(2))
            if (random.nextInt(12) == 0) {
                def restored = ws.restore(taken.keySet()[random.nextInt(taken.size())]).done().result()
                restored.ifPresent { result -> taken[result] = contents(ws.directory) }
            }
        }
        def head = ws.store.catalog().head(ws.workspace.id())
        def kept = taken.keySet().findAll { random.nextInt(15) == 0 }*.id() as Set
        def before = shown().reverse()

        when: 'twice, for what is merged may be merged again'
        def done = consolidate(strategy, isProtected: { it.id() in kept }, diffs: random.nextBoolean())
        resultsAreRight(strategy, done.results(), before)
        pastIsIntact()
        consolidate(BY_TIME, isProtected: { it.id() in kept }, min: 3)

        then:
        ws.store.catalog().head(ws.workspace.id()) == head
        contents(ws.directory) == taken.values().last()
        shown()*.id().containsAll(kept)
        pastIsIntact()

        and: 'so is what is taken next'
        edits.change()
        broughtBack(snap()) == contents(ws.directory)
        pastIsIntact()

        where:
        [strategy, seed] << [[SEQUENTIAL, BY_FILES, BY_TIME], (1..5)].combinations()
    }

    def 'by files: files become directories and links and back, with seed #seed'() {
        given:
        def random = new Random(seed)
        def edits = new RandomEdits(random, ws)
        step('steady', 0)
        25.times {
            edits.turn(['t', 'u', 'd/v', 'd/w', 'x/y/z'][random.nextInt(5)])
            if (random.nextInt(4) == 0) ws.write('marker ' + random.nextInt(2), it)
            snap()
        }
        def before = shown().reverse()

        when:
        def done = consolidate([:], BY_FILES)

        then:
        done.results().size() > 1
        resultsAreRight(BY_FILES, done.results(), before)
        shown()[0].id() == before.last().id()
        broughtBack(shown()[0]) == contents(ws.directory)
        pastIsIntact()

        where:
        seed << (1..10)
    }

    /** Elsewhere a result is what its newest member was. */
    void resultsAreRight(Strategy strategy, List<Snapshot> results, List<Snapshot> before) {
        if (strategy == BY_FILES) {
            rowsOf(results, before).each { byFilesIsRight(it, before) }
        } else {
            results.each { assert broughtBack(it) == copyOf(before.find { member -> member.sequence() == it.sequence() }) }
        }
    }

    Map<String, String> copyOf(Snapshot snapshot) {
        taken.find { it.key.id() == snapshot.id() }.value
    }

    /** The results whose members are neighbours. */
    static List<List<Snapshot>> rowsOf(List<Snapshot> results, List<Snapshot> before) {
        def merged = results.collectMany { it.facts().replaces() } as Set
        def rows = [[]]
        before.each { entry ->
            if (!(entry.id() in merged)) rows << []
            results.findAll { it.sequence() == entry.sequence() }.each { rows.last() << it }
        }
        rows.findAll()
    }

    /**
     * Each file is as it was before all of them, or as after all of them if its group has been. Only where a file became a
     * directory, it goes with the first group that has something in there.
     */
    void byFilesIsRight(List<Snapshot> row, List<Snapshot> before) {
        def members = before.findIndexValues { entry -> row.any { entry.id() in it.facts().replaces() } }*.intValue()
        def at = { int i -> i < 0 ? [:] : files(copyOf(before[i])) }
        def end = at(members.last())
        def expected = new TreeMap(at(members.first() - 1))
        row.each { result ->
            members.findAll { before[it].id() in result.facts().replaces() }.each { i ->
                def (was, is) = [at(i - 1), at(i)]
                (was.keySet() + is.keySet()).findAll { was[it] != is[it] }.each { path ->
                    if (end.containsKey(path)) {
                        expected.keySet().removeIf { path.startsWith("$it/") }
                        expected.put(path, end[path])
                    } else {
                        expected.remove(path)
                    }
                }
            }
            assert files(broughtBack(result)) == expected
        }
    }

    def 'hundreds of snapshots take seconds, by #strategy.word()'() {
        given:
        (1..200).each { ws.write("dir${it % 5}/file${it % 50}", it); snap() }
        def started = System.nanoTime()

        when:
        def done = consolidate([:], strategy)

        then:
        done.originals().size() == 199
        done.results().size() == results
        Duration.ofNanos(System.nanoTime() - started) < Duration.ofSeconds(20)
        storeIsClean()
        broughtBack(shown()[1]) == taken[taken.keySet()[198]]

        where:
        strategy   | results
        SEQUENTIAL | 1
        BY_FILES   | 50
    }
}
