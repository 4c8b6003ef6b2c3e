package io.snapdsl.container.docker

import static io.snapdsl.engine.ErrorCode.CONTAINER_ENGINE_FAILED
import static io.snapdsl.engine.ErrorCode.IN_USE

import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.container.ContainerRuntime.Health
import io.snapdsl.engine.container.ContainerRuntime.Status
import java.time.Duration
import spock.util.concurrent.PollingConditions

class DockerRuntimeSpec extends DockerSpecification {
    static final Duration SOON = Duration.ofSeconds(10)

    def 'the engine tells who it is, the same each time'() {
        expect:
        docker.engine() == docker.engine()
        docker.engine().id()
        docker.engine().version() ==~ /\d+\..*/
    }

    def 'a container is #status'() {
        given:
        def name = unique('state')
        def id = create(Labels: [who: 'me'])
        docker.rename(id, name)

        when:
        steps.each { docker."$it"(id) }

        then: 'what the engine hears of a pause may come when it has resumed the container already, and is soon put right'
        new PollingConditions(timeout: 10).eventually { assert docker.inspect(name).get().status() == status }
        with(docker.inspect(name).get()) {
            it.id() == id
            it.name() == name
            it.health() == Health.UNKNOWN
            it.image() == docker.image(DockerEngine.IMAGE).get().id()
        }
        with(docker.containers().find { it.id() == id }) {
            it.name() == name
            it.status() == status
            it.labels() == [who: 'me']
            it.image() == DockerEngine.IMAGE
        }

        where:
        status         | steps
        Status.CREATED | []
        Status.RUNNING | ['start']
        Status.RUNNING | ['start', 'start']
        Status.PAUSED  | ['start', 'pause']
        Status.RUNNING | ['start', 'pause', 'resume']
        Status.RUNNING | ['start', 'resume']
        Status.CREATED | ['resume']
        Status.CREATED | ['stop']
        Status.EXITED  | ['start', 'stop']
        Status.EXITED  | ['start', 'pause', 'stop']
        Status.EXITED  | ['start', 'stop', 'stop', 'resume']
    }

    def 'a container is found by its name and the beginning of its id'() {
        given:
        def id = create()

        expect:
        docker.inspect(given(id)).isPresent() == found

        where:
        given                  | found
        ({ it })               | true
        ({ it.substring(0, 9) }) | true
        ({ 'nobody' })         | false
        ({ '' })               | false
        ({ '..' })             | false
        ({ 'no/body?x=1 #' })  | false
        ({ "$it/json" })     | false
    }

    def 'what does not run can not be paused, nor can what is paused'() {
        given:
        def id = run()
        steps.each { docker."$it"(id) }

        when:
        docker.pause(id)

        then:
        def e = thrown(SnapdslException)
        refused(e, CONTAINER_ENGINE_FAILED, id, reason)

        where:
        steps     | reason
        ['stop']  | 'not running'
        ['pause'] | 'already paused'
    }

    def 'a check of its own says how a container is'() {
        given:
        def check = { [Test: ['CMD', 'test', '-e', it], Interval: 100_000_000L, Retries: 1] }
        def well = run(Healthcheck: check('/bin/sh'))
        def ill = run(Healthcheck: check('/nothing'))

        expect:
        docker.inspect(create(Healthcheck: check('/bin/sh'))).get().health() == Health.UNKNOWN
        new PollingConditions(timeout: 10).eventually {
            assert docker.inspect(well).get().health() == Health.HEALTHY
            assert docker.inspect(ill).get().health() == Health.UNHEALTHY
        }
    }

    def 'how a container ended is told'() {
        given:
        def id = run(Cmd: ['sh', '-c', 'exit 7'])

        expect:
        new PollingConditions(timeout: 10).eventually {
            assert docker.inspect(id).get().status() == Status.EXITED
        }
        docker.inspect(id).get().exitCode() == 7
    }

    def 'no setting gets lost between making a container and inspecting it'() {
        given: 'some that docker-java has no idea of, or would write otherwise'
        def config = [
            Hostname: 'böx', Env: ['A=1', 'B=with "quotes" and $x\nnext line', 'EMPTY='], User: '12:34', WorkingDir: '/tmp',
            StopSignal: 'SIGUSR1', StopTimeout: 3, Labels: ['a.b/c': 'ä "quoted" $value', empty: ''],
            Healthcheck: [Test: ['CMD', 'true'], Interval: 5_000_000_000L, StartPeriod: 2_000_000_000L], Tty: true]
        def host = [
            Memory: 64 << 20, MemorySwappiness: 10, NanoCpus: 500_000_000L, CpusetCpus: '0', PidsLimit: 77, OomScoreAdj: 5,
            CapAdd: ['NET_ADMIN'], CapDrop: ['MKNOD'], SecurityOpt: ['no-new-privileges'], ReadonlyRootfs: true,
            MaskedPaths: ['/proc/kcore'], ReadonlyPaths: ['/proc/bus'], CgroupnsMode: 'host',
            Ulimits: [[Name: 'nofile', Soft: 100, Hard: 200]], Tmpfs: ['/run': 'size=1m,mode=1770'], ShmSize: 1 << 20,
            Sysctls: ['net.ipv4.ip_unprivileged_port_start': '0'], ExtraHosts: ['other:10.0.0.9'], Dns: ['10.0.0.1'],
            RestartPolicy: [Name: 'on-failure', MaximumRetryCount: 4], Init: true,
            DeviceCgroupRules: ['c 1:3 r'], LogConfig: [Type: 'json-file', Config: ['max-size': '1m']],
            PortBindings: ['80/tcp': [[HostIp: '127.0.0.1', HostPort: '18080']]]]

        when:
        def id = create(config + [HostConfig: host])

        then:
        def details = docker.inspect(id).get().details()
        config.each { key, value -> assert details.path('Config').path(key) == json(it: value).path('it') }
        host.each { key, value -> assert details.path('HostConfig').path(key) == json(it: value).path('it') }
    }

    def 'a name that is taken is in use, and nothing is made'() {
        given:
        def name = unique('taken')
        def first = create()
        docker.rename(first, name)
        def second = create()
        def before = docker.containers().size()

        when:
        docker.create(Optional.of(name), json(Image: DockerEngine.IMAGE, Cmd: ['true']))

        then:
        def e = thrown(SnapdslException)
        refused(e, IN_USE, name)
        docker.containers().size() == before

        when:
        docker.rename(second, name)

        then:
        e = thrown(SnapdslException)
        refused(e, IN_USE, name)
    }

    def 'a port that is taken is in use'() {
        given:
        def ports = [ExposedPorts: ['80/tcp': [:]], HostConfig: [PortBindings: ['80/tcp': [[HostPort: '18081']]]]]
        run(ports)
        def second = create(ports)

        when:
        docker.start(second)

        then:
        def e = thrown(SnapdslException)
        refused(e, IN_USE, '18081')
    }

    def 'what can not be made or done says why'() {
        when:
        action(docker)

        then:
        def e = thrown(SnapdslException)
        refused(e, CONTAINER_ENGINE_FAILED, *parts)

        where:
        action                                                                      || parts
        ({ it.create(Optional.empty(), json(Image: 'nothing:here')) })              || ['create a container', 'nothing:here']
        ({ it.create(Optional.of('no good'), json(Image: DockerEngine.IMAGE, Cmd: ['a'])) }) || ["'no good'", 'Invalid container name']
        ({ it.create(Optional.empty(), json(Image: DockerEngine.IMAGE)) })                           || ['create a container', 'o command specified']
        ({ it.create(Optional.empty(), json(Image: 7)) })                           || ['create a container']
        ({ it.start('nobody') })                                                    || ["'nobody'", 'No such container']
        ({ it.stop('nobody') })                                                     || ["'nobody'", 'No such container']
        ({ it.resume('nobody') })                                                   || ["'nobody'", 'No such container']
        ({ it.changes('nobody') })                                                  || ["'nobody'", 'No such container']
        ({ it.exec('nobody', ['ls'], SOON) })                                       || ['run ls', 'No such container']
        ({ it.commit('nobody', '', json([:])) })                                        || ["'nobody'", 'No such container']
        ({ it.connect('nobody', 'bridge', json([:])) })                             || ["'nobody'", 'No such container']
    }

    def 'one that is removed goes even if it #steps, with its nameless volumes only if wanted'() {
        given:
        def id = create(Volumes: ['/data': [:]])
        steps.each { docker."$it"(id) }
        def data = docker.inspect(id).get().details().path('Mounts').path(0).path('Name').asText()

        when:
        docker."$removal"(id)

        then:
        docker.inspect(id).empty
        docker.volume(data).isPresent() == kept

        when: 'it is not there'
        docker."$removal"(id)

        then:
        noExceptionThrown()

        cleanup:
        docker.removeVolume(data)

        where:
        [steps, [removal, kept]] << [
            [[], ['start'], ['start', 'pause']],
            [['remove', false], ['removeKeepingVolumes', true]]].combinations()
    }

    def 'one that goes by itself when it ends may be removed at the same time'() {
        given:
        def id = run(HostConfig: [AutoRemove: true])

        when:
        docker.stop(id)
        docker.remove(id)

        then:
        docker.inspect(id).empty
    }

    def 'networks are found by their names, and joined'() {
        given:
        def id = create()

        expect:
        docker.hasNetwork('bridge')
        docker.hasNetwork('none')
        !docker.hasNetwork('nowhere')
        !docker.hasNetwork('')

        when:
        def other = create(HostConfig: [NetworkMode: 'none'])
        docker.connect(other, 'bridge', json([:]))

        then:
        def e = thrown(SnapdslException)
        e.code() == CONTAINER_ENGINE_FAILED

        when: 'one of its own'
        def network = unique('network')
        docker.@engine.post('/networks/create', 'make a network').body(json(Name: network)).run()
        docker.connect(id, network, json(Aliases: ['db', 'cache']))

        then:
        docker.hasNetwork(network)
        docker.inspect(id).get().details().path('NetworkSettings').path('Networks').path(network)
            .path('Aliases')*.asText().containsAll(['db', 'cache'])

        cleanup:
        docker.remove(id)
        if (network) docker.@engine.delete("/networks/$network", 'remove a network').run()
    }

    def 'a command says what it wrote and how it ended'() {
        given:
        def id = run()

        expect:
        docker.exec(id, command, SOON).exitCode() in status
        docker.exec(id, command, SOON).output() ==~ output

        where:
        command                                           | status | output
        ['true']                                          | 0..0 | ''
        ['echo', 'grüße $HOME']                           | 0..0 | 'grüße \\$HOME\n'
        ['sh', '-c', 'echo a; sleep 0.2; echo b >&2; exit 3'] | 3..3 | 'a\nb\n'
        ['sh', '-c', 'sleep 30 & echo left one behind']   | 0..0 | 'left one behind\n'
        ['seq', '1', '100000']                            | 0..0 | /(?s)….{7900,8300}99999\n100000\n/
        ['no-such-command']                               | 126..127 | /(?s).*no-such-command.*/
        ['/etc']                                          | 126..126 | /(?s).*permission denied.*/
    }

    def 'a command that takes too long is not waited for'() {
        given:
        def id = run()
        def start = System.nanoTime()

        when:
        docker.exec(id, ['sleep', '60'], Duration.ofSeconds(1))

        then:
        def e = thrown(SnapdslException)
        refused(e, CONTAINER_ENGINE_FAILED, 'run sleep', '1 s')
        System.nanoTime() - start < 10_000_000_000
    }

    def 'no command runs in a container that does not run'() {
        when:
        docker.exec(create(), ['true'], SOON)

        then:
        def e = thrown(SnapdslException)
        refused(e, CONTAINER_ENGINE_FAILED, 'is not running')
    }
}
