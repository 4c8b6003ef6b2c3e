package io.snapdsl.container.docker

import static io.snapdsl.engine.ErrorCode.CONTAINER_ENGINE_FAILED
import static io.snapdsl.engine.ErrorCode.IN_USE

import io.snapdsl.engine.SnapdslException

class DockerVolumesSpec extends DockerSpecification {
    def 'a volume is made as another was'() {
        given:
        def options = [type: 'tmpfs', device: 'tmpfs', o: 'size=1m,uid=7']
        def first = docker.volume(volume(Driver: 'local', Options: options, Labels: [a: 'b "c"'])).get()

        when:
        def third = unique('volume')
        docker.createVolume(third, first.details())

        then:
        with(docker.volume(third).get()) {
            name() == third
            details().path('Options') == json(options)
            details().path('Labels') == json(a: 'b "c"')
        }

        cleanup:
        docker.removeVolume(third)
    }

    def 'one that is there is not handed out as new'() {
        given:
        def name = volume()

        when:
        docker.createVolume(name, json([:]))

        then:
        def e = thrown(SnapdslException)
        refused(e, IN_USE, name)
    }

    def 'a volume that is needed stays, one that is not there is no matter'() {
        given:
        def name = volume()
        create(HostConfig: [Binds: ["$name:/data"]])

        when:
        docker.removeVolume(name)

        then:
        def e = thrown(SnapdslException)
        refused(e, IN_USE, name)
        docker.volume(name).isPresent()

        when:
        docker.removeVolume(unique('volume'))

        then:
        noExceptionThrown()
        docker.volume(unique('volume')).empty
        docker.volume('').empty
    }

    def 'what the engine does not like it says'() {
        when:
        docker.createVolume(name, json(details))

        then:
        def e = thrown(SnapdslException)
        refused(e, CONTAINER_ENGINE_FAILED, part)

        where:
        name      | details           || part
        'no good' | [:]               || 'no good'
        'odd'     | [Options: [magic: 'yes']] || 'magic'
    }
}
