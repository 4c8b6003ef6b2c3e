package io.snapdsl.cli.container

import io.snapdsl.cli.Snapdsl
import io.snapdsl.container.docker.DockerEngine
import io.snapdsl.container.docker.NeedsDocker
import java.nio.file.Path
import spock.lang.AutoCleanup

/** An engine that is reached over the network, by Docker's own settings for that. */
@NeedsDocker
class TlsEngineSpec extends ContainerSpecification {
    /** Which of both it is depends on who is quicker to see that the other has gone. */
    static final String NOT_TAKEN = 'The Docker engine at DOOR does not take our certificate, or speaks no TLS.'
    static final String NO_ENGINE = 'What is at DOOR does not answer like a Docker engine: '

    @AutoCleanup
    TlsDoor door

    def setup() {
        door = new TlsDoor(temp.resolve('keys'), Path.of(DockerEngine.sharedAddress() - 'unix://'))
    }

    /** A process of its own: Docker's settings are its environment. */
    Snapdsl with(Path certificates) {
        snapdsl.installed().tap {
            it.environment = [DOCKER_HOST: door.address] + (certificates ? [DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: certificates.toString()] : [:])
        }
    }

    def 'with the right certificates all is as with an engine of this machine'() {
        given:
        def original = volumeWithEverything("$box-data")
        start([HostConfig: [Binds: ["$box-data:/data".toString()]]])
        def files = VolumeState.of(original)
        def there = with(door.certificates('client'))

        when:
        def id = there.json('container', 'snap', box).id
        inside('rm -r /data/deep; echo two > /data/file')

        then:
        status() == 'running'

        when:
        there.json('container', 'restore', id, '--replace')

        then:
        VolumeState.of(original) == files
        status() == 'running'

        when: 'one who is killed is let go there too'
        def killed = there.runWith([SNAPDSL_OPTS: '-Dsnapdsl.failpoint=container.held'], 'container', 'snap', box)

        then:
        killed.exit == Snapdsl.KILLED
        eventually { status() == 'running' }

        when:
        there.json('container', 'snap', box)

        then: 'and nothing stays'
        engine.containers().findAll { it.startsWith(box) || it.startsWith('snapdsl-helper-') } == [box]
    }

    def 'without them one sentence says what is wrong: #what'() {
        when:
        def result = with(certificates.call(door, temp)).run('container', 'list', '--json')

        then:
        failed(result, 'NO_CONTAINER_ENGINE')
        words.any { result.json.error.message.contains(it.replace('DOOR', door.address)) }
        result.json.error.hint.contains('DOCKER_CERT_PATH') || result.json.error.message.contains('DOCKER_CERT_PATH')

        where:
        what                            | certificates                                                      || words
        "a stranger's"                  | { TlsDoor door, Path temp -> door.certificates('stranger') }         || [NOT_TAKEN, NO_ENGINE]
        'the engine is a stranger'      | { TlsDoor door, Path temp -> door.certificates('client', 'stranger') } || ['The Docker engine at DOOR shows a certificate that is not trusted here.']
        'a directory that is not there' | { TlsDoor door, Path temp -> temp.resolve('nowhere') }               || ['DOCKER_CERT_PATH']
        'no certificates at all'        | { TlsDoor door, Path temp -> null }                                  || [NO_ENGINE]
    }
}
