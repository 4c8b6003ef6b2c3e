package io.snapdsl.web.browser

import com.microsoft.playwright.options.ColorScheme

/** Every page as a reader gets it: light, dark and on a phone; nothing that shuts anybody out, no script that fails. */
class EveryPageSpec extends BrowserSpecification {

    def 'the page #name can be read by everybody'() {
        given:
        def path = address instanceof Closure ? address.call(story) : address

        when:
        look(1280, 800, ColorScheme.LIGHT)
        open(path)
        screenshot("${name}-light")

        then:
        barriers() == []
        fits()

        when:
        look(1280, 800, ColorScheme.DARK)
        open(path)
        screenshot("${name}-dark")

        then:
        barriers() == []

        when:
        look(390, 844, ColorScheme.LIGHT)
        open(path)
        screenshot("${name}-phone")

        then: 'nothing hangs out at the side'
        fits()
        complaints.findAll { !(name == 'not-found' && it.contains('404')) } == []

        where:
        name          | address
        'overview'    | '/'
        'timeline'    | '/timeline?subject=shop'
        'hostile'     | '/timeline?subject=hostile'
        'snapshot'    | { "/snapshots/${it.store.catalog().back(it.shop.id(), 1).get().id()}" }
        'bad-names'   | { "/snapshots/${it.store.catalog().head(it.hostile.id()).get().id()}" }
        'split'       | { "/snapshots/${it.store.catalog().back(it.shop.id(), 1).get().id()}?layout=split" }
        'tree'        | { "/snapshots/${it.newest().id()}/tree" }
        'file'        | { "/snapshots/${it.newest().id()}/file?path=src/tax.py" }
        'picture'     | { "/snapshots/${it.newest().id()}/file?path=web/logo.png" }
        'versions'    | '/file?subject=shop&path=src/cart.py'
        'compare'     | '/compare?subject=shop&from=@3&to=@latest'
        'compare-any' | '/compare'
        'search'      | '/search?subject=shop&q=tax'
        'search-none' | '/search?subject=shop&q=nothinglikethis'
        'restore'     | { "/snapshots/${it.store.catalog().back(it.shop.id(), 2).get().id()}/restore" }
        'sessions'    | '/sessions'
        'session'     | '/session?name=calm-otter-417'
        'operations'  | '/operations'
        'storage'     | '/storage'
        'not-found'   | '/snapshots/ffffffff'
    }

    private boolean fits() {
        page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')
    }
}
