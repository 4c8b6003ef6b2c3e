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

    def 'every action says which command does the same, with what was filled in'() {
        when:
        open('/timeline?subject=shop')
        page.getByPlaceholder('what this state is about').fill("it's done")

        then:
        footer() == "snapdsl -C ${story.directory} snap -m 'it'\\''s done'"

        when:
        page.locator('h1').hover()

        then:
        footer() == 'snapdsl log shop'

        when:
        page.locator('a.button:text-is("Undo…")').hover()

        then:
        footer() == "snapdsl -C ${story.directory} undo"

        when:
        page.locator('h1').click()
        page.keyboard().press('c')

        then: 'all of them at once, for whoever has no mouse'
        page.locator('#commands dt').allInnerTexts() == ['This page', 'Take a snapshot', 'Undo', 'Redo', 'Milestones']
        page.locator('#commands dd code').count() == 5
        barriers() == []

        and: 'there is no button that changes something and has none'
        ["/snapshots/${story.newest().id()}", "/snapshots/${story.store.catalog().back(story.shop.id(), 2).get().id()}/restore", '/milestones?subject=shop',
         "/moments/${story.moment.id().hex()}/restore", '/state?name=planner', '/session?name=calm-otter-417', '/timeline?subject=shop'].each {
            open(it)
            assert page.evaluate("[...document.querySelectorAll('form[method=post] button')].filter((one) => !one.closest('[data-command]')).length") == 0
            assert page.evaluate("[...document.querySelectorAll('.actions a.button[href*=restore], .actions a.button[href*=revert]')].filter((one) => !one.dataset.command).length") == 0
        }
        complaints == []
    }

    def 'a restore that takes its time says how far it is, on its page and on the overview'() {
        given:
        (1..3000).each { story.write("many/file-$it", 'kept') }
        def full = story.snap('three thousand files')
        story.directory.resolve('many').toFile().deleteDir()
        story.snap('none of them')

        when:
        open("/snapshots/${full.id()}/restore")
        page.evaluate('''() => {
            const bar = document.getElementById('progress');
            new MutationObserver(() => sessionStorage.setItem('told', (sessionStorage.getItem('told') || '') + bar.textContent)).observe(bar, {childList: true, subtree: true});
        }''')
        page.locator('#confirm').click()
        see('all checked')

        then:
        page.evaluate("sessionStorage.getItem('told')").contains('Restoring…')
        page.locator('.notice.good').innerText().contains('3,000 files written')
        Files.list(story.directory.resolve('many')).count() == 3000

        cleanup:
        click('Undo this')
        see('all checked')
    }

    def 'a file and a directory are downloaded with a click'() {
        when:
        open("/snapshots/${story.newest().id()}/file?path=config.json")
        def file = page.waitForDownload { click('Download') }

        then:
        Files.readString(file.path()) == Files.readString(story.directory.resolve('config.json'))

        when:
        open("/snapshots/${story.newest().id()}/tree?path=web")
        def archive = page.waitForDownload { page.locator("text=$button").click() }

        then:
        archive.suggestedFilename().endsWith(ending)
        new String(Files.readAllBytes(archive.path())[0..1] as byte[], 'ISO-8859-1') == magic

        where:
        button            | ending   | magic
        'Download tar.gz' | 'tar.gz' | '\u001f\u008b'
        'Download zip'    | 'zip'    | 'PK'
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
