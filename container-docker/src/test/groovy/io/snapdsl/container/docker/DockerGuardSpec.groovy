package io.snapdsl.container.docker

import io.snapdsl.engine.container.ContainerRuntime.Release
import io.snapdsl.engine.container.ContainerRuntime.Status
import spock.util.concurrent.PollingConditions

class DockerGuardSpec extends DockerSpecification {
    def soon = new PollingConditions(timeout: 20)

    /** Another process that holds a container; killed before it lets go. */
    void holdAndDie(String container, Release release, String hold) {
        def process = new ProcessBuilder(
            "${System.getProperty('java.home')}/bin/java", '-cp', System.getProperty('java.class.path'),
            Holding.name, DockerEngine.sharedAddress(), container, release.name(), hold)
            .redirectError(ProcessBuilder.Redirect.INHERIT).start()
        assert process.inputStream.newReader().readLine() == 'held'
        assert docker.status(container).get() != Status.RUNNING
        process.destroyForcibly().waitFor()
    }

    static class Holding {
        static void main(String[] arguments) {
            def (address, container, release, hold) = arguments
            def docker = DockerRuntime.connect(address)
            docker.guard(container, Release.valueOf(release))
            docker."$hold"(container)
            println 'held'
            Thread.sleep(60_000)
        }
    }

    def 'a container is let go when the process that held it is killed: #release'() {
        given:
        def id = run()

        when:
        holdAndDie(id, release, hold)

        then:
        soon.eventually { assert docker.inspect(id).get().status() == Status.RUNNING }

        where:
        release        | hold
        Release.RESUME | 'pause'
        Release.START  | 'stop'
    }

    def 'a guard that was dismissed does nothing and goes'() {
        given:
        def id = run()
        def before = ProcessHandle.current().children().toList()
        def guard = docker.guard(id, Release.RESUME)
        docker.pause(id)
        def process = ProcessHandle.current().children().toList() - before

        when:
        guard.close()

        then:
        process.size() == 1
        soon.eventually { assert !process[0].alive }
        docker.inspect(id).get().status() == Status.PAUSED
    }
}
