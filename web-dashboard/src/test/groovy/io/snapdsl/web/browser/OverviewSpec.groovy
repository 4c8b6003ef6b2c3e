package io.snapdsl.web.browser

/** What a user sees first. */
class OverviewSpec extends BrowserSpecification {
    @Override
    ShopStory tell() {
        new ShopStory(base).tellOfShop()
    }

    def 'one look tells what is protected, how it grows, who is at work and what happened lately'() {
        when:
        open('/')

        then:
        page.locator('article.card h2').allInnerTexts().sort() == ['planner', 'shop']
        page.locator('.charts figcaption').allInnerTexts().every { it =~ /^[1-9].* 30 days$/ }
        page.locator('section:has(h2:text-is("Agents at work"))').innerText().contains('calm-otter-417')
        page.locator('section:has(h2:text-is("Lately")) li').count() == 12
        fits()
        complaints == []
        screenshot('overview-shop')
    }

    def 'on a phone the foot takes one line, however long the command is'() {
        when:
        look(390, 844, com.microsoft.playwright.options.ColorScheme.LIGHT)
        open("/snapshots/${story.newest().id()}/file?path=config.json")
        def foot = page.locator('footer').boundingBox()

        then:
        foot.height < 48
        foot.width == 390
        fits()

        when: 'and it is there as a whole for whoever asks'
        page.locator('#all-commands').click()

        then:
        page.locator('#commands dd code').first().innerText() == "snapdsl -C ${story.directory} cat ${story.newest().id().shortHex()} config.json"
        barriers() == []
        complaints == []
    }
}
