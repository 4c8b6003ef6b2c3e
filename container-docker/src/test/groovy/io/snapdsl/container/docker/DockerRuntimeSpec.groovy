package io.snapdsl.container.docker

import io.snapdsl.engine.container.ContainerRuntime.Status
import io.snapdsl.engine.json.Json
import java.time.Duration
import spock.lang.AutoCleanup
import spock.lang.Specification

@NeedsDocker
class DockerRuntimeSpec extends Specification {
    @AutoCleanup
    def docker = DockerEngine.connect()

    def 'a container is created and started, and a command is run in it'() {
        given:
        def id = docker.create(Optional.of('first'), Json.parse('{"Image":"busybox:local","Cmd":["sleep","1000"]}'.bytes))

        when:
        docker.start(id)

        then:
        docker.inspect('first').get().status() == Status.RUNNING
        docker.exec(id, ['sh', '-c', 'echo hi; exit 3'], Duration.ofSeconds(5)).exitCode() == 3

        cleanup:
        docker.remove(id)
    }
}
