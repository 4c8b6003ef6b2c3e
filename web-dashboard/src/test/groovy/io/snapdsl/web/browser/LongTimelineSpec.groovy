package io.snapdsl.web.browser

import com.microsoft.playwright.assertions.PlaywrightAssertions
import io.snapdsl.engine.capture.Coverage
import io.snapdsl.engine.capture.WatchedWorkspaces
import io.snapdsl.engine.content.ContentWriter
import io.snapdsl.engine.history.ChangeCounts
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Operation
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.history.Workspaces
import io.snapdsl.engine.store.SnapshotStore
import io.snapdsl.engine.tree.Tree
import io.snapdsl.storage.sqlite.SqliteSnapshotStore
import io.snapdsl.web.DashboardServer
import io.snapdsl.web.StoreView
import java.nio.file.Files
import java.nio.file.Path
import java.time.Clock
import java.time.Duration
import java.time.Instant
import spock.lang.Shared

/**
 * A timeline in which nobody gets to the end by scrolling piece by piece. It is as long as the variable SNAPDSL_LONG_TIMELINE
 * says: a hundred thousand entries take minutes to make, and are no different from some thousands.
 */
class LongTimelineSpec extends BrowserSpecification {
    static final long LENGTH = (System.getenv('SNAPDSL_LONG_TIMELINE') ?: '3000') as long

    @Shared
    SnapshotStore store

    @Override
    DashboardServer start() {
        store = SqliteSnapshotStore.open(base.resolve('long'), Duration.ofSeconds(5))
        def workspaces = new Workspaces(store, Path.of('/no/home'))
        fill(workspaces.register(Files.createDirectories(base.resolve('long-one')), false).workspace())
        DashboardServer.start(new StoreView(store, workspaces, Clock.systemUTC(), { throw new IllegalStateException() }, Optional.empty()),
            new WatchedWorkspaces(store), [], 0)
    }

    private void fill(Subject.Workspace workspace) {
        def writer = new ContentWriter(store.content())
        def root = writer.addObject(Tree.EMPTY.encode())
        def coverage = writer.addObject(new Coverage(new Coverage.Totals(7, 1, 0, 4200), [], []).encode())
        writer.finish()
        writer.close()
        def previous = Optional.empty()
        (1..LENGTH).each { number ->
            def time = Instant.parse('2026-01-01T00:00:00Z') + Duration.ofMinutes(5).multipliedBy(number)
            def snapshot = Snapshot.of(new Snapshot.Facts(workspace.id(), workspace.name(), number, previous, time,
                Note.manual('bench', "change $number", ''), root, coverage, new ChangeCounts(0, 1, 0), Optional.empty(), []))
            store.catalog().publish(snapshot, new Operation(time, 'snap', Optional.of(workspace.id()), Optional.of(snapshot.id()), ''))
            previous = Optional.of(snapshot.id())
        }
    }

    def cleanupSpec() {
        store?.close()
    }

    def 'the whole length is there at once, the middle and the end are one pull at the bar away, and little is held'() {
        when:
        open('/timeline?subject=long-one')

        then: 'as long as all of it'
        numbers().first() == LENGTH
        (page.evaluate('document.documentElement.scrollHeight') as long) > LENGTH * 25

        when:
        page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')

        then:
        PlaywrightAssertions.assertThat(page.locator('.timeline .end')).containsText('begins here')
        page.waitForCondition { 1L in numbers() }

        when:
        page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)')
        page.waitForCondition { inSight() != null && Math.abs(inSight() - LENGTH / 2) < LENGTH / 20 + 100 }

        then: 'nothing is there twice, and what is far away was let go'
        numbers() == numbers().unique(false)
        numbers().size() < 1600

        when: 'the order holds where stretches meet'
        def there = numbers()

        then:
        there == there.sort(false) { -it }
        complaints == []
    }

    def 'while somebody scrolls, frames come in time'() {
        given:
        open('/timeline?subject=long-one')

        when:
        def gaps = page.evaluate('''async () => {
            const gaps = [];
            const began = performance.now();
            let last = began;
            while (last - began < 4000) {
                await new Promise(requestAnimationFrame);
                const now = performance.now();
                gaps.push(now - last);
                last = now;
                scrollBy(0, 60);
            }
            return gaps;
        }''') as List<Number>

        then: 'half of them within a thirtieth of a second, and none of them a stop that one sees as one'
        def sorted = gaps*.doubleValue().sort()
        println "frames: ${sorted.size()}, median ${sorted[sorted.size().intdiv(2)]} ms, 99th percentile ${sorted[(sorted.size() * 0.99) as int]} ms, longest ${sorted.last()} ms"
        sorted[sorted.size().intdiv(2)] < 34
        sorted[(sorted.size() * 0.95) as int] < 100
        numbers().size() < 1600
        complaints == []
    }

    def 'filters still go piece by piece'() {
        when:
        open('/timeline?subject=long-one&grep=7')

        then:
        page.locator('.stretch').count() == 0
        page.locator('.more').count() == 1
        numbers().every { "$it".contains('7') }
    }

    private List<Long> numbers() {
        page.evaluate("[...document.querySelectorAll('.entry .number')].map((one) => Number(one.textContent.slice(1)))").collect { it as long }
    }

    private Long inSight() {
        page.evaluate("Number(document.elementFromPoint(400, 400)?.closest('.entry')?.querySelector('.number')?.textContent.slice(1)) || null") as Long
    }
}
