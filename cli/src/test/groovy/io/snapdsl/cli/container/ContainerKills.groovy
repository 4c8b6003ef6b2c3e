package io.snapdsl.cli.container

import io.snapdsl.cli.Snapdsl
import io.snapdsl.container.docker.DockerEngine
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Shared
import spock.lang.TempDir

/**
 * Commands that are killed at a named point, on an engine of our own, so that whatever is left over is ours. Each time we
 * demand: the container is let go within moments, by nobody but the guard; the next command just works; the container is
 * the old one or the new one, whole; nothing is left lying about; history is sound.
 */
abstract class ContainerKills extends ContainerSpecification {
    static final List<String> SNAP = ['guarded', 'held', 'read', 'committed', 'released', 'labelled']
    static final List<String> BESIDE = ['filled', 'created']
    static final List<String> REPLACE = ['stopped', 'read', 'committed', 'labelled', 'saved', 'parked', 'emptied', 'filled', 'created', 'started',
        'proven', 'labelled:2', 'published']
    static final List<String> VOLUMES = ['stopped', 'read', 'committed', 'labelled', 'saved', 'emptied', 'filled', 'proven', 'labelled:2', 'published']
    /** After these the new state is the one that stays. */
    static final List<String> POINTS_OF_NO_RETURN = ['proven', 'labelled:2', 'published']

    @Shared
    @TempDir
    Path engineDirectory

    @Shared
    DockerEngine own

    String first
    List<String> oldFiles
    List<String> newFiles

    def setupSpec() {
        own = DockerEngine.start(engineDirectory)
    }

    def cleanupSpec() {
        own?.stop()
    }

    @Override
    String address() {
        own.address
    }

    /** A container whose volume has changed since its first snapshot, with files to come and to go. */
    void prepare(Map settings = [:]) {
        start([Healthcheck: [Test: ['CMD', 'true'], Interval: 1_000_000_000], Volumes: ['/nameless': [:]],
            HostConfig: [Binds: ["$box-data:/data".toString()], RestartPolicy: [Name: 'always']]] + settings)
        inside('echo old > /data/file; ln /data/file /data/twin; mkdir /data/d; echo x > /data/d/gone-later; head -c 1500000 /dev/urandom > /data/large; echo n > /nameless/n')
        first = snapContainer()
        oldFiles = VolumeState.of(data())
        inside('echo new > /data/file; rm -r /data/d; echo y > /data/added; chown 5:6 /data/added; echo changed > /own')
        newFiles = VolumeState.of(data())
    }

    Path data() {
        engine.directory("$box-data")
    }

    void killed(String point, Object... words) {
        def result = snapdsl.runUntil("container.$point", 'container', *words)
        assert result.exit == Snapdsl.KILLED: result
    }

    List<String> command(String what) {
        switch (what) {
            case 'snap': return ['snap', box]
            case 'restore': return ['restore', first]
            case 'replace': return ['restore', first, '--replace']
            default: return ['restore', first, '--volumes-only']
        }
    }

    /** Without any further command. */
    void isNotLeftPaused() {
        eventually(15) { engine.get('/containers/json?all=1').every { it.State != 'paused' } }
    }

    void killAndLook(String what, String point) {
        prepare()
        def old = engine.inspect(box).Id
        def volumes = engine.volumes()
        killed(point, *command(what))
        isNotLeftPaused()
        if (what == 'snap' || point in ['stopped', 'read', 'committed'] || what == 'restore') {
            eventually(20) { engine.inspect(old).State.Status == 'running' }
        }
        snapContainer()
        def isNew = what == 'replace' && point in POINTS_OF_NO_RETURN
        assert (engine.inspect(box).Id == old) == !isNew
        assert status() == 'running'
        def wanted = point in POINTS_OF_NO_RETURN && what in ['replace', 'volumes'] ? oldFiles : newFiles
        assert VolumeState.of(data()) == wanted
        assert inside('cat /nameless/n') == 'n\n'
        nothingIsLeftOver(volumes)
        theStoreIsClean()
        // And the way that was barred is open.
        snapdsl.json('container', *command(what))
        assert what == 'snap' || what == 'restore' || VolumeState.of(data()) == oldFiles
    }

    /** Our process dies at a point, and the engine with it; what it was still doing is lost too. */
    void engineIsKilled(String what, String point) {
        prepare()
        def old = engine.inspect(box).Id
        def volumes = engine.volumes()
        killed(point, *command(what))
        own.kill()
        own.start()
        isNotLeftPaused()
        snapContainer()
        def isDone = point in POINTS_OF_NO_RETURN
        assert (engine.inspect(box).Id == old) == !(isDone && what == 'replace')
        eventually { status() == 'running' }
        assert VolumeState.of(data()) == (isDone && what in ['replace', 'volumes'] ? oldFiles : newFiles)
        nothingIsLeftOver(volumes)
        theStoreIsClean()
    }

    void nothingIsLeftOver(List<String> volumes) {
        assert engine.containers() == [box]
        assert engine.volumes() == volumes
        // Of each snapshot: the image with its files and the one with its name. Snapshots may share the first.
        def snapshots = snapdsl.json('log', box).snapshots*.id
        def files = snapshots.collect { snapdsl.run('cat', it, 'container.json').json.image } as Set
        def ours = engine.get('/images/json?all=1').findAll { it.Labels?.keySet()?.any { label -> label.startsWith('snapdsl.') } }
        def named = ours.findAll { it.RepoTags && it.RepoTags[0] != '<none>:<none>' }
        assert named.size() == snapshots.size()
        assert (ours - named)*.Id as Set == files
    }
}
