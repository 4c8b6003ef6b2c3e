package io.snapdsl.cli.container

import io.snapdsl.cli.Snapdsl
import io.snapdsl.container.docker.NeedsDocker
import java.nio.file.Files
import java.nio.file.Path
import java.time.Instant

/** What a snapshot takes and leaves out, how the container is held for it, and what is written on it. */
@NeedsDocker
class ContainerSnapSpec extends ContainerSpecification {
    def "a snapshot's image says which snapshot that is, by whom, why, and of what"() {
        given:
        start([Labels: [own: 'kept']])
        snapContainer()

        when:
        def snap = snapdsl.json('container', 'snap', box, '-m', 'quotes "\' and $x', '--session', 'night')
        def image = engine.get("/images/snapdsl/$box:${snap.id.take(12)}/json")
        def labels = image.Config.Labels.findAll { it.key.startsWith('snapdsl.snapshot.') }

        then:
        labels.collectEntries { [it.key - 'snapdsl.snapshot.', it.value] } == [
            id: snap.id, subject: box, sequence: '2', trigger: 'manual', description: 'quotes "\' and $x', session: 'night',
            time: snap.time, 'source.image': 'busybox:local', container: box,
        ]
        Instant.parse(snap.time)
        image.Config.Labels.own == 'kept'
    }

    def 'a command in it makes it hold still, and another lets it go on'() {
        given:
        start(withData())
        inside('echo free > /data/state')
        def begin = now()

        when:
        def id = snapContainer('--quiesce', 'echo held > /data/state; touch /still', '--resume', 'echo free > /data/state; rm /still')

        then: 'what was read is what is there between the two'
        snapdsl.run('cat', id, "volumes/$box-data/state").out == 'held\n'
        snapdsl.run('cat', id, 'changes.txt').out.readLines().contains('A /still')
        inside('cat /data/state; ls /still 2>/dev/null || echo gone') == 'free\ngone\n'

        and: 'it was neither paused nor stopped'
        happened(begin, 'pause') == ''
        happened(begin, 'die') == ''
        happened(begin, 'exec_create') != ''
    }

    def 'if it can not be made to hold still, there is no snapshot, and it goes on'() {
        given:
        start(withData())

        when:
        def result = snapdsl.run('container', 'snap', box, '--json', '--quiesce', 'echo no way; exit 5', '--resume', 'echo free > /data/state')

        then:
        failed(result, 'CONTAINER_ENGINE_FAILED', box, 'ended with 5', 'no way')
        inside('cat /data/state') == 'free\n'
        snapdsl.json('log', box).snapshots == []
        engine.containers().findAll { it.startsWith(box) } == [box]
    }

    def 'killed between the two, it is let go by the next command'() {
        given:
        start(withData())
        def words = ['container', 'snap', box, '--quiesce', 'echo held > /data/state', '--resume', 'echo free > /data/state']

        when:
        def killed = snapdsl.runUntil('container.read', *words)

        then:
        killed.exit == Snapdsl.KILLED
        inside('cat /data/state') == 'held\n'

        when:
        def id = snapContainer()

        then:
        snapdsl.run('cat', id, "volumes/$box-data/state").out == 'free\n'
    }

    def "a directory of the host is told of, and taken if that is asked for; a new container gets it as a volume, one in its place gives it back"() {
        given:
        def host = temp.resolve('host')
        VolumeState.makeSomeOfEverything(host)
        VolumeState.run(host, 'touch', '-d', '1970-01-02 UTC', 'deep/er')
        def files = VolumeState.of(host)
        start([HostConfig: [Binds: ["$host:/$box-bind".toString()]]])

        when:
        def plain = snapdsl.run('container', 'snap', box)
        def plainId = snapdsl.json('log', box).snapshots[0].id

        then: 'only its place is known, and whoever takes the snapshot is told'
        plain.err.contains("is the host's own $host: only its place is recorded, and on another host it may hold something else")
        places(plainId).every { !it.startsWith('binds') }
        restore(plainId, '--dry-run').notes.any { it.contains("the host's own $host") }

        when:
        def taken = snapdsl.json('container', 'snap', box, '--binds')

        then:
        taken.coverage.problems == []
        places(taken.id).contains("binds/@$box-bind/deep/twin".toString())

        when:
        Files.delete(host.resolve('deep/large'))
        Files.writeString(host.resolve('added'), 'x')
        def spoilt = VolumeState.of(host)
        def copy = restore(taken.id)
        def volume = engine.inspect(copy.container.name).Mounts.find { it.Destination == "/$box-bind" }

        then: "the copy has its own, and the host's are left alone"
        volume.Type == 'volume'
        VolumeState.of(engine.directory(volume.Name)) == files
        VolumeState.of(host) == spoilt
        copy.notes.any { it == "$host of the host becomes the volume $volume.Name" }

        when:
        restore(taken.id, '--replace')

        then:
        engine.inspect(box).Mounts.find { it.Destination == "/$box-bind" }.with { [it.Type, it.Source] } == ['bind', host.toString()]
        VolumeState.of(host) == files

        when: 'and back again'
        restore(snapdsl.json('log', box).snapshots[1].id, '--volumes-only', '--volume', "@$box-bind")

        then:
        VolumeState.of(host) == spoilt
    }

    def 'times that an engine can not set do not keep a volume from coming back'() {
        given:
        start(withData())
        inside('touch /data/early /data/late /data/usual; touch -d @1893542400 /data/usual')
        VolumeState.run(engine.directory("$box-data"), 'sh', '-c', 'mkdir d; touch -d "1965-02-03 04:05:06.7 UTC" early d; touch -d "2400-01-01 UTC" late')
        def id = snapContainer()

        when:
        def copy = restore(id).container.name

        then:
        inside('cd /data; stat -c "%n %Y" d early late usual', copy) == "d 0\nearly 0\nlate 0\nusual 1893542400\n"
        snapdsl.json('diff', id, snapContainer()).files*.path.findAll { it.startsWith('volumes') } == []
    }

    def 'whoever takes snapshots of one container at once takes turns'() {
        given:
        start(withData())

        when:
        def results = Snapdsl.finishAll((1..4).collect { snapdsl.start([:], 'container', 'snap', box, '-m', "goal $it", '--json') })

        then:
        results.every { it.exit == 0 || it.json.error.code == 'LOCKED' }
        def done = results.findAll { it.exit == 0 }
        done
        snapdsl.json('log', box).snapshots*.id as Set == done*.json*.id as Set
        status() == 'running'
        engine.containers().findAll { it.startsWith(box) } == [box]
        theStoreIsClean()
    }

    def 'the list has what the engine has, and what only snapshots are left of'() {
        given:
        start()
        create([:], "$box-never")
        def id = snapContainer()
        def ours = { snapdsl.json('container', 'list').containers.findAll { it.name.startsWith(box) }.collect { [it.name, it.status, it.snapshots, it.newest] } }

        expect:
        ours() == [[box, 'running', 1, id], ["$box-never".toString(), 'created', 0, null]]

        when:
        destroy()

        then:
        ours() == [[box, 'gone', 1, id], ["$box-never".toString(), 'created', 0, null]]
        snapdsl.run('container', 'list').out.readLines().find { it.startsWith("$box ") } ==~ /$box +gone +1 snapshot, the newest .*: ${id.take(10)}.*/
    }

    private Map withData() {
        [HostConfig: [Binds: ["$box-data:/data".toString()]]]
    }

    private List<String> places(String id) {
        snapdsl.json('show', id, '--files').entries*.path
    }

    private static long now() {
        System.currentTimeMillis().intdiv(1000)
    }

    /** What the engine tells of the container: empty if nothing of that kind happened. */
    private String happened(long since, String what) {
        def filters = URLEncoder.encode("""{"event":["$what"],"container":["$box"]}""", 'UTF-8')
        engine.plain("/events?since=$since&until=${now() + 1}&filters=$filters")
    }
}
