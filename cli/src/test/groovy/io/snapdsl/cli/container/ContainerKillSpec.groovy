package io.snapdsl.cli.container

import io.snapdsl.cli.Snapdsl
import io.snapdsl.container.docker.DockerEngine
import io.snapdsl.container.docker.NeedsDocker
import java.util.concurrent.TimeUnit
import spock.lang.IgnoreIf

/** Some of the kills; the campaign has them all. */
@NeedsDocker
@IgnoreIf({ !DockerEngine.canStart() })
class ContainerKillSpec extends ContainerKills {
    def '#what, killed at #point, leaves the container free and whole'() {
        expect:
        killAndLook(what, point)

        where:
        what      | point
        'snap'    | 'held'
        'snap'    | 'labelled'
        'restore' | 'created'
        'replace' | 'parked'
        'replace' | 'published'
        'volumes' | 'emptied'
    }

    def 'killed while the engine still waits for the container to end, it is started again once it has'() {
        given: 'one that does not end when it is asked to'
        start([Cmd: ['sh', '-c', 'trap "" TERM; while :; do sleep 0.1; done'], StopTimeout: 4])
        def started = engine.inspect(box).State.StartedAt
        def process = snapdsl.start([:], 'container', 'snap', box, '--consistency', 'stop')

        when:
        eventually(30) { isBeingStopped() }
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS)

        then:
        eventually(30) { engine.inspect(box).State.with { it.Status == 'running' && it.StartedAt != started } }

        when: 'at once something else is begun'
        snapContainer()

        then:
        status() == 'running'
        engine.containers() == [box]
    }

    /** The engine tells nobody, but it is asked for nothing else meanwhile. */
    private boolean isBeingStopped() {
        engine.get('/events?since=0&until=' + (System.currentTimeMillis().intdiv(1000) + 1) + '&filters=' +
            URLEncoder.encode('{"event":["kill"],"container":["' + box + '"]}', 'UTF-8')) as boolean
    }

    def 'the engine, killed during #what, lets go of the container when it is back, and the next command works'() {
        expect:
        engineIsKilled(what, point)

        where:
        what      | point
        'snap'    | 'held'
        'replace' | 'emptied'
    }

    def 'an engine that is killed under a command makes it fail in words, and takes the container along to its next life'() {
        given:
        prepare()
        inside('head -c 300000000 /dev/zero > /data/zeros')

        when:
        def process = snapdsl.start([:], 'container', 'snap', box, '--json')
        eventually(30) { status() == 'paused' || !process.alive }
        own.kill()
        def result = Snapdsl.finish(process)
        own.start()

        then:
        failed(result, result.json.error?.code in ['NO_CONTAINER_ENGINE', 'CONTAINER_ENGINE_FAILED'] ? result.json.error.code : '')
        isNotLeftPaused()
        eventually(30) { status() == 'running' }
        snapContainer()
        engine.containers() == [box]
    }
}
