package io.snapdsl.web.browser

import com.microsoft.playwright.assertions.PlaywrightAssertions
import io.snapdsl.engine.policy.Declared
import io.snapdsl.engine.policy.Policy
import io.snapdsl.engine.policy.PolicyFile
import io.snapdsl.engine.policy.RestorePlan
import io.snapdsl.engine.policy.When
import io.snapdsl.engine.retention.Limits
import io.snapdsl.engine.run.PolicyRunner
import io.snapdsl.engine.run.RunListener
import io.snapdsl.web.DashboardServer
import io.snapdsl.web.StoreView
import java.nio.file.Path
import spock.lang.Shared

/** Names, goals, reasons, titles, states and policies that want to be markup, or to turn the page around: on every page. */
class HostileSpec extends BrowserSpecification {
    static final String NAME = URLEncoder.encode(ShopStory.HOSTILE_NAME, 'UTF-8')
    static final String SESSION = URLEncoder.encode(ShopStory.HOSTILE_SESSION, 'UTF-8')
    static final String IMAGE = URLEncoder.encode(ShopStory.IMAGE_NAME, 'UTF-8')

    @Shared
    PolicyRunner runner

    @Override
    DashboardServer start() {
        def declared = new Declared.Workspace('hostile', story.hostile.directory(), Optional.empty(), Optional.empty(), Optional.empty())
        def policy = new Policy(ShopStory.HOSTILE_NAME, [declared], [When.Event.RUN_END], Optional.empty(), Limits.NONE, Optional.empty(), [], Optional.empty())
        def plan = new RestorePlan(ShopStory.HOSTILE_NAME, new RestorePlan.Selector.Latest(),
            [new RestorePlan.Step.Restore(declared, Optional.empty(), [], RestorePlan.Mode.IN_PLACE, Optional.empty())], true, RestorePlan.OnFailure.STOP)
        runner = new PolicyRunner(story.store, story.workspaces, story.clock, { throw new IllegalStateException() }, Stub(RunListener))
        runner.use(new PolicyFile(Path.of('/home/me/<b>policy.groovy'), Optional.empty(), [declared], [policy], [plan], [:]))
        DashboardServer.start(new StoreView(story.store, story.workspaces, story.clock, { throw new IllegalStateException() }, Optional.of(runner), Optional.empty()), runner.watched(), [], 0)
    }

    def cleanupSpec() {
        runner?.close()
    }

    def 'nothing comes to life on #address'() {
        when:
        open(address.replace('FIRST', snapshot(1)).replace('SECOND', snapshot(2)).replace('MOMENT', story.hostileMoment.id().hex()))
        PlaywrightAssertions.assertThat(page.locator('main [aria-busy=true]')).hasCount(0)

        then: 'what was named is on it, letter for letter'
        page.locator('main').innerText().contains(shown)

        and: 'but only as text'
        page.evaluate("document.querySelectorAll('img[src=x], main script, main b, main i').length") == 0
        !page.evaluate('document.documentElement.outerHTML').contains('\u202e')
        page.evaluate("document.querySelectorAll('[onerror], [onclick], [onload]').length") == 0
        complaints == []

        when: 'and on a phone nothing of it hangs out at the side'
        page.setViewportSize(390, 844)

        then:
        fits()

        where:
        address                                                     | shown
        '/'                                                         | '<img src=x onerror=alert(1)>'
        '/timeline?subject=hostile'                                 | '<img src=x onerror=alert(1)>'
        '/timeline?subject=hostile&tag=%3Ci%3E'                     | '<i>'
        '/snapshots/FIRST'                                          | '<b>tool</b>'
        '/snapshots/SECOND'                                         | '\\u202eturned'
        '/snapshots/SECOND?layout=split'                            | ShopStory.IMAGE_NAME
        '/snapshots/SECOND/tree'                                    | 'rtl \\u202egnp.exe'
        "/snapshots/SECOND/file?path=$IMAGE"                        | '<script>alert('
        '/snapshots/FIRST/restore'                                  | ShopStory.IMAGE_NAME
        '/snapshots/SECOND/revert'                                  | ShopStory.IMAGE_NAME
        "/file?subject=hostile&path=$IMAGE"                         | ShopStory.IMAGE_NAME
        '/compare?from=FIRST&to=SECOND'                             | ShopStory.IMAGE_NAME
        '/compare?from=FIRST&to=SECOND&layout=split'                | ShopStory.IMAGE_NAME
        '/search?subject=hostile&q=%3Cscript'                       | '<script>alert('
        "/search?q=$IMAGE"                                          | ShopStory.IMAGE_NAME
        '/milestones?subject=hostile'                               | '"><img src=x onerror=alert(1)>'
        '/sessions'                                                 | '"><script>alert(1)</script>'
        "/session?name=$SESSION"                                    | '"><script>alert(1)</script>'
        "/session/replay?name=$SESSION&clock=5"                     | '</script><script>alert(1)</script>'
        "/session/revert?name=$SESSION&subject=hostile"             | '"><script>alert(1)</script>'
        '/moments'                                                  | '<img src=x onerror=alert(1)>'
        '/moments/MOMENT'                                           | '<img src=x onerror=alert(1)>'
        '/moments/MOMENT/restore'                                   | '<img src=x onerror=alert(1)>'
        '/states'                                                   | '"><img src=x onerror=alert(1)>'
        "/state?name=$NAME"                                         | '</script><script>alert(1)</script>'
        '/policies'                                                 | '"><img src=x onerror=alert(1)>'
        "/policies/plan?name=$NAME"                                 | '"><img src=x onerror=alert(1)>'
        '/operations'                                               | '<img src=x onerror=alert(1)>'
        '/storage'                                                  | 'hostile'
        "/timeline?subject=$NAME"                                   | '"><img src=x onerror=alert(1)>'
    }

    def 'the commands beside them are one word for the shell, whatever is in it'() {
        when:
        open("/file?subject=hostile&path=$IMAGE")

        then:
        page.locator('footer code').innerText() == "snapdsl -C ${story.hostile.directory} history '${ShopStory.IMAGE_NAME}'"
    }

    def 'in the list of moments a goal without end leaves room for the id and the parts'() {
        when:
        open('/moments')
        def row = page.locator('.rows li').first()
        def below = page.locator('.rows li').last().boundingBox()
        def box = row.boundingBox()

        then: 'on one line, all of them within the row'
        box.height <= below.height
        row.locator('.tag').all()*.boundingBox().every { it.width > 20 && it.x + it.width <= box.x + box.width }

        and: 'the times end below each other'
        page.locator('.rows time').all()*.boundingBox().collect { Math.round(it.x + it.width) }.toSet().size() == 1
    }

    private String snapshot(long number) {
        story.store.catalog().atSequence(story.hostile.id(), number).get().id().hex()
    }
}
