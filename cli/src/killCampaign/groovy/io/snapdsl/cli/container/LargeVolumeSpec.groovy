package io.snapdsl.cli.container

import io.snapdsl.cli.Snapdsl
import io.snapdsl.container.docker.NeedsDocker

@NeedsDocker
class LargeVolumeSpec extends ContainerSpecification {
    static final long MOST_KILOBYTES = 500_000
    long peak = 0

    def 'a volume of five gigabytes goes through in a stream, both ways'() {
        given:
        start([HostConfig: [Binds: ["$box-data:/data".toString()]]])
        // One by one: an answer of the engine is waited for a minute only.
        (1..4).each { inside("head -c 1000000000 /dev/urandom > /data/$it") }
        inside('mkdir /data/d; head -c 1000000000 /dev/zero > /data/d/zeros')
        def files = VolumeState.of(engine.directory("$box-data"))

        when:
        def id = watched('container', 'snap', box, '--json').json.id
        destroy()
        engine.delete("/volumes/$box-data")
        watched('container', 'restore', id, '--name', box, '--json')

        then:
        VolumeState.of(engine.directory("$box-data")) == files
        println "at most $peak KiB"
        peak < MOST_KILOBYTES
    }

    /** The launcher becomes the command, so that its process is the one we know. */
    private Snapdsl.Result watched(Object... words) {
        def process = snapdsl.start([:], *words)
        def watcher = Thread.start {
            while (process.alive) {
                def status = new File("/proc/${process.pid()}/status")
                def line = status.exists() ? status.readLines().find { it.startsWith('VmHWM') } : null
                if (line) peak = Math.max(peak, (line =~ /\d+/)[0] as long)
                sleep(50)
            }
        }
        def result = Snapdsl.finish(process)
        watcher.join()
        assert result.exit == 0: result
        result
    }
}
