package io.snapdsl.web.browser

import com.microsoft.playwright.assertions.LocatorAssertions
import com.microsoft.playwright.assertions.PlaywrightAssertions
import java.nio.file.Files
import java.util.regex.Pattern

/** Everything that can be done on the pages, done with mouse and keyboard, and looked for on the disk. */
class ActionsSpec extends BrowserSpecification {

    def 'a restore is looked at, confirmed, found on the disk, and undone'() {
        given:
        def cart = story.directory.resolve('src/cart.py')
        def now = Files.readString(cart)
        def before = story.store.catalog().back(story.shop.id(), 2).get()

        when:
        open("/snapshots/${before.id()}")
        click('Restore…')

        then: 'nothing has happened yet'
        page.locator('.rows li').allInnerTexts().collect { it.split(/\s+/) as List } ==
            [['touch', 'src'], ['modify', 'src/cart.py'], ['create', 'src/draft.py'], ['delete', 'src/tax.py']]
        Files.readString(cart) == now
        footer().contains('--dry-run')

        when:
        page.locator('#confirm').click()
        see('all checked')
        screenshot('restored')

        then:
        !Files.exists(story.directory.resolve('src/tax.py'))
        Files.exists(story.directory.resolve('src/draft.py'))
        Files.readString(cart) != now

        when:
        click('Undo this')
        see('all checked')

        then:
        Files.readString(cart) == now
        Files.exists(story.directory.resolve('src/tax.py'))
        complaints == []
    }

    def 'one version of one file comes back, and nothing else'() {
        given:
        def now = Files.readString(story.directory.resolve('src/tax.py'))

        when:
        open('/file?subject=shop&path=src/cart.py')
        page.locator('table.list tbody tr').nth(3).locator('text=restore').click()

        then:
        page.locator('.rows li').count() == 1

        when:
        page.locator('#confirm').click()
        see('all checked')

        then:
        Files.readString(story.directory.resolve('src/tax.py')) == now
        !Files.readString(story.directory.resolve('src/cart.py')).contains('TAX')

        cleanup:
        click('Undo this')
        see('all checked')
    }

    def 'a snapshot is taken, pinned and unpinned'() {
        given:
        story.write('notes.txt', 'from the page')

        when:
        open('/timeline?subject=shop')
        page.getByPlaceholder('what this state is about').fill('taken in the browser')
        click('Take a snapshot')
        see('taken in the browser')

        then:
        story.newest().note().goal() == 'taken in the browser'

        when:
        page.getByPlaceholder('why to keep it').fill('as a proof')
        click('Pin')
        see('as a proof')

        then:
        story.store.pins().of(story.newest().id()).get().reason() == 'as a proof'

        when:
        click('Unpin')
        PlaywrightAssertions.assertThat(page.getByPlaceholder('why to keep it')).isVisible()

        then:
        story.store.pins().of(story.newest().id()).empty
        complaints == []
    }

    def 'what one snapshot did is taken back, and what came later stays'() {
        given:
        story.write('a.txt', 'one\n')
        def unwanted = story.snap('adds a')
        story.write('b.txt', 'two\n')
        story.snap('adds b')

        when:
        open("/snapshots/${unwanted.id()}")
        click('Take back…')
        page.locator('#confirm').click()
        see('all checked')

        then:
        !Files.exists(story.directory.resolve('a.txt'))
        Files.exists(story.directory.resolve('b.txt'))
    }

    def 'where somebody changed the same since, nothing is touched until that is decided'() {
        given:
        story.write('c.txt', 'one\n')
        story.snap('c is one')
        story.write('c.txt', 'two\n')
        def unwanted = story.snap('c is two')
        story.write('c.txt', 'three\n')
        story.snap('c is three')

        when:
        open("/snapshots/${unwanted.id()}/revert")

        then:
        page.locator('.rows li').innerText().contains('c.txt')

        when:
        click('Take what was there before')
        see('all checked')

        then:
        Files.readString(story.directory.resolve('c.txt')) == 'one\n'
    }

    def "a session's work is taken back"() {
        given:
        story.write('s.txt', 'by the session\n')
        story.recordAs('short-run', 'writes s')

        when:
        open('/session?name=short-run')
        page.locator('text=Take back its work in shop').click()
        page.locator('#confirm').click()
        see('all checked')

        then:
        !Files.exists(story.directory.resolve('s.txt'))
    }

    def 'a milestone is made, and shown on the timeline'() {
        when:
        open('/milestones?subject=shop')
        page.getByLabel('Title').fill('the browser works')
        page.locator('button.primary').click()
        see('the browser works')
        open('/timeline?subject=shop')

        then:
        page.locator('li.milestone').first().innerText().contains('the browser works')
        story.store.milestones().of(story.shop.id())*.title() == ['cart works', 'the browser works']
    }

    def 'a moment comes back as a whole'() {
        given:
        story.write('src/tax.py', 'broken\n')
        story.states().checkpoint(story.planner, 'lost', '', io.snapdsl.engine.json.CanonicalJson.parse('{"goal": "none"}'))

        when:
        open("/moments/${story.moment.id().hex()}")
        click('Restore all of it…')
        page.locator('#confirm').click()
        see('All of it is back')

        then:
        Files.readString(story.directory.resolve('src/tax.py')).contains('RATES')
        story.states().latest(story.planner).get().state().node().path('goal').asText() == 'add taxes'
        complaints == []
    }

    def 'an older state becomes the current one again'() {
        when:
        open('/state?name=planner&to=1')
        click('Make this the current state again')
        page.waitForURL(Pattern.compile('.*to=\\d+'))

        then:
        story.states().latest(story.planner).get().state().node().path('step').asInt() == 1
    }

    def 'the slider goes through a session step by step'() {
        when:
        open('/session/replay?name=calm-otter-417&clock=1')
        def slider = page.locator('#clock')
        slider.focus()
        (1..4).each { page.keyboard().press('ArrowRight') }

        then:
        PlaywrightAssertions.assertThat(page.locator('#step')).containsText('writing tax.py', new LocatorAssertions.ContainsTextOptions().setTimeout(5000))
        page.locator('output').innerText() == '5'
        page.locator('li.chosen .number').innerText() == '5'
        complaints == []
    }

    private void click(String name) {
        page.locator("a:text-is('$name'), button:text-is('$name')").first().click()
    }

    private void see(String text) {
        PlaywrightAssertions.assertThat(page.locator('main')).containsText(text)
    }

    private String footer() {
        page.locator('footer code').innerText()
    }
}
