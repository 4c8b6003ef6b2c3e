package io.snapdsl.web.browser

import com.microsoft.playwright.assertions.LocatorAssertions
import com.microsoft.playwright.assertions.PlaywrightAssertions
import com.microsoft.playwright.options.LoadState
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

/** A timeline in which nobody gets to the end by scrolling piece by piece. */
class LongTimelineSpec extends BrowserSpecification {
    static final int STOPS = 20

    @Shared
    SnapshotStore store
    @Shared
    Subject.Workspace workspace

    /** That of 'timelineCampaign' takes minutes to make. */
    long getLength() {
        3200
    }

    @Override
    DashboardServer start() {
        store = SqliteSnapshotStore.open(base.resolve('long'), Duration.ofSeconds(5))
        def workspaces = new Workspaces(store, Path.of('/no/home'))
        workspace = workspaces.register(Files.createDirectories(base.resolve('long-one')), false).workspace()
        fill()
        DashboardServer.start(new StoreView(store, workspaces, Clock.systemUTC(), { throw new IllegalStateException() }, Optional.empty(), Optional.empty()),
            new WatchedWorkspaces(store), [], 0)
    }

    void fill() {
        def writer = new ContentWriter(store.content())
        def root = writer.addObject(Tree.EMPTY.encode())
        def coverage = writer.addObject(new Coverage(new Coverage.Totals(7, 1, 0, 4200), [], []).encode())
        writer.finish()
        writer.close()
        def previous = Optional.empty()
        (1..length).each { number ->
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
        numbers().first() == length
        (page.evaluate('document.documentElement.scrollHeight') as long) > length * 25

        when:
        page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')

        then:
        PlaywrightAssertions.assertThat(page.locator('.timeline .end')).containsText('begins here')
        page.waitForCondition { 1L in numbers() }

        when:
        page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)')
        page.waitForCondition { inSight().any { Math.abs(it.number - length / 2) < length / 20 + 100 } }

        then: 'nothing is there twice, and what is far away was let go'
        numbers() == numbers().unique(false)
        numbers().size() < 1600

        when: 'the order holds where stretches meet'
        def there = numbers()

        then:
        there == there.sort(false) { -it }
        complaints == []
    }

    def 'wherever somebody stops on the way down, there stand the entries that belong there, each once'() {
        given:
        open('/timeline?subject=long-one')

        expect:
        (0..STOPS).each { stop ->
            page.evaluate("share => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * share)", stop / STOPS as double)
            def seen = []
            page.waitForCondition {
                seen = inSight()
                isFilledInSight() && seen.size() > 10 && seen == inSight()
            }
            def numbers = seen*.number
            assert numbers == (numbers.first()..numbers.last()).toList()
            assert Math.abs(numbers.first() - length * (1 - stop / STOPS)) < length / 50 + 200
            seen.each { row ->
                def snapshot = store.catalog().atSequence(workspace.id(), row.number).get()
                assert [row.goal, row.id] == [snapshot.note().goal(), snapshot.id().shortHex()]
            }
            assert stop != 0 || numbers.first() == length
            assert stop != STOPS || numbers.last() == 1
        }
        complaints == []
    }

    def 'somebody scrolls, and no more is held than a few screens; how evenly it goes is told'() {
        given:
        open('/timeline?subject=long-one')

        when:
        def told = page.evaluate('''async () => {
            const gaps = [];
            const stops = [];
            new PerformanceObserver((list) => stops.push(...list.getEntries().map((one) => one.duration))).observe({entryTypes: ['longtask']});
            const began = performance.now();
            let last = began;
            while (last - began < 4000) {
                await new Promise(requestAnimationFrame);
                const now = performance.now();
                gaps.push(now - last);
                last = now;
                scrollBy(0, 60);
            }
            return {gaps, stops};
        }''') as Map<String, List<Number>>

        then: 'a timing decides nothing: it depends on the machine'
        def sorted = told.gaps*.doubleValue().sort()
        println "$length entries, ${sorted.size()} frames: median ${sorted[sorted.size().intdiv(2)]} ms, 99th percentile ${sorted[(sorted.size() * 0.99) as int]} ms, longest ${sorted.last()} ms; tasks of more than 50 ms: ${told.stops}"
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

    def 'what will go of a long history is looked for when somebody asks, not whenever the page is opened'() {
        when:
        open('/policies')
        page.waitForLoadState(LoadState.NETWORKIDLE)

        then:
        page.locator('main').innerText().contains('The history is long')
        page.locator('main table').count() == 0

        when:
        page.locator('button:text-is("Look what goes")').click()

        then:
        PlaywrightAssertions.assertThat(page.locator('main')).containsText('are left after four weeks', new LocatorAssertions.ContainsTextOptions().setTimeout(120_000))
        page.locator('main table tbody tr').count() == 200
        complaints == []
    }

    def 'a search says where there may be more goals than it shows'() {
        when:
        open('/search?q=change')

        then:
        page.locator('main li').count() >= 50

        when:
        page.locator('a:text-is("All of them, in the timeline")').click()

        then:
        page.url().contains('/timeline?subject=long-one&grep=change')
        numbers().first() == length

        when: 'all of them are shown'
        open("/search?q=change%20$length")

        then:
        page.locator('main').innerText().contains("change $length")
        page.locator('a:text-is("All of them, in the timeline")').count() == (length > 5000 ? 1 : 0)
    }

    List<Long> numbers() {
        page.evaluate("[...document.querySelectorAll('.entry .number')].map((one) => Number(one.textContent.slice(1)))").collect { it as long }
    }

    boolean isFilledInSight() {
        page.evaluate('''() => [...document.querySelectorAll('.stretch:not([data-filled]), .stretch[data-filled] > ol:empty')]
            .every((one) => one.getBoundingClientRect().bottom < 0 || one.getBoundingClientRect().top > innerHeight)''')
    }

    /** The rows that are wholly on the screen. */
    List<Map> inSight() {
        page.evaluate('''() => [...document.querySelectorAll('.entry')].filter((one) => {
            const place = one.getBoundingClientRect();
            return place.top >= 0 && place.bottom <= innerHeight;
        }).map((one) => ({
            number: one.querySelector('.number').textContent.slice(1), goal: one.querySelector('.goal').textContent, id: one.querySelector('.id').textContent,
        }))''').collect { [number: it.number as long, goal: it.goal, id: it.id] }
    }
}
