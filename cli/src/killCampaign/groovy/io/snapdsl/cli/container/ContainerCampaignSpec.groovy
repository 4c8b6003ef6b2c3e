package io.snapdsl.cli.container

import io.snapdsl.container.docker.DockerEngine
import io.snapdsl.container.docker.NeedsDocker
import spock.lang.IgnoreIf

/** Kills at every named point of every command on containers; a feature for each command, so that it can be run in pieces. */
@NeedsDocker
@IgnoreIf({ !DockerEngine.canStart() })
class ContainerCampaignSpec extends ContainerKills {
    def 'snap, killed at #point, leaves the container free and whole'() {
        expect:
        killAndLook('snap', point)

        where:
        point << SNAP
    }

    def 'restore, killed at #point, leaves the container free and whole'() {
        expect:
        killAndLook('restore', point)

        where:
        point << BESIDE
    }

    def 'replace, killed at #point, leaves the container free and whole'() {
        expect:
        killAndLook('replace', point)

        where:
        point << REPLACE
    }

    def 'volumes, killed at #point, leaves the container free and whole'() {
        expect:
        killAndLook('volumes', point)

        where:
        point << VOLUMES
    }

    def 'the engine, killed during snap at #point, lets go of the container when it is back, and the next command works'() {
        expect:
        engineIsKilled('snap', point)

        where:
        point << SNAP
    }

    def 'the engine, killed during restore at #point, lets go of the container when it is back, and the next command works'() {
        expect:
        engineIsKilled('restore', point)

        where:
        point << BESIDE
    }

    def 'the engine, killed during replace at #point, lets go of the container when it is back, and the next command works'() {
        expect:
        engineIsKilled('replace', point)

        where:
        point << REPLACE
    }

    def 'the engine, killed during volumes at #point, lets go of the container when it is back, and the next command works'() {
        expect:
        engineIsKilled('volumes', point)

        where:
        point << VOLUMES
    }
}
