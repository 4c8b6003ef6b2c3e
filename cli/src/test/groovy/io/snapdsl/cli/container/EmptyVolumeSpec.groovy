package io.snapdsl.cli.container

import io.snapdsl.container.docker.NeedsDocker

/** When a container is created, the engine fills each empty volume with what the image has in that place. */
@NeedsDocker
class EmptyVolumeSpec extends ContainerSpecification {
    def setup() {
        def image = create()
        engine.unpack(image, '/', VolumeState.archive(filesOfTheImage()))
        engine.post("/commit?container=$image&repo=$box&tag=filled")
        destroy()
        start(Image: "$box:filled".toString(), Volumes: ['/srv': [:]], HostConfig: [
            Binds: ["$box-data:/data".toString()],
            Mounts: [[Type: 'volume', Source: "$box-other".toString(), Target: '/other']],
            PortBindings: ['80/tcp': [[HostIp: '127.0.0.1', HostPort: '18090']]],
        ])
        inside('test -f /data/of-the-image -a -f /srv/of-the-image -a -f /other/of-the-image')
    }

    def cleanup() {
        destroy()
        engine.delete("/images/$box:filled")
    }

    private filesOfTheImage() {
        def root = temp.resolve('image')
        ['data', 'srv', 'other'].each {
            def directory = new File(root.toFile(), it)
            directory.mkdirs()
            new File(directory, 'of-the-image').text = 'x'
        }
        root
    }

    def 'volumes that were emptied come back empty, with the modes and owners they had: #way'() {
        given:
        inside('rm /data/* /srv/* /other/*; chmod 710 /data; chown 7:8 /data /srv; touch -d "2001-02-03 04:05:06" /data /srv /other')
        def settings = engine.inspect(box).HostConfig
        def before = volumes(box)
        def id = snapContainer()

        when:
        inside('echo later > /data/later; echo later > /srv/later; chmod 777 /data')
        def restored = restore(id, *words)

        then:
        volumes(restored.container.id) == before
        status(restored.container.id) == 'running'
        engine.inspect(restored.container.id).HostConfig.Mounts*.VolumeOptions == settings.Mounts*.VolumeOptions

        where:
        way                           | words
        'a new container, other port' | []
        'in place'                    | ['--replace', '--health-check', '1']
    }

    def 'an empty volume beside one with files, where everything else is gone'() {
        given:
        inside('rm /data/*; echo mine > /srv/mine; rm /srv/of-the-image')
        def settings = engine.inspect(box).HostConfig
        def before = volumes(box)
        def id = snapContainer()

        when:
        destroy()
        ["$box-data", "$box-other"].each { engine.delete("/volumes/$it") }
        restore(id, '--name', box)

        then:
        volumes(box) == before
        engine.inspect(box).HostConfig.Binds.toSet().containsAll(settings.Binds)
    }

    def 'an empty volume that a snapshot leaves out stays empty: #way'() {
        given:
        inside('rm /data/* /srv/* /other/*; chmod 710 /data /other')
        def before = volumes(box)
        def id = snapContainer('--volume', '@srv')

        when:
        def restored = restore(id, *words)

        then:
        volumes(restored.container.id) == before
        restored.notes.findAll { it.contains('itself, which the original may use too') }.size() == shared

        where:
        way               | words                                | shared
        'a new container' | []                                   | 2
        'in place'        | ['--replace', '--health-check', '1'] | 0
    }

    /** By their places. */
    private Map<String, List<String>> volumes(String container) {
        engine.inspect(container).Mounts.collectEntries { [it.Destination, VolumeState.of(engine.directory(it.Name))] }
    }
}
