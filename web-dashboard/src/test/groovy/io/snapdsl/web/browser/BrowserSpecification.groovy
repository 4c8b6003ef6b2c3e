package io.snapdsl.web.browser

import io.snapdsl.engine.capture.WatchedWorkspaces
import com.deque.html.axecore.playwright.AxeBuilder
import com.microsoft.playwright.Browser
import com.microsoft.playwright.BrowserContext
import com.microsoft.playwright.BrowserType
import com.microsoft.playwright.Page
import com.microsoft.playwright.Playwright
import com.microsoft.playwright.options.ColorScheme
import io.snapdsl.web.DashboardServer
import io.snapdsl.web.StoreView
import java.nio.file.Path
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir

/** The real server on a store that the engine made, looked at in a real browser: one for a whole specification. */
@NeedsBrowser
abstract class BrowserSpecification extends Specification {
    static final Path CHROMIUM = Path.of('/usr/bin/chromium')
    private static final Path SCREENSHOTS = Path.of(System.getProperty('snapdsl.screenshots', 'build/screenshots'))

    @Shared
    @TempDir
    Path base
    @Shared
    ShopStory story
    @Shared
    DashboardServer server
    @Shared
    private Playwright playwright
    @Shared
    private Browser browser

    BrowserContext context
    Page page
    /** What went wrong in the browser: scripts that failed, files that were refused, by the policy or the server. */
    List<String> complaints = []

    def setupSpec() {
        story = tell()
        server = start()
        playwright = Playwright.create(new Playwright.CreateOptions().setEnv([PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1']))
        browser = playwright.chromium().launch(new BrowserType.LaunchOptions().setExecutablePath(CHROMIUM).setArgs(
            ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']))
    }

    ShopStory tell() {
        new ShopStory(base).tell()
    }

    DashboardServer start() {
        DashboardServer.start(new StoreView(story.store, story.workspaces, story.clock, { throw new IllegalStateException('no engine here') }, Optional.empty(), Optional.empty()), new WatchedWorkspaces(story.store), [], 0)
    }

    def cleanupSpec() {
        playwright?.close()
        server?.close()
        story?.close()
    }

    def setup() {
        look(1280, 800, ColorScheme.LIGHT)
    }

    def cleanup() {
        context?.close()
    }

    /** From here on pages are looked at so. */
    void look(int width, int height, ColorScheme scheme) {
        context?.close()
        context = browser.newContext(new Browser.NewContextOptions().setViewportSize(width, height).setColorScheme(scheme).setReducedMotion(
            com.microsoft.playwright.options.ReducedMotion.REDUCE))
        context.setDefaultTimeout(15_000)
        page = context.newPage()
        page.onConsoleMessage { if (it.type() == 'error') complaints << it.text() }
        page.onPageError { complaints << it }
        page.onDialog { complaints << "dialog: ${it.message()}".toString(); it.dismiss() }
        page.navigate(server.link())
        page.waitForURL(address('/'))
    }

    String address(String path) {
        "http://127.0.0.1:${server.port()}$path"
    }

    void open(String path) {
        page.navigate(address(path))
    }

    void screenshot(String name, boolean whole = false) {
        page.screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve("${name}.png")).setFullPage(whole))
    }

    /** Light, dark and on a phone: nothing that shuts anybody out, nothing that hangs out at the side; a picture of each. */
    void everybodyCanRead(String name) {
        screenshot("${name}-light")
        assert barriers() == []
        assert fits()
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK))
        screenshot("${name}-dark")
        assert barriers() == []
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT))
        page.setViewportSize(390, 844)
        screenshot("${name}-phone")
        assert fits()
        page.setViewportSize(1280, 800)
    }

    boolean fits() {
        page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')
    }

    /** What axe-core takes for serious, each with where it is. */
    List<String> barriers() {
        new AxeBuilder(page).analyze().violations.findAll { it.impact in ['serious', 'critical'] }
            .collectMany { rule -> rule.nodes.collect { "${rule.id}: ${it.target} ${it.failureSummary}".toString() } }
    }
}
