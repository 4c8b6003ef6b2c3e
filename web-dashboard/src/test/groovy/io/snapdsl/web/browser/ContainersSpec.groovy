package io.snapdsl.web.browser

import com.microsoft.playwright.Locator
import com.microsoft.playwright.assertions.LocatorAssertions
import com.microsoft.playwright.assertions.PlaywrightAssertions
import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import io.snapdsl.container.docker.DockerEngine
import io.snapdsl.container.docker.DockerRuntime
import io.snapdsl.container.docker.NeedsDocker
import io.snapdsl.engine.Progress
import io.snapdsl.engine.capture.WatchedWorkspaces
import io.snapdsl.engine.container.CaptureOptions
import io.snapdsl.engine.container.ContainerRecorder
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.json.Json
import io.snapdsl.web.DashboardServer
import io.snapdsl.web.StoreView
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.nio.file.Files
import java.time.Duration
import java.util.regex.Pattern
import spock.lang.Shared
import spock.lang.Stepwise

/** The pages of containers, beside a real engine. */
@NeedsDocker
@Stepwise
class ContainersSpec extends BrowserSpecification {
    @Shared
    DockerRuntime docker
    @Shared
    String box
    @Shared
    Snapshot taken

    @Override
    DashboardServer start() {
        docker = DockerEngine.connect()
        docker.createVolume('web-data', Json.object())
        box = docker.create(Optional.of('web-box'), Json.parse(JsonOutput.toJson([Image: DockerEngine.IMAGE, Cmd: ['sleep', '1000'], StopSignal: 'SIGKILL',
            Env: ['COLOUR=green', 'API_TOKEN=do-not-show', 'DATABASE_URL=postgres://shop:hunter2@db/shop'], HostConfig: [Binds: ['web-data:/data']]]).bytes))
        docker.start(box)
        sh('echo kept > /data/report; echo own > /own')
        taken = new ContainerRecorder(story.store, docker, story.clock, Progress.NONE)
            .record('web-box', CaptureOptions.DEFAULT, Note.manual('', 'before the upgrade', '')).snapshot()
        DashboardServer.start(new StoreView(story.store, story.workspaces, story.clock, { docker }, Optional.empty(), Optional.empty()), new WatchedWorkspaces(story.store), [], 0)
    }

    def cleanupSpec() {
        docker?.with {
            [box, 'web-box', restoredName].findAll().unique().each { name -> inspect(name).ifPresent { found -> remove(found.id()) } }
            close()
        }
    }

    @Shared
    String restoredName

    String sh(String script) {
        def result = docker.exec(box, ['sh', '-c', script], Duration.ofSeconds(20))
        assert result.exitCode() == 0: result.output()
        result.output()
    }

    def 'settings are shown, and secrets only when somebody asks'() {
        when:
        open('/containers')
        page.locator('a:text-is("settings and volumes")').click()

        then:
        page.locator('main').innerText().contains('COLOUR=green')
        !page.content().contains('do-not-show')
        !page.content().contains('hunter2')
        everybodyCanRead('container')

        when:
        page.locator('a:text-is("Show secrets")').click()

        then:
        page.locator('main').innerText().contains('API_TOKEN=do-not-show')

        when: 'nor do other pages tell'
        def pages = ["/snapshots/${taken.id()}", "/snapshots/${taken.id()}/file?path=container.json", '/search?subject=web-box&q=do-not-show'].collect {
            open(it)
            page.content()
        }

        then:
        pages.every { !it.contains('API_TOKEN=do-not-show') }
        complaints == []
    }

    def 'nor does a file of a snapshot tell a program, until it asks: #path'() {
        when:
        def plain = fetch(path)
        def asked = fetch(path + (path.contains('?') ? '&' : '?') + 'secrets=shown')

        then:
        !plain.body().contains('do-not-show')
        !plain.body().contains('hunter2')
        asked.statusCode() == 200
        asked.body().contains('do-not-show')
        asked.body().contains('hunter2')
        asked.headers().firstValue('ETag') != plain.headers().firstValue('ETag')

        where:
        path << ['content?path=container.json', 'patch']
    }

    def 'all of a container is not downloaded by accident'() {
        expect:
        fetch('archive').statusCode() == 400
        fetch('archive?secrets=shown').statusCode() == 200
        fetch('archive?path=volumes').statusCode() == 200
    }

    def 'a program that names a container does not change the one that has lost this name to another'() {
        given:
        docker.rename(box, 'web-old')
        def other = docker.create(Optional.of('web-box'), Json.parse(JsonOutput.toJson([Image: DockerEngine.IMAGE, Cmd: ['sleep', '1000']]).bytes))

        expect:
        [[snapshot: 'web-box@latest'], [snapshot: '@latest', subject: 'web-box']].each { named ->
            ['replace', 'volumes'].each { mode ->
                def answer = post('containers/restore', named + [mode: mode])
                assert answer.body().contains('AMBIGUOUS_SNAPSHOT')
                assert answer.body().contains('web-box is another one by now')
            }
        }

        cleanup:
        docker.remove(other)
        docker.rename(box, 'web-box')
    }

    private HttpResponse<String> post(String path, Map body) {
        def request = HttpRequest.newBuilder(URI.create(address("/api/v1/$path")))
            .header('Authorization', "Bearer ${Files.readString(base.resolve('store/token')).strip()}").header('Content-Type', 'application/json')
            .POST(HttpRequest.BodyPublishers.ofString(JsonOutput.toJson(body))).build()
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString())
    }

    private HttpResponse<String> fetch(String path) {
        def request = HttpRequest.newBuilder(URI.create(address("/api/v1/snapshots/${taken.id()}/$path")))
            .header('Authorization', "Bearer ${Files.readString(base.resolve('store/token')).strip()}").build()
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString())
    }

    def 'volumes are browsed'() {
        when:
        open("/snapshots/${taken.id()}/container")
        page.locator('a:text-is("browse")').first().click()
        page.locator('.files a:has-text("report")').click()

        then:
        PlaywrightAssertions.assertThat(page.locator('table code').first()).hasText('kept')
    }

    def 'what differs from the image is listed'() {
        when:
        open("/snapshots/${taken.id()}/container")

        then:
        page.locator('#image li').allInnerTexts()*.replaceAll(/\s+/, ' ').contains('created /own')
    }

    def 'a snapshot is taken, and what changed in a volume is shown'() {
        given:
        sh('echo changed > /data/report')

        when:
        open('/containers')
        page.locator('button:text-is("Take a snapshot")').click()
        page.waitForURL(Pattern.compile('.*/snapshots/[0-9a-f]+/container'))
        page.locator('a:text-is("what changed")').click()

        then:
        PlaywrightAssertions.assertThat(page.locator('tr.added code')).hasText('changed')
        page.locator('tr.removed code').innerText() == 'kept'
        page.locator('details').count() == 1
        complaints == []
    }

    def 'a container is restored as a new one'() {
        given:
        sh('echo broken > /data/report')

        when:
        open("/snapshots/${taken.id()}/container")
        page.locator('a:has-text("Restore as a new one")').click()
        restoredName = (page.locator('h1').innerText() =~ /Make (.*)\?/)[0][1]
        page.locator('#confirm').click()
        PlaywrightAssertions.assertThat(page.locator('main')).containsText('read back and compared')

        then:
        docker.exec(restoredName, ['cat', '/data/report'], Duration.ofSeconds(20)).output().trim() == 'kept'
        sh('cat /data/report').trim() == 'broken'
        complaints == []
    }

    def 'a container is replaced: looked at, confirmed, verified, and undone'() {
        given:
        sh('echo broken > /data/report')

        when:
        open("/snapshots/${taken.id()}/container")
        page.locator('a:has-text("Replace the one there is")').click()
        everybodyCanRead('container-replace')

        then: 'nothing has happened yet'
        page.locator('h1').innerText() == 'Replace web-box?'
        page.locator('footer code').innerText().endsWith('--replace --dry-run')
        docker.inspect('web-box').get().id() == box
        !page.content().contains('do-not-show')
        barriers() == []

        when:
        def overview = context.newPage()
        overview.navigate(address('/'))
        page.evaluate("""() => {
            const bar = document.getElementById('progress');
            new MutationObserver(() => sessionStorage.setItem('told', bar.textContent)).observe(bar, {childList: true, subtree: true});
        }""")
        page.locator('#confirm').click(new Locator.ClickOptions().setNoWaitAfter(true))

        then: 'whoever looks on sees how far it is'
        PlaywrightAssertions.assertThat(overview.locator('[data-progress] li')).containsText('restore of web-box')

        when:
        PlaywrightAssertions.assertThat(page.locator('h1')).hasText('web-box is back', new LocatorAssertions.HasTextOptions().setTimeout(60_000))
        everybodyCanRead('container-replaced')
        box = docker.inspect('web-box').get().id()

        then:
        page.evaluate("sessionStorage.getItem('told')").contains('restore of web-box')
        page.locator('.notice.good').innerText().contains('1 volume read back and compared')
        page.locator('table.list').innerText().contains('web-data at /data: every file is as in the snapshot')
        sh('cat /data/report').trim() == 'kept'
        barriers() == []

        when:
        page.locator('button:text-is("Undo this")').click()
        PlaywrightAssertions.assertThat(page.locator('.notice.good')).containsText('read back and compared', new LocatorAssertions.ContainsTextOptions().setTimeout(60_000))
        page.waitForCondition { docker.inspect('web-box').get().id() != box }
        box = docker.inspect('web-box').get().id()

        then:
        sh('cat /data/report').trim() == 'broken'
        complaints == []
    }

    def 'only the volumes come back'() {
        given:
        def same = docker.inspect('web-box').get().id()

        when:
        open("/snapshots/${taken.id()}/container")
        page.locator('a:has-text("Only its volumes")').click()
        page.locator('#confirm').click()
        PlaywrightAssertions.assertThat(page.locator('h1')).hasText('The volumes of web-box are back', new LocatorAssertions.HasTextOptions().setTimeout(60_000))

        then:
        docker.inspect('web-box').get().id() == same
        sh('cat /data/report').trim() == 'kept'
        complaints == []
    }

    def 'secrets that would change are told of, and not told'() {
        given:
        docker.remove(box)
        box = docker.create(Optional.of('web-box'), Json.parse(JsonOutput.toJson([Image: DockerEngine.IMAGE, Cmd: ['sleep', '1000'], StopSignal: 'SIGKILL',
            Env: ['COLOUR=red', 'API_TOKEN=another-secret'], HostConfig: [Binds: ['web-data:/data']]]).bytes))
        docker.start(box)

        when:
        open("/snapshots/${taken.id()}/container/restore?mode=replace")
        def hidden = page.content()
        page.locator('a:text-is("Show secrets")').click()
        def shown = page.content()

        then:
        hidden.contains('COLOUR=green') && hidden.contains('API_TOKEN=••••••••')
        ['do-not-show', 'another-secret', 'hunter2'].every { !hidden.contains(it) && shown.contains(it) }
        complaints == []
    }

    def 'a program lists, snaps, looks at and fills containers'() {
        when:
        def listed = ask('/api/v1/containers', null).containers.find { it.name == 'web-box' }
        def held = ask("/api/v1/snapshots/${taken.id()}/container", null)
        def snapped = ask('/api/v1/containers/snap', [container: 'web-box', goal: 'by a program'])
        def preview = ask('/api/v1/containers/restore', [snapshot: taken.id().hex(), mode: 'replace', dryRun: true])
        def filled = ask('/api/v1/containers/restore', [snapshot: taken.id().hex(), mode: 'volumes', volumes: ['web-data']])

        then:
        listed.subject == 'web-box'
        held.name == 'web-box' && held.mounts*.destination == ['/data'] && held.changes.any { it.path == '/own' && it.change == 'created' }
        !held.toString().contains('do-not-show')
        snapped.goal == 'by a program'
        snapped.container.volumes == ['web-data']
        preview.differences.any { it.after?.contains('API_TOKEN=••••••••') }
        !preview.toString().contains('do-not-show')
        filled.container.name == 'web-box'
    }

    private Object ask(String path, Map body) {
        def builder = HttpRequest.newBuilder(URI.create(address(path))).header('Authorization', "Bearer ${Files.readString(base.resolve('store/token')).strip()}")
        def request = (body == null ? builder : builder.POST(HttpRequest.BodyPublishers.ofString(JsonOutput.toJson(body)))).build()
        def response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString())
        assert response.statusCode() == 200: response.body()
        new JsonSlurper().parseText(response.body())
    }
}
