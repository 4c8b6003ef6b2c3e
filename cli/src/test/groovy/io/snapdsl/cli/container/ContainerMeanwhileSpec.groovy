package io.snapdsl.cli.container

import io.snapdsl.cli.Snapdsl
import io.snapdsl.container.docker.DockerEngine
import io.snapdsl.container.docker.NeedsDocker
import spock.lang.IgnoreIf

/** A restore is killed, people go on working with what is there, and the next command takes the restore back. */
@NeedsDocker
@IgnoreIf({ !DockerEngine.canStart() })
class ContainerMeanwhileSpec extends ContainerKills {
    static final String GOAL = 'written before the restore of'

    def 'what was written in a replacement that nobody finished is kept in a snapshot when the old container comes back by #next'() {
        given:
        prepare()
        def old = engine.inspect(box).Id
        def volumes = engine.volumes()
        killed('started', 'restore', first, '--replace')
        inside('echo precious > /data/precious; echo precious > /precious; echo more >> /nameless/n')
        def files = VolumeState.of(data())

        when:
        def result = snapdsl.run(*next.collect { it == 'BOX' ? box : it })

        then: 'the old one is back, and it is said where the other is'
        result.exit == 0
        def kept = kept()
        kept.size() == 1
        result.err.contains("The restore of $box that was not finished is taken back. What was written meanwhile is kept as snapshot ${kept[0].take(10)}: ")
        result.err.contains("'snapdsl container restore ${kept[0].take(10)}'")
        engine.inspect(box).Id == old
        status() == 'running'
        VolumeState.of(data()) == newFiles
        inside('cat /own /nameless/n; ls /precious || true').startsWith('changed\nn\nls: ')
        nothingIsLeftOver(volumes)
        theStoreIsClean()

        when:
        def name = restore(kept[0]).container.name

        then:
        VolumeState.of(engine.directory("$box-data-restored")) == files
        inside('cat /precious /data/precious /nameless/n', name) == 'precious\nprecious\nn\nmore\n'
        status(name) == 'running'

        where:
        next << [['container', 'snap', 'BOX'], ['doctor', '--repair']]
    }

    def 'a recovery that is killed itself at #point loses nothing either'() {
        given:
        prepare()
        def old = engine.inspect(box).Id
        killed('started', 'restore', first, '--replace')
        inside('echo precious > /data/precious')
        killed(point, 'snap', box)

        when:
        snapContainer()

        then:
        engine.inspect(box).Id == old
        VolumeState.of(data()) == newFiles
        !kept().empty
        kept().every { snapdsl.run('cat', it, "volumes/$box-data/precious").out == 'precious\n' }

        where:
        point << ['read', 'committed', 'labelled', 'emptied', 'filled']
    }

    def 'the old container that someone started again in the middle of #what keeps what was written in its volumes'() {
        given:
        prepare()
        def old = engine.inspect(box).Id
        killed(point, *command(what))
        engine.post("/containers/$old/start")
        inside('echo precious > /data/precious', old)

        when:
        def result = snapdsl.run('container', 'snap', box)

        then:
        result.exit == 0
        VolumeState.of(data()) == newFiles
        engine.inspect(box).Id == old
        status() == 'running'
        kept().size() == 1
        result.err.contains(kept()[0].take(10))
        snapdsl.run('cat', kept()[0], "volumes/$box-data/precious").out == 'precious\n'

        where:
        what      | point
        'replace' | 'filled'
        'volumes' | 'filled'
    }

    def 'a replacement that wrote something before it was found unwell leaves that in a snapshot'() {
        given:
        start([Cmd: ['sh', '-c', 'test ! -e /data/end || { echo last words > /data/words; exit 7; }; trap "exit 3" TERM; while :; do sleep 0.1; done'],
            HostConfig: [Binds: ["$box-data:/data".toString()]]])
        inside('touch /data/end')
        def bad = snapContainer()
        inside('rm /data/end')
        def id = engine.inspect(box).Id

        when:
        def result = snapdsl.run('container', 'restore', bad, '--replace', '--json')

        then:
        failed(result, 'UNHEALTHY', box)
        kept().size() == 1
        result.json.error.hint.contains("kept as snapshot ${kept()[0].take(10)}")
        snapdsl.run('cat', kept()[0], "volumes/$box-data/words").out == 'last words\n'
        engine.inspect(box).Id == id
        status() == 'running'
        theStoreIsClean()
    }

    def 'where someone removed the old container, the new one stays, with what was written in it'() {
        given:
        prepare()
        def old = engine.inspect(box).Id
        killed('started', 'restore', first, '--replace')
        def made = engine.inspect(box).Id
        inside('echo precious > /data/precious')
        engine.delete("/containers/$old?force=1")

        when:
        snapContainer()

        then:
        engine.containers() == [box]
        engine.inspect(box).Id == made
        inside('cat /data/precious') == 'precious\n'
        theStoreIsClean()
    }

    def 'where someone removed all there was, the next command says so, and the one after a new beginning works'() {
        given:
        prepare()
        def old = engine.inspect(box).Id
        killed(point, 'restore', first, '--replace')
        engine.containers().each { engine.delete("/containers/$it?force=1") }

        when:
        def result = snapdsl.run('container', 'snap', box, '--json')

        then:
        failed(result, 'UNKNOWN_CONTAINER', box)

        when:
        start()
        snapContainer()

        then:
        snapdsl.run('doctor').exit == 0

        where:
        point << ['stopped', 'parked', 'started']
    }

    private List<String> kept() {
        snapdsl.json('log', box).snapshots.findAll { it.goal.startsWith(GOAL) }*.id
    }
}
