package io.snapdsl.cli.container

import io.snapdsl.container.docker.DockerEngine
import io.snapdsl.container.docker.NeedsDocker
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.IgnoreIf

/** Disks of a few megabytes, in memory. */
@NeedsDocker
@IgnoreIf({ !DockerEngine.canStart() })
class ContainerFullDiskSpec extends ContainerSpecification {
    private List<Path> disks = []

    def cleanup() {
        disks.each { ['umount', '-l', it.toString()].execute().waitFor() }
    }

    private Path smallDisk(Path place, String size) {
        Files.createDirectories(place)
        assert ['mount', '-t', 'tmpfs', '-o', "size=$size", 'tmpfs', place.toString()].execute().waitFor() == 0
        disks << place
        place
    }

    private static void resize(Path disk, String size) {
        assert ['mount', '-o', "remount,size=$size", disk.toString()].execute().waitFor() == 0
    }

    def 'a snapshot that does not fit into the store is refused, and the container runs on with nothing left over'() {
        given:
        smallDisk(store, '24m')
        start([HostConfig: [Binds: ["$box-data:/data".toString()]]])
        inside('echo small > /data/file')
        def first = snapContainer()
        inside('head -c 40000000 /dev/urandom > /data/large')
        def images = engine.images()

        when:
        def result = snapdsl.run('container', 'snap', box, '--json')

        then:
        failed(result, 'STORE_FULL')
        status() == 'running'
        engine.containers().findAll { it.startsWith(box) } == [box]
        helpers() == []
        engine.images() == images
        snapdsl.json('log', box).snapshots*.id == [first]

        when:
        resize(store, '120m')
        snapContainer()

        then:
        (engine.images() - images).size() == 1
        theStoreIsClean()
    }

    def 'what does not fit into the store before a restore leaves the container as it was'() {
        given:
        smallDisk(store, '24m')
        def id = start([HostConfig: [Binds: ["$box-data:/data".toString()]]])
        inside('echo small > /data/file')
        def first = snapContainer()
        inside('head -c 40000000 /dev/urandom > /data/large')
        def files = VolumeState.of(engine.directory("$box-data"))

        expect:
        [['--replace'], ['--volumes-only']].each {
            failed(snapdsl.run('container', 'restore', first, *it, '--json'), 'STORE_FULL')
            assert engine.inspect(box).Id == id
            assert status() == 'running'
            assert VolumeState.of(engine.directory("$box-data")) == files
            assert helpers() == []
        }
    }

    def 'an engine whose disk is full says so, and the container runs on with nothing left over'() {
        given:
        def place = smallDisk(temp.resolve('e'), '50m')
        def small = DockerEngine.start(place)
        use(small.address)
        start([HostConfig: [Binds: ["$box-data:/data".toString()]]])
        inside('head -c 15000000 /dev/urandom > /data/large; echo one > /own')
        def first = snapContainer()

        when: 'there is no room for a second volume'
        inside('head -c 20000000 /dev/urandom > /own-large')
        def volumes = engine.volumes()
        def beside = snapdsl.run('container', 'restore', first, '--json')

        then:
        failed(beside, 'CONTAINER_ENGINE_FAILED', 'space')
        status() == 'running'
        engine.containers() == [box]
        engine.volumes() == volumes

        when: 'nor for an image of what is in the container'
        def images = engine.images()
        def snap = snapdsl.run('container', 'snap', box, '--json')

        then:
        failed(snap, 'CONTAINER_ENGINE_FAILED', 'space')
        status() == 'running'
        engine.containers() == [box]
        engine.images() == images

        when: 'nor, in place, for what the volume held before'
        inside('rm /own-large /data/large; head -c 30000000 /dev/urandom > /data/other')
        def files = VolumeState.of(engine.directory("$box-data"))
        inside('head -c 3000000 /dev/zero > /own-room; head -c 100000000 /dev/urandom > /own-filler 2>/dev/null || rm /own-room')
        def id = engine.inspect(box).Id
        def replace = snapdsl.run('container', 'restore', first, '--replace', '--json')

        then:
        failed(replace, 'CONTAINER_ENGINE_FAILED', 'space')
        engine.inspect(box).Id == id
        status() == 'running'
        VolumeState.of(engine.directory("$box-data")) == files
        engine.containers() == [box]

        when: 'there is no room at all, not even for the engine itself: then it may have to wait for some'
        inside('head -c 100000000 /dev/urandom > /own-filler-2 2>/dev/null || true')
        def last = snapdsl.run('container', 'restore', first, '--replace', '--json')

        then:
        last.exit != 0
        status() == 'running' || last.json.error.message.contains("can't be put back as it was yet")
        VolumeState.of(engine.directory("$box-data")) == files

        when:
        resize(place, '300m')
        snapContainer()

        then:
        engine.inspect(box).Id == id
        status() == 'running'
        VolumeState.of(engine.directory("$box-data")) == files

        when:
        restore(first, '--replace')

        then:
        inside('cat /own; ls /data') == 'one\nlarge\n'

        cleanup:
        small?.stop()
        use(address())
    }

    private List<String> helpers() {
        engine.containers().findAll { it.startsWith('snapdsl-helper-') }
    }
}
