package io.snapdsl.cli.container

import io.snapdsl.container.docker.DockerEngine
import io.snapdsl.container.docker.NeedsDocker
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.IgnoreIf

/** The ways back into what exists, and what happens to it when they fail. */
@NeedsDocker
class ContainerReplaceSpec extends ContainerSpecification {
    /** Healthy as long as the file in the volume says so. */
    static final Map CHECKED = [Healthcheck: [Test: ['CMD-SHELL', 'grep -q well /data/state'], Interval: 300_000_000, Timeout: 5_000_000_000, Retries: 3]]

    /** Ends as soon as it is started where a file in the volume says so. */
    static final Map FRAGILE = [Cmd: ['sh', '-c', 'test ! -e /data/end || exit 7; trap "exit 3" TERM; while :; do sleep 0.1; done']]

    def 'a snapshot takes the place of a container once its health check finds it well, and the way back leads there too'() {
        given:
        def id = start(CHECKED + withData())
        inside('echo well > /data/state; echo one > /data/file; echo root > /in-the-image; mkdir /data/d; echo x > /data/d/x')
        def first = snapContainer()
        def files = VolumeState.of(data())
        inside('rm -r /data/d; echo two > /data/file; echo new > /data/new; rm /in-the-image')
        def changed = VolumeState.of(data())

        when:
        def answer = restore(first, '--replace', '--health-check', 20)

        then:
        answer.container.name == box
        answer.container.id != id
        status() == 'running'
        inside('cat /in-the-image') == 'root\n'
        VolumeState.of(data()) == files
        engine.containers().findAll { it.startsWith(box) } == [box]

        and: 'what was there before is in a snapshot'
        def log = snapdsl.json('log', box).snapshots
        log.size() == 3
        log[0].trigger == 'restore'

        when:
        restore(log[1].id, '--replace', '--health-check', 20, '--session', 'night')

        then:
        VolumeState.of(data()) == changed
        snapdsl.json('log', box).snapshots[0].session == 'night'
        engine.containers().findAll { it.startsWith(box) } == [box]
        theStoreIsClean()
    }

    def 'a replacement that #fails leaves the old container as it was, under its id and name, with its volumes'() {
        given:
        start(settings + withData([RestartPolicy: [Name: restart]]))
        inside("$spoil; echo one > /data/file; ln /data/file /data/twin")
        def bad = snapContainer()
        inside('echo well > /data/state; rm -f /data/end; echo two > /data/file2; rm /data/twin; chown 5:6 /data/file2; mkfifo /data/pipe')
        def id = engine.inspect(box).Id
        def files = VolumeState.of(data())
        def others = everything()

        when:
        def result = snapdsl.run('container', 'restore', bad, '--replace', '--health-check', 4, '--json')

        then:
        failed(result, 'UNHEALTHY', box)
        engine.inspect(box).Id == id
        status() == 'running'
        VolumeState.of(data()) == files
        everything() == others
        theStoreIsClean()

        and: 'it is as good as before'
        snapContainer()
        snapdsl.json('log', box).snapshots.size() == 3

        where:
        fails                     | restart  | settings  | spoil
        'is found to be unwell'   | 'no'     | CHECKED   | 'echo ill > /data/state'
        'ends at once'            | 'no'     | FRAGILE   | 'touch /data/end'
        'ends and is begun again' | 'always' | FRAGILE   | 'touch /data/end'
    }

    def 'a container that was #was is #was again when its replacement failed'() {
        given:
        start(FRAGILE + withData())
        inside('touch /data/end')
        def bad = snapContainer()
        inside('rm /data/end')
        engine.post("/containers/$box/${was == 'paused' ? 'pause' : 'stop'}")
        def id = engine.inspect(box).Id

        when:
        failed(snapdsl.run('container', 'restore', bad, '--replace', '--json'), 'UNHEALTHY')

        then:
        engine.inspect(box).Id == id
        status() == was

        where:
        was << ['paused', 'exited']
    }

    def 'a replacement whose port someone else has by now fails, and the old container is back; beside, another port is chosen'() {
        given:
        def ports = { String port -> [ExposedPorts: ['80/tcp': [:]], HostConfig: [Binds: ["$box-data:/data".toString()], PortBindings: port ? ['80/tcp': [[HostPort: port]]] : [:]]] }
        start(ports('18123'))
        def first = snapContainer()
        destroy()
        start(ports(null))
        snapContainer()
        start([ExposedPorts: ['80/tcp': [:]], HostConfig: [PortBindings: ['80/tcp': [[HostPort: '18123']]]]], "$box-thief")
        def id = engine.inspect(box).Id

        when:
        def result = snapdsl.run('container', 'restore', first, '--replace', '--json')

        then:
        result.exit != 0
        result.json.error.message.contains('18123')
        engine.inspect(box).Id == id
        status() == 'running'
        engine.containers().findAll { it.startsWith(box) } == [box, "$box-thief".toString()]

        when:
        def beside = restore(first)

        then:
        beside.notes.any { it.contains('18123') }
        status(beside.container.name) == 'running'
        engine.inspect(beside.container.name).NetworkSettings.Ports['80/tcp'][0].HostPort != '18123'
    }

    def 'a network that is gone is asked for before anything is touched'() {
        given:
        engine.post('/networks/create', [Name: "$box-net"])
        start([HostConfig: [NetworkMode: "$box-net".toString()]])
        def id = snapContainer()
        destroy()
        engine.delete("/networks/$box-net")
        def now = start()
        def before = everything()

        expect:
        [['--replace'], []].each { how ->
            def result = snapdsl.run('container', 'restore', id, *how, '--json')
            failed(result, 'CONTAINER_ENGINE_FAILED', "$box-net")
            assert result.json.error.hint.contains("docker network create $box-net")
        }
        engine.inspect(box).Id == now
        status() == 'running'
        everything() == before
    }

    def 'files are not changed under another container that runs'() {
        given:
        start(withData())
        inside('echo one > /data/file')
        def id = snapContainer()
        inside('echo two > /data/file')
        start(withData(), "$box-reader")

        expect:
        [['--replace'], ['--volumes-only']].each {
            failed(snapdsl.run('container', 'restore', id, *it, '--json'), 'IN_USE', "$box-reader", "$box-data")
        }
        status() == 'running'
        inside('cat /data/file') == 'two\n'

        when:
        engine.post("/containers/$box-reader/kill")
        restore(id, '--volumes-only')

        then:
        inside('cat /data/file') == 'one\n'
    }

    def 'volumes alone come back: all, one of them, some paths of one'() {
        given:
        def id = start([HostConfig: [Binds: ["$box-data:/data".toString(), "$box-more:/more".toString()]]])
        inside('mkdir /data/d; for f in /data/a.csv /data/b.txt /data/d/c.csv /more/m; do echo one > $f; done; ln /data/a.csv /data/twin')
        def first = snapContainer()
        def before = VolumeState.of(data())
        def more = VolumeState.of(engine.directory("$box-more"))
        def spoil = { inside('for f in /data/a.csv /data/b.txt /data/d/c.csv /more/m /data/added; do echo two > $f; done; rm -f /data/twin; echo root > /root-file') }
        spoil()

        when:
        restore(first, '--volumes-only')

        then: 'the container is the same, and its own files are as they were'
        engine.inspect(box).Id == id
        inside('cat /root-file') == 'root\n'
        VolumeState.of(data()) == before
        VolumeState.of(engine.directory("$box-more")) == more

        when:
        spoil()
        restore(first, '--volumes-only', '--volume', "$box-more")

        then:
        VolumeState.of(engine.directory("$box-more")) == more
        inside('cat /data/a.csv /data/added') == 'two\ntwo\n'

        when:
        spoil()
        restore(first, '--volumes-only', '--volume', "$box-data", 'd', '*.txt')

        then:
        inside('cat /data/a.csv /data/b.txt /data/d/c.csv /data/added /more/m') == 'two\none\none\ntwo\ntwo\n'
        status() == 'running'
        theStoreIsClean()
    }

    def 'a volume that the container has lost comes back with the replacement, and one of another stays what it is'() {
        given:
        start([HostConfig: [Binds: ["$box-data:/data".toString(), "$box-lost:/lost".toString()]], Volumes: ['/nameless': [:]]])
        inside('echo one > /data/file; echo two > /lost/file; echo three > /nameless/file')
        def id = snapContainer()
        destroy()
        if (exists) {
            start([HostConfig: [Binds: ["$box-lost:/x".toString()]]], "$box-stranger")
            engine.post("/containers/$box-stranger/stop")
        } else {
            engine.delete("/volumes/$box-lost")
        }
        start(withData())

        when:
        restore(id, '--replace')

        then:
        inside('cat /data/file /lost/file /nameless/file') == 'one\ntwo\nthree\n'
        engine.volumes().contains("$box-lost-restored".toString()) == exists

        where:
        exists << [false, true]
    }

    def 'a replacement that fails leaves no volume behind that was made for it'() {
        given:
        start([Cmd: ['sh', '-c', 'test ! -e /lost/end || exit 7; trap "exit 3" TERM; while :; do sleep 0.1; done'], HostConfig: [Binds: ["$box-lost:/lost".toString()]]])
        inside('touch /lost/end')
        def id = snapContainer()
        destroy()
        engine.delete("/volumes/$box-lost")
        start(withData())
        def before = everything()

        when:
        failed(snapdsl.run('container', 'restore', id, '--replace', '--json'), 'UNHEALTHY')

        then:
        everything() == before
        status() == 'running'
    }

    def 'one that goes when it is stopped is never stopped by us'() {
        given:
        start([Volumes: ['/nameless': [:]], HostConfig: [AutoRemove: true]])
        inside('echo one > /nameless/file')
        def id = snapContainer()

        expect:
        [['restore', id, '--replace'], ['restore', id, '--volumes-only'], ['snap', box, '--consistency', 'stop']].each {
            failed(snapdsl.run('container', *it, '--json'), 'IN_USE', '--rm')
        }
        status() == 'running'
        inside('cat /nameless/file') == 'one\n'

        when:
        def beside = restore(id).container.name

        then:
        inside('cat /nameless/file', beside) == 'one\n'
    }

    def 'one that ends again and again is captured all the same'() {
        given:
        start([Cmd: ['sh', '-c', 'exit 1'], HostConfig: [RestartPolicy: [Name: 'always']]])
        eventually { status() == 'restarting' }

        expect:
        (1..3).each { snapContainer() }
        status() in ['restarting', 'running']
    }

    def 'one that is made anew under the same name gets none of the settings of the one before from a snapshot'() {
        given:
        start([Env: ['ONLY_FIRST=1'], Labels: [first: 'yes'], ExposedPorts: ['1/tcp': [:]], Healthcheck: [Test: ['CMD', 'true']]])
        snapContainer()
        destroy()
        start([Env: ['ONLY_SECOND=1']])
        def second = snapContainer()
        def config = engine.inspect(box).Config
        destroy()

        when:
        restore(second, '--name', box)

        then:
        def now = engine.inspect(box).Config
        now.Env == config.Env
        now.Labels.findAll { !it.key.startsWith('snapdsl.') } == [:]
        now.ExposedPorts == config.ExposedPorts
        now.Healthcheck == config.Healthcheck
    }

    def 'an export is an archive that the real tar takes, with owners and links'() {
        given:
        def original = volumeWithEverything("$box-data")
        create(withData())
        def id = snapContainer()
        def file = temp.resolve('data.tar')
        def back = Files.createDirectory(temp.resolve('back'))

        when:
        snapdsl.json('container', 'export', id, "$box-data", '--to', file)
        VolumeState.run(back, 'tar', '-xpf', file.toString(), '--xattrs', '--xattrs-include=*', '--numeric-owner', '--same-owner')

        then:
        VolumeState.of(back.resolve("$box-data")) == VolumeState.of(original)

        and: 'nothing is written over'
        with(snapdsl.run('container', 'export', id, "$box-data", '--to', file)) {
            exit == 4
            err.contains('nothing is overwritten')
        }
        Arrays.equals(snapdsl.run('container', 'export', id, "$box-data").bytes, Files.readAllBytes(file))
    }

    def 'a dry run says what would be, and nothing is'() {
        given:
        start([Env: ['A=1']] + withData())
        def id = snapContainer()
        destroy()
        start([Env: ['A=2']] + withData())
        snapContainer()
        def before = everything()

        when:
        def replace = restore(id, '--replace', '--dry-run')
        def beside = restore(id, '--dry-run')

        then:
        replace.differences.find { it.pointer.contains('Env') }.with { it.before.contains('A=2') && it.after.contains('A=1') }
        beside.name == "$box-restored"
        beside.notes.any { it.contains("$box-data-restored") }
        everything() == before
        snapdsl.json('log', box).snapshots.size() == 2
    }

    def 'a dry run shows every setting that would differ, and none that would not'() {
        given:
        engine.post('/networks/create', [Name: "$box-net"])
        def settings = { boolean first ->
            def pick = { one, other -> first ? one : other }
            [
                Env: ['SAME=1', "X=${pick(1, 2)}".toString()], Cmd: IDLE + pick(['a'], ['b']), Entrypoint: pick([], ['/bin/busybox', 'env']), User: pick('0', '0:0'),
                WorkingDir: pick('/tmp', '/'), Labels: [same: 'x'] + pick([one: 'x'], [other: 'y']), Hostname: pick('one', 'other'),
                StopSignal: pick('SIGTERM', 'TERM'), StopTimeout: pick(3, 4), ExposedPorts: ['80/tcp': [:]] + pick(['81/tcp': [:]], [:]),
                Healthcheck: [Test: ['CMD', 'true'], Interval: pick(1_000_000_000, 2_000_000_000)],
                HostConfig: [
                    Binds: ["$box-data:/data${pick('', ':ro')}".toString()], NetworkMode: "$box-net".toString(), Memory: pick(64, 32) << 20, MemorySwap: 64 << 20,
                    NanoCpus: pick(500_000_000, 1_000_000_000), CapAdd: pick(['NET_ADMIN'], []), RestartPolicy: [Name: pick('always', 'no')],
                    Ulimits: [[Name: 'nofile', Soft: pick(512, 256), Hard: 1024]], Tmpfs: pick(['/one': ''], ['/other': '']), PidsLimit: 77,
                    PortBindings: ['80/tcp': [[HostIp: '127.0.0.1', HostPort: pick('18200', '18201')]]],
                ],
                NetworkingConfig: [EndpointsConfig: [("$box-net".toString()): [Aliases: ['same', pick('one', 'other')]]]],
            ]
        }
        start(settings(true))
        def id = snapContainer()
        destroy()
        start(settings(false))
        snapContainer()

        expect:
        restore(id, '--replace', '--dry-run').differences*.pointer.sort() == [
            '/Cmd/3', '/Entrypoint/0', '/Entrypoint/1', '/Env/1', '/ExposedPorts/81~1tcp', '/Healthcheck/Interval', '/HostConfig/Binds/0',
            '/HostConfig/CapAdd/0', '/HostConfig/Memory', '/HostConfig/NanoCpus', '/HostConfig/PortBindings/80~1tcp/0/HostPort',
            '/HostConfig/RestartPolicy/Name', '/HostConfig/Tmpfs/~1one', '/HostConfig/Tmpfs/~1other', '/HostConfig/Ulimits/0/Soft', '/Hostname',
            '/Labels/one', '/Labels/other', "/NetworkingConfig/EndpointsConfig/$box-net/Aliases/1".toString(), '/StopSignal', '/StopTimeout', '/User',
            '/WorkingDir',
        ]
    }

    def 'what is asked for and is not there, or makes no sense, is refused in words: #words'() {
        given:
        start(withData())
        def id = snapContainer()
        def before = everything()

        when:
        def result = snapdsl.run('container', *words.collect { it == 'ID' ? id : it.replace('BOX', box) }, '--json')

        then:
        result.exit == exit
        result.json.error.message.contains(part)
        noStackTrace(result)
        everything() == before

        where:
        words                                             | exit | part
        ['snap', 'nobody']                                | 2    | 'nobody'
        ['snap', 'BOX', '--volume', 'nothing']            | 2    | 'nothing'
        ['snap', 'BOX', '--consistency', 'hope']          | 2    | 'hope'
        ['restore', 'ffff']                               | 2    | 'ffff'
        ['restore', 'ID', '--name', 'BOX']                | 4    | 'already'
        ['restore', 'ID', '--name', 'no good name!']      | 1    | 'no good name!'
        ['restore', 'ID', '--volumes-only', '--volume', 'x'] | 2 | "no volume 'x'"
        ['restore', 'ID', '--replace', '--volumes-only']  | 2    | 'exclude'
        ['restore', 'ID', '--replace', '--name', 'x']     | 2    | '--name'
        ['restore', 'ID', 'path']                         | 2    | '--volumes-only'
        ['restore', 'ID', '--replace', '--health-check', '0'] | 2 | 'seconds'
        ['restore', 'ID', '--volumes-only', '--volume', 'BOX-data', 'no/such'] | 2 | 'no/such'
        ['export', 'ID', 'nothing']                       | 2    | 'nothing'
    }

    def 'a snapshot whose image someone removed says so, and its volumes still come back'() {
        given:
        start(withData())
        inside('echo one > /data/file')
        def id = snapContainer()
        inside('echo two > /data/file')
        engine.get('/images/json').findAll { it.RepoTags.any { tag -> tag.startsWith("snapdsl/$box") } }.each { engine.delete("/images/$it.Id?force=1") }
        def image = snapdsl.run('cat', id, 'container.json').json.image
        if (engine.has('image', image)) engine.delete("/images/$image?force=1")

        expect:
        [[], ['--replace']].each { failed(snapdsl.run('container', 'restore', id, *it, '--json'), 'CONTAINER_ENGINE_FAILED', 'image') }
        status() == 'running'

        when:
        restore(id, '--volumes-only')

        then:
        inside('cat /data/file') == 'one\n'
    }

    @IgnoreIf({ !DockerEngine.canStart() })
    def 'a portable snapshot is restored on an engine that has never seen its image'() {
        given:
        def second = DockerEngine.start(Files.createDirectory(temp.resolve('second')))
        def original = volumeWithEverything("$box-data")
        start(withData())
        inside('echo mine > /own; rm /bin/vi')
        def portable = snapContainer('--portable')
        def plain = snapdsl.json('container', 'snap', box).id
        def files = VolumeState.of(original)
        def first = address()

        when:
        use(second.address)
        engine.delete('/images/busybox:local')
        def refused = snapdsl.run('container', 'restore', plain, '--json')
        def name = restore(portable).container.name

        then:
        engine.images().size() >= 1
        status(name) == 'running'
        inside('cat /own; ls /bin/vi 2>&1 || true', name).startsWith('mine\n')
        VolumeState.of(engine.directory("$box-data")) == files
        failed(refused, 'CONTAINER_ENGINE_FAILED', 'image')

        cleanup:
        use(first)
        second?.stop()
    }

    private Map withData(Map more = [:]) {
        [HostConfig: [Binds: ["$box-data:/data".toString()]] + more]
    }

    private Path data() {
        engine.directory("$box-data")
    }

    /** All there is of this feature's making, but for images of snapshots. */
    private List<String> everything() {
        engine.containers().findAll { it.startsWith(box) } + engine.volumes() + engine.networks().findAll { it.startsWith(box) }
    }
}
