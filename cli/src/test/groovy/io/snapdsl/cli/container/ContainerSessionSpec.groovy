package io.snapdsl.cli.container

import io.snapdsl.container.docker.NeedsDocker

@NeedsDocker
class ContainerSessionSpec extends ContainerSpecification {
    def 'a session keeps a container before its agent gets to work, and what it left of it'() {
        given:
        start([HostConfig: [Binds: ["$box-data:/data".toString()]]])
        inside('echo before > /data/file')

        when:
        def started = snapdsl.json('session', 'start', 'night', '--container', box)
        inside('echo after > /data/file; touch /own')
        def ended = snapdsl.json('session', 'end', 'night')

        then:
        def log = snapdsl.json('log', box).snapshots
        log*.trigger == ['run_end', 'run_start']
        log*.session == ['night', 'night']
        started.containers == [[name: box, snapshotId: log[1].id]]
        ended.containers == [[name: box, snapshotId: log[0].id]]
        snapdsl.run('cat', log[1].id, "volumes/$box-data/file").out == 'before\n'
        status() == 'running'
    }

    def 'what nobody changed needs no second snapshot'() {
        given:
        start()

        when:
        snapdsl.json('session', 'start', 'night', '--container', box)

        then:
        snapdsl.json('session', 'end', 'night').containers == []
        snapdsl.json('log', box).snapshots*.trigger == ['run_start']
    }

    def 'a container that is not there keeps no session from starting or ending, and is told'() {
        when:
        def started = snapdsl.run('session', 'start', 'night', '--container', "$box-none", '--json')

        then:
        started.exit == 3
        started.json.id == 'night'
        started.json.containerFailures*.contains("no container '$box-none'") == [true]

        when:
        start()
        snapdsl.json('session', 'start', 'day', '--container', box)
        destroy()
        def ended = snapdsl.run('session', 'end', 'day')

        then:
        ended.exit == 3
        ended.err.contains("The container $box could not be kept")
        snapdsl.json('session', 'show', 'day').ended
    }
}
