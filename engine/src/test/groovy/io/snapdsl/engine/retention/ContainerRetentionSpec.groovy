package io.snapdsl.engine.retention

import io.snapdsl.engine.Progress
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.capture.Coverage
import io.snapdsl.engine.container.ContainerManifest
import io.snapdsl.engine.container.ContainerRuntime.Status
import io.snapdsl.engine.container.ContainerSettings
import io.snapdsl.engine.content.Content
import io.snapdsl.engine.content.ContentWriter
import io.snapdsl.engine.content.Hash
import io.snapdsl.engine.history.ChangeCounts
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Operation
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.json.Json
import io.snapdsl.engine.retention.Explanation.Fate.Kept
import io.snapdsl.engine.tree.Name
import io.snapdsl.engine.tree.Tree
import io.snapdsl.engine.tree.TreeEntry
import java.nio.file.Path
import java.time.Clock
import java.time.Duration
import java.time.Instant
import java.time.ZoneOffset
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/** What is kept of containers where nobody says anything else. */
class ContainerRetentionSpec extends Specification {
    static final NOW = Instant.parse('2026-06-15T12:00:00Z')
    static final CLOCK = Clock.fixed(NOW, ZoneOffset.UTC)

    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    def setup() {
        ws = new WorkspaceFixture(base)
    }

    Subject.Container box(String name) {
        ws.store.subjects().registerContainer(name, 'an engine', name, "id of $name")
    }

    Snapshot snap(Subject.Container box, Instant time, byte[] bytes = "$time".bytes, String image = "image of $time", long imageBytes = 0) {
        Hash root = null
        Hash coverage = null
        new ContentWriter(ws.store.content()).withCloseable { writer ->
            def manifest = new ContainerManifest(box.name(), 'id', 'engine', Status.RUNNING, image, [], imageBytes, '', false, new ContainerSettings(Json.object()), [])
            def files = ['container.json': manifest.encode(), 'volume': bytes].collect { name, content ->
                def hash = Hash.of(content)
                writer.chunk(hash, content, 0, content.length)
                new TreeEntry.FileEntry(Name.of(name), 0644, time, content.length, Content.whole(hash), OptionalLong.empty())
            }
            root = writer.addObject(new Tree(files).encode())
            coverage = writer.addObject(new Coverage(new Coverage.Totals(1, 0, 0, bytes.length), [], []).encode())
            writer.finish()
        }
        def head = ws.store.catalog().head(box.id())
        def snapshot = Snapshot.of(new Snapshot.Facts(box.id(), box.name(), head.map { it.sequence() }.orElse(0L) + 1, head.map { it.id() },
            time, Note.manual('', '', ''), root, coverage, ChangeCounts.NONE, Optional.empty(), []))
        ws.store.catalog().publish(snapshot, new Operation(time, 'snap', Optional.of(box.id()), Optional.of(snapshot.id()), ''))
        snapshot
    }

    List<Snapshot> every(Duration apart, int count, Subject.Container box) {
        (count - 1..0).collect { snap(box, NOW - apart.multipliedBy(it)) }
    }

    Pruning getPruning() {
        new Pruning(ws.store, CLOCK, Progress.NONE)
    }

    List<Decision> prune(List<Subject> subjects, Limits limits = DefaultRetention.CONTAINER_LIMITS) {
        pruning.prune(new Pruning.Request(subjects.collectEntries { [it, [DefaultRetention.rules(it, ZoneOffset.UTC)]] }, limits)).decisions()
    }

    List<Long> left(Subject subject) {
        ws.store.catalog().page(subject.id(), Long.MAX_VALUE, 1000).findAll { !it.removed }*.sequence()
    }

    static byte[] noise(long seed, int count) {
        def bytes = new byte[count]
        new Random(seed).nextBytes(bytes)
        bytes
    }

    def 'first goes what is older than 7 days, then what is more than 10 of a container'() {
        given:
        def seldom = box('seldom')
        def often = box('often')
        every(Duration.ofDays(1), 20, seldom)
        every(Duration.ofHours(1), 20, often)

        when:
        def decisions = prune([seldom, often])

        then:
        left(seldom) == (20..13).toList()
        left(often) == (20..11).toList()
        decisions.findAll { it.subject() == seldom && !it.keep() }*.reasons().flatten().toSet() == ['no rule keeps it'] as Set
        decisions.findAll { it.subject() == often && !it.keep() }*.reasons().flatten().toSet() == ['over the limit of 10 per container'] as Set
    }

    def 'the newest stays however old it is, and what is pinned takes nobody s place'() {
        given:
        def old = box('old')
        snap(old, NOW - Duration.ofDays(60))
        def pinned = box('pinned')
        def snapshots = every(Duration.ofHours(1), 15, pinned)
        new Pinning(ws.store, CLOCK).pin([snapshots[0], snapshots[12]], 'good')

        when:
        prune([old, pinned])

        then:
        left(old) == [1]
        left(pinned) == ((15..5) + [1])
    }

    def 'of all containers together 100 stay, the newest; workspaces are not counted'() {
        given:
        def boxes = (1..12).collect { box("box-$it") }
        boxes.eachWithIndex { box, n -> every(Duration.ofMinutes(1 + n), 10, box) }
        ws.write('file', 'x')
        ws.record(Note.manual('', '', ''), ws.workspace, CLOCK)

        when:
        prune(boxes)

        then:
        boxes.sum { left(it).size() } == 100
        left(boxes[0]).size() == 10
        left(boxes[11]).size() < 10
        left(ws.workspace) == [1]
    }

    def 'what workspaces take is not the containers to make room for'() {
        given:
        def box = box('box')
        (3..0).each { snap(box, NOW - Duration.ofHours(it), noise(it, 100_000)) }
        ws.write('large', noise(99, 2_000_000))
        ws.record(Note.manual('', '', ''), ws.workspace, CLOCK)

        when: 'all four fit'
        def pruned = pruning.prune(new Pruning.Request([(box): []], new Limits(Optional.empty(), Optional.empty(), Optional.of(500_000L))))

        then:
        left(box) == [4, 3, 2, 1]
        !pruned.tooLarge()

        when: 'two do'
        pruned = pruning.prune(new Pruning.Request([(box): []], new Limits(Optional.empty(), Optional.empty(), Optional.of(250_000L))))

        then:
        left(box) == [4, 3]
        !pruned.tooLarge()

        when: 'not even the newest does'
        pruned = pruning.prune(new Pruning.Request([(box): []], new Limits(Optional.empty(), Optional.empty(), Optional.of(50_000L))))

        then:
        left(box) == [4]
        pruned.tooLarge()
    }

    def 'the images that an engine keeps count too, each once, as large as they were said to be'() {
        given: 'the two newest share one'
        def box = box('box')
        [[3, 'a'], [2, 'b'], [1, 'c'], [0, 'c']].each { hours, image -> snap(box, NOW - Duration.ofHours(hours), noise(hours, 10), image, 1_000_000) }
        def within = { long bytes -> pruning.prune(new Pruning.Request([(box): []], new Limits(Optional.empty(), Optional.empty(), Optional.of(bytes)))) }

        expect: 'a little is needed for what is in the store'
        !within(3_100_000).tooLarge()
        left(box) == [4, 3, 2, 1]
        !within(2_100_000).tooLarge()
        left(box) == [4, 3, 2]
        !within(1_900_000).tooLarge()
        left(box) == [4, 3]
        within(900_000).tooLarge()
        left(box) == [4]
    }

    def 'a snapshot says what keeps it: age and number both'() {
        given:
        def box = box('box')
        def snapshots = every(Duration.ofHours(12), 20, box)
        new Pinning(ws.store, CLOCK).pin([snapshots[15]], 'good')
        def reasons = { Snapshot it ->
            (Explanation.of(it, ws.store, CLOCK).fate() as Kept).reasons()
        }

        expect:
        reasons(snapshots[19]) == ['the newest of box', 'within 7 days']
        reasons(snapshots[15]) == ['pinned: good', 'within 7 days']
        snapshots[9..14].every { reasons(it) == ['within 7 days'] }
        snapshots[0..8].every { reasons(it) == [] }

        when:
        prune([box])

        then:
        left(box) == (20..10).toList()
    }
}
