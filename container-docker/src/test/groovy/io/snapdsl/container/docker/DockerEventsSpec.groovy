package io.snapdsl.container.docker

import io.snapdsl.engine.container.ContainerRuntime.Event
import java.nio.file.Path
import java.time.Instant
import java.util.concurrent.CountDownLatch
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.TimeUnit
import spock.lang.Requires
import spock.lang.TempDir

class DockerEventsSpec extends DockerSpecification {
    @TempDir
    Path temp

    def heard = new LinkedBlockingQueue<Event>()

    List<String> hear(String container, String last) {
        def actions = []
        while (actions.empty || actions.last() != last) {
            def event = heard.poll(10, TimeUnit.SECONDS)
            assert event != null: "heard only $actions"
            if (event.container() == container) actions << event.action()
        }
        actions
    }

    def 'what happens to a container is told, from the first moment to the last'() {
        given:
        def events = docker.events({ heard << it }, {})
        def before = Instant.now().minusSeconds(1)

        when:
        def id = create()
        def name = docker.inspect(id).get().name()
        docker.start(id)
        docker.pause(id)
        docker.resume(id)
        docker.stop(id)
        docker.remove(id)

        then:
        def first = heard.poll(10, TimeUnit.SECONDS)
        first.container() == id
        first.name() == name
        first.action() == 'create'
        first.time().isAfter(before) && first.time().isBefore(Instant.now().plusSeconds(1))
        def actions = hear(id, 'destroy')
        actions.containsAll(['start', 'pause', 'unpause', 'die', 'stop'])
        actions.first() == 'start'

        when:
        events.close()
        create()

        then:
        heard.poll(500, TimeUnit.MILLISECONDS) == null

        cleanup:
        events?.close()
    }

    def 'a container that runs out of memory is told of'() {
        given:
        def events = docker.events({ heard << it }, {})

        when:
        def id = run(Cmd: ['sh', '-c', 'sleep 0.2; x=x; while true; do x=$x$x; done'], HostConfig: [Memory: 8 << 20, MemorySwap: 8 << 20])

        then:
        hear(id, 'oom').first() == 'create'

        cleanup:
        events?.close()
    }

    @Requires(value = { DockerEngine.canStart() }, reason = 'an engine to be killed')
    def 'that the engine is gone is told once; that one listens no longer is not'() {
        given:
        def engine = DockerEngine.start(temp.resolve('engine'))
        def mortal = DockerRuntime.connect(engine.address)
        def ended = new CountDownLatch(2)
        def closed = mortal.events({}, { ended.countDown() })
        mortal.events({}, { ended.countDown() })

        when:
        closed.close()
        engine.kill()

        then:
        !ended.await(2, TimeUnit.SECONDS)
        ended.count == 1

        cleanup:
        mortal?.close()
        engine?.stop()
    }
}
