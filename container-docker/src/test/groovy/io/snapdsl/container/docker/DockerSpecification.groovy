package io.snapdsl.container.docker

import com.fasterxml.jackson.databind.node.ObjectNode
import groovy.json.JsonOutput
import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.json.Json
import java.time.Duration
import spock.lang.Specification

/** Against the real engine; everything made here has a name of its own, and goes again. */
@NeedsDocker
abstract class DockerSpecification extends Specification {
    static int made = 0

    DockerRuntime docker = DockerEngine.connect()
    private List<String> volumes = []
    private List<String> images = []
    private List<String> containers = []

    def cleanup() {
        containers.each { docker.remove(it) }
        volumes.each { docker.removeVolume(it) }
        images.reverseEach { docker.removeImage(it) }
        docker.close()
    }

    static String unique(String word) {
        "$word-${ProcessHandle.current().pid()}-${++made}"
    }

    static ObjectNode json(Map<String, ?> settings) {
        Json.parse(JsonOutput.toJson(settings).bytes) as ObjectNode
    }

    String create(Map<String, ?> settings = [:]) {
        // a signal that ends it at once: as the first process it ignores others
        def usual = [Image: DockerEngine.IMAGE, Cmd: ['sleep', '1000'], StopSignal: 'SIGKILL']
        def id = docker.create(Optional.empty(), json(usual + settings))
        containers << id
        id
    }

    String run(Map<String, ?> settings = [:]) {
        def id = create(settings)
        docker.start(id)
        id
    }

    String sh(String container, String script) {
        def result = docker.exec(container, ['sh', '-c', script], Duration.ofSeconds(20))
        assert result.exitCode() == 0: result.output()
        result.output()
    }

    String volume(Map<String, ?> details = [:]) {
        def name = unique('volume')
        docker.createVolume(name, json(details))
        volumes << name
        name
    }

    String commit(String container, Map<String, ?> changed = [:]) {
        def id = docker.commit(container, 'a comment', json(changed))
        images << id
        id
    }

    static void refused(SnapdslException failure, ErrorCode code, String... parts) {
        assert failure.code() == code
        parts.each { assert failure.message.contains(it) }
        assert failure.message.endsWith('.')
        assert !failure.message.contains('\n')
        assert failure.hint()
    }
}
