package io.snapdsl.web.browser

import com.microsoft.playwright.assertions.PlaywrightAssertions
import java.util.regex.Pattern

/** Finding one's way: keys, filters, colours, what is loaded as one scrolls, what happens while one looks on. */
class LookingSpec extends BrowserSpecification {

    def 'keys lead around'() {
        when:
        open('/timeline?subject=shop')
        page.keyboard().press('j')
        page.keyboard().press('j')
        page.keyboard().press('k')
        page.keyboard().press('j')
        page.keyboard().press('Enter')
        page.waitForURL(Pattern.compile('.*/snapshots/.*'))

        then:
        page.locator('h1').innerText() == 'agent: add tax'

        when:
        page.keyboard().press('?')

        then:
        page.locator('#keys').isVisible()

        when:
        page.keyboard().press('Escape')
        page.keyboard().press('g')
        page.keyboard().press('o')
        page.waitForURL(address('/'))
        page.keyboard().press('/')
        page.waitForURL(address('/search'))
        page.keyboard().press('/')
        page.keyboard().type('rounding')
        page.keyboard().press('Enter')

        then:
        PlaywrightAssertions.assertThat(page.locator('main')).containsText('fix rounding of totals')
        complaints == []
    }

    def 'the timeline is filtered as somebody types, and the address can be kept'() {
        when:
        open('/timeline?subject=shop')
        page.locator('[name=grep]').pressSequentially('rounding')
        page.waitForURL(Pattern.compile('.*grep=rounding.*'))

        then:
        PlaywrightAssertions.assertThat(page.locator('.entry .goal').first()).hasText('fix rounding of totals')
        page.locator('.entry .goal').allInnerTexts().every { it.contains('rounding') }

        when:
        page.reload()

        then:
        page.locator('[name=grep]').inputValue() == 'rounding'
        page.locator('.entry .goal').allInnerTexts().every { it.contains('rounding') }
    }

    def 'the timeline tells of each snapshot what it is, and marks what is special'() {
        given:
        open('/timeline?subject=shop')
        def row = { String text -> page.locator(".entry:has-text('$text')").first().innerText().split('\n')*.trim() }

        expect: 'trigger, tool, goal, session, changed files, size'
        row('agent: add tax').containsAll(['#58', 'agent: add tax', 'claude manual', 'calm-otter-417', '+1 ~1 −1'])
        row('agent: add tax').any { it ==~ /\d.* kB/ }
        row('release 1.0').contains('pinned release')
        page.locator(".entry:has-text('6 merged')").count() == 1

        and: 'a milestone is a range'
        def milestone = story.store.milestones().of(story.shop.id()).find { it.title() == 'cart works' }
        page.locator('li.milestone').last().innerText().contains("#${milestone.first()} to #${milestone.last()}")
        page.locator('.entry.ranged').allTextContents().every { milestone.contains((it =~ /#(\d+)/)[0][1] as long) }

        when: 'somebody else changed something'
        story.write('by-hand.txt', 'nobody announced it')
        story.recordAnnounced('src', 'after an unknown change')
        open('/timeline?subject=shop')

        then:
        page.locator(".entry:has-text('unknown change') .tag.warn").count() >= 1
    }

    def 'the chain is verified where it is shown'() {
        when:
        open("/snapshots/${story.store.catalog().atSequence(story.shop.id(), 58).get().id()}")

        then:
        page.locator('dl.facts').first().innerText().contains('✓ the entry is what its id says, and follows the one before it')
    }

    def 'storage tells what takes the space, and which files are the largest'() {
        when:
        open('/storage')
        PlaywrightAssertions.assertThat(page.locator('main [aria-busy=true]')).hasCount(0)
        def row = page.locator('table.list tr:has-text("shop")').innerText().split('\t')*.trim()

        then:
        row[4] ==~ /[\d.]+ kB/
        row[5] == 'nothing'

        when:
        page.locator('section:has(h2:text-is("The largest files")) summary:has-text("shop")').click()

        then:
        PlaywrightAssertions.assertThat(page.locator('.rows a.path').first()).containsText('src/cart.py')
        complaints == []
    }

    def 'older snapshots come as somebody scrolls'() {
        given:
        120.times { story.write('many.txt', "$it"); story.snap("number $it") }

        when:
        open('/timeline?subject=shop')

        then:
        page.locator('.entry').count() == 100

        when:
        page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')

        then:
        PlaywrightAssertions.assertThat(page.locator('.timeline .end')).containsText('begins here')
        page.waitForCondition { page.locator('.entry').count() > 150 }
        complaints == []
    }

    def 'source is coloured, in files, differences and states'() {
        when:
        open(path instanceof Closure ? path.call(story) : path)

        then:
        PlaywrightAssertions.assertThat(page.locator('[data-coloured] .hljs-string').first()).isVisible()
        complaints == []

        where:
        path << ['/state?name=planner', { "/snapshots/${it.store.catalog().head(it.shop.id()).get().id()}/file?path=config.json" },
                 { "/snapshots/${it.store.catalog().atSequence(it.shop.id(), 58).get().id()}?layout=split" }]
    }

    def 'the theme is chosen, and stays chosen'() {
        when:
        open('/')
        page.locator('#theme').click()
        page.locator('#theme').click()
        open('/storage')

        then:
        page.locator('html').getAttribute('data-theme') == 'dark'
        page.evaluate('getComputedStyle(document.body).backgroundColor') == 'rgb(20, 23, 28)'
    }

    def 'what happens elsewhere shows up on the overview by itself'() {
        when:
        open('/')
        story.write('live.txt', 'now')
        story.snap('seen without a click')

        then:
        PlaywrightAssertions.assertThat(page.locator('main')).containsText('seen without a click')
    }

    def 'hostile names are shown as what they are, and lead where they should'() {
        when:
        open("/snapshots/${story.store.catalog().head(story.hostile.id()).get().id()}/tree")
        page.locator('.files a').filter(new com.microsoft.playwright.Locator.FilterOptions().setHasText('onerror')).click()

        then:
        page.locator('h1').innerText() == ShopStory.IMAGE_NAME
        page.locator('table code').innerText().contains('<script>')

        when:
        page.locator('text=All versions').click()
        PlaywrightAssertions.assertThat(page.locator('table.list tbody tr')).hasCount(2)
        page.locator('text=Compare the chosen two').click()

        then:
        PlaywrightAssertions.assertThat(page.locator('table.diff tr.added')).containsText('changed')
        complaints == []
    }

    def 'a picture is shown'() {
        when:
        open("/snapshots/${story.newest().id()}/file?path=web/logo.png")

        then:
        page.evaluate("document.querySelector('.picture img').naturalWidth") == 160
        complaints == []
    }

    def 'the first page is small'() {
        when:
        open('/')
        page.waitForLoadState()
        def bytes = page.evaluate("""[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
            .reduce((sum, one) => sum + one.encodedBodySize, 0)""") as long

        then:
        bytes > 5_000
        bytes <= 300_000
    }
}
