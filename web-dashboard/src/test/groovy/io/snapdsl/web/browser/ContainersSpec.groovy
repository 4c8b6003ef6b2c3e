package io.snapdsl.web.browser

import com.microsoft.playwright.assertions.PlaywrightAssertions
import groovy.json.JsonOutput
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
import java.time.Duration
import spock.lang.Shared

/** The pages of containers, beside a real engine. */
@NeedsDocker
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
        DashboardServer.start(new StoreView(story.store, story.workspaces, story.clock, { docker }, Optional.empty()), new WatchedWorkspaces(story.store), 0)
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
        screenshot('container-light')

        then:
        page.locator('main').innerText().contains('COLOUR=green')
        !page.content().contains('do-not-show')
        !page.content().contains('hunter2')
        barriers() == []

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

    def 'volumes are browsed'() {
        when:
        open("/snapshots/${taken.id()}/container")
        page.locator('a:text-is("browse")').first().click()
        page.locator('.files a:has-text("report")').click()

        then:
        PlaywrightAssertions.assertThat(page.locator('table code').first()).hasText('kept')
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
}
