package io.snapdsl.cli.container

import io.snapdsl.container.docker.DockerEngine
import io.snapdsl.container.docker.NeedsDocker
import spock.lang.IgnoreIf

/** Kills at every named point of every command on containers. */
@NeedsDocker
@IgnoreIf({ !DockerEngine.canStart() })
class ContainerCampaignSpec extends ContainerKills {
    def '#what, killed at #point, leaves the container free and whole'() {
        expect:
        killAndLook(what, point)

        where:
        [what, point] << [snap: SNAP, restore: BESIDE, replace: REPLACE, volumes: VOLUMES].collectMany { what, points -> points.collect { [what, it] } }
    }

    def 'the engine, killed during #what at #point, lets go of the container when it is back, and the next command works'() {
        expect:
        engineIsKilled(what, point)

        where:
        [what, point] << [snap: SNAP, restore: BESIDE, replace: REPLACE, volumes: VOLUMES].collectMany { what, points -> points.collect { [what, it] } }
    }
}
