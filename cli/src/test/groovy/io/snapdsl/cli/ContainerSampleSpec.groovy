package io.snapdsl.cli

import io.snapdsl.container.docker.DockerEngine
import io.snapdsl.container.docker.NeedsDocker
import io.snapdsl.engine.json.Json
import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import java.util.concurrent.TimeUnit
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir
import spock.util.concurrent.PollingConditions

/** The sample for containers, with an engine. */
@NeedsDocker
class ContainerSampleSpec extends Specification {
    @TempDir
    Path temp

    @AutoCleanup
    def docker = DockerEngine.connect()

    /** Unique, because others may use the engine too. */
    String box = "box-${Long.toHexString(System.nanoTime())}"
    PollingConditions soon = new PollingConditions(timeout: 90)
    Snapdsl snapdsl
    Path script

    def setup() {
        def sample = Path.of(System.getProperty('snapdsl.root'), 'samples/container-agent/policy.groovy')
        def project = Files.createDirectory(temp.resolve('project'))
        snapdsl = new Snapdsl(project, temp.resolve('store'), Files.createDirectory(temp.resolve('home')))
        snapdsl.environment = [DOCKER_HOST: DockerEngine.sharedAddress()]
        script = Files.writeString(project.resolve('policy.groovy'), Files.readString(sample).replace("container('agent-box')", "container('$box')"))
        docker.create(Optional.of(box), Json.parse("""{"Image": "$DockerEngine.IMAGE",
            "Cmd": ["sh", "-c", "trap 'exit 0' TERM; while true; do sleep 0.2; done"],
            "HostConfig": {"Binds": ["$box-data:/data"]}}""".bytes))
        docker.start(box)
    }

    def cleanup() {
        docker.containers().findAll { it.name().startsWith(box) }.each { docker.remove(it.id()) }
        docker.imagesLabelled('snapdsl.capture').findAll { it.labels()['snapdsl.snapshot.container'] == box }
            .sort { it.tags().empty }
            .each { image -> [*image.tags(), image.id(), image.labels()['snapdsl.files']].findAll().each { docker.removeImage(it) } }
        docker.removeVolume("$box-data")
    }

    void write(String text) {
        assert docker.exec(box, ['sh', '-c', "echo $text > /data/file".toString()], Duration.ofSeconds(20)).exitCode() == 0
        Files.writeString(snapdsl.workspace.resolve('file'), text)
    }

    String read() {
        docker.exec(box, ['cat', '/data/file'], Duration.ofSeconds(20)).output().trim()
    }

    def "an agent's run in a container is taken at both ends, and taken back by a plan"() {
        given:
        write('before')
        def running = snapdsl.start([:], 'run', script, '--no-dashboard')
        def printed = new StringBuffer()
        running.consumeProcessOutput(printed, printed)
        soon.eventually { assert printed.contains('Running') }

        when:
        snapdsl.run('session', 'start', 'work')
        soon.eventually { assert printed.contains("of $box") }
        write('after')
        snapdsl.run('session', 'end', 'work')
        soon.eventually { assert printed.toString().findAll("of $box").size() == 2 }
        // Not the process itself, which would stop listening to it.
        running.toHandle().destroy()
        running.waitFor(60, TimeUnit.SECONDS)

        then:
        soon.eventually { assert printed.contains('Stopped.') }

        when:
        def preview = snapdsl.run('restore', '--plan', 'undo-last-run', '--dry-run')

        then:
        preview.exit == 0
        preview.out.contains('replacing the container')
        read() == 'after'

        when:
        def restored = snapdsl.run('restore', '--plan', 'undo-last-run')

        then:
        restored.exit == 0
        read() == 'before'
        Files.readString(snapdsl.workspace.resolve('file')) == 'before'
    }
}
