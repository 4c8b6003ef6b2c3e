package io.snapdsl.web.browser


/** Every page as a reader gets it: light, dark and on a phone; nothing that shuts anybody out, no script that fails. */
class EveryPageSpec extends BrowserSpecification {

    def 'the page #name can be read by everybody'() {
        given:
        def path = address instanceof Closure ? address.call(story) : address

        when:
        open(path)

        then:
        everybodyCanRead(name)
        complaints.findAll { !(name == 'not-found' && it.contains('404')) && !(name == 'refused' && it.contains('409')) } == []

        where:
        name          | address
        'overview'    | '/'
        'timeline'    | '/timeline?subject=shop'
        'hostile'     | '/timeline?subject=hostile'
        'snapshot'    | { "/snapshots/${it.store.catalog().back(it.shop.id(), 1).get().id()}" }
        'bad-names'   | { "/snapshots/${it.store.catalog().atSequence(it.hostile.id(), 2).get().id()}" }
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
        'revert'      | { "/snapshots/${it.store.catalog().back(it.shop.id(), 1).get().id()}/revert" }
        'refused'     | { "/snapshots/${it.store.catalog().atSequence(it.shop.id(), 1).get().id()}/revert" }
        'milestones'  | '/milestones?subject=shop'
        'moments'     | '/moments'
        'moment'      | { "/moments/${it.moment.id().hex()}" }
        'moment-back' | { "/moments/${it.moment.id().hex()}/restore" }
        'states'      | '/states'
        'state'       | '/state?name=planner'
        'replay'      | '/session/replay?name=calm-otter-417&clock=4'
        'containers'  | '/containers'
        'policies'    | '/policies'
        'sessions'    | '/sessions'
        'session'     | '/session?name=calm-otter-417'
        'operations'  | '/operations'
        'storage'     | '/storage'
        'not-found'   | '/snapshots/ffffffff'
    }
}
