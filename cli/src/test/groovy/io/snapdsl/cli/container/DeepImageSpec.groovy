package io.snapdsl.cli.container

import groovy.json.JsonOutput
import io.snapdsl.container.docker.NeedsDocker
import java.nio.file.Files
import java.nio.file.Path
import java.security.MessageDigest

/** An image has at most 125 layers. Each replacement and snapshot in turn adds one, so some day there are too many. */
@NeedsDocker
class DeepImageSpec extends ContainerSpecification {
    static final int MOST = 125

    def cleanup() {
        destroy()
        engine.delete("/images/$box:deep?force=1")
    }

    def 'a container on as many layers as an engine takes is captured, restored, and captured again'() {
        given:
        loadImage(MOST)
        start(Image: "$box:deep".toString(), Env: ['A=b c'], WorkingDir: '/d', HostConfig: [Binds: ["$box-data:/data".toString()]])
        inside('echo own > /own; rm /layer-3; chmod 4711 /layer-4; chown 5:6 /layer-5; ln /layer-6 /twin; ln -s nowhere /soft; echo v > /data/v')
        def files = own()

        when:
        def first = snapContainer()

        then:
        layers(first).size() < 5

        when: 'it goes on as if nothing were'
        inside('echo later > /later; rm /own')
        restore(first, '--replace', '--health-check', 1)

        then:
        own() == files
        engine.inspect(box).Config.Env.contains('A=b c')
        engine.inspect(box).Config.WorkingDir == '/d'

        when:
        inside('echo later > /later')
        def second = snapContainer()

        then: 'now there is room again'
        layers(second) - layers(first) != []
        layers(second).containsAll(layers(first))
        theStoreIsClean()

        and: 'the image that bears the name is of use by itself'
        engine.get("/images/snapdsl/$box:${first.substring(0, 12)}/json").Config.with { [it.WorkingDir, it.Cmd] } == ['/d', IDLE]
    }

    private List<String> layers(String snapshot) {
        snapdsl.run('cat', snapshot, 'container.json').json.layers
    }

    /** What matters of the container's own files. */
    private String own() {
        inside('cd /; ls -ln own layer-4 layer-5 layer-6 twin soft | sed "s/ [A-Z][a-z][a-z] .*:[0-9]* / /"; cat own; ls')
    }

    /** Busybox below, and a layer for each of many small files: far faster than as many commits. */
    private void loadImage(int layers) {
        def busybox = temp.resolve('busybox')
        Files.createDirectories(busybox)
        VolumeState.run(busybox, 'bash', '-euc', "curl -sS --unix-socket '${address() - 'unix://'}' http://engine/images/busybox:local/get | tar -x")
        def manifest = new groovy.json.JsonSlurper().parse(busybox.resolve('manifest.json').toFile())[0]
        def config = new groovy.json.JsonSlurper().parse(busybox.resolve(manifest.Config).toFile())
        def image = Files.createDirectories(temp.resolve('deep'))
        Files.copy(busybox.resolve(manifest.Layers[0]), image.resolve('0.tar'))
        def ids = [config.rootfs.diff_ids[0]]
        (1..<layers).each { number ->
            def directory = Files.createDirectories(temp.resolve("layer/$number"))
            Files.writeString(directory.resolve("layer-$number"), "$number\n")
            Files.write(image.resolve("${number}.tar"), VolumeState.archive(directory))
            ids << 'sha256:' + sha256(image.resolve("${number}.tar"))
        }
        def settings = JsonOutput.toJson([architecture: config.architecture, os: config.os, config: [:], rootfs: [type: 'layers', diff_ids: ids]])
        Files.writeString(image.resolve('config.json'), settings)
        Files.writeString(image.resolve('manifest.json'), JsonOutput.toJson([[Config: 'config.json', RepoTags: ["$box:deep".toString()], Layers: (0..<layers).collect { "${it}.tar".toString() }]]))
        def loaded = VolumeState.run(image, 'bash', '-euc', "tar -c * | curl -sS --unix-socket '${address() - 'unix://'}' -X POST -T - 'http://engine/images/load?quiet=1'")
        assert !loaded.contains('"error"'): loaded
    }

    private static String sha256(Path file) {
        MessageDigest.getInstance('SHA-256').digest(Files.readAllBytes(file)).encodeHex().toString()
    }
}
