package io.snapdsl.container.docker

import static io.snapdsl.engine.ErrorCode.CONTAINER_ENGINE_FAILED
import static io.snapdsl.engine.ErrorCode.IN_USE

import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.container.ContainerRuntime.Status
import java.nio.file.Path
import spock.lang.Requires
import spock.lang.TempDir

class DockerImagesSpec extends DockerSpecification {
    @TempDir
    Path temp

    def 'an image is made of a container that goes on running'() {
        given:
        def labels = [said: 'it "is" $5\nnext', 'snapdsl.test': unique('label')]
        def id = run(Env: ['KEPT=1'], Labels: [own: 'label'], WorkingDir: '/tmp')
        sh(id, 'echo hello > /made; chown 5:6 /made')

        when:
        def image = docker.image(commit(id, [Labels: labels, Cmd: ['cat', '/made']])).get()

        then:
        docker.inspect(id).get().status() == Status.RUNNING
        image.labels() == labels + [own: 'label']
        image.comment() == 'a comment'
        image.tags().empty
        image.size() > 0
        image.details().path('Config').path('Cmd')*.asText() == ['cat', '/made']
        image.details().path('Config').path('Env')*.asText().contains('KEPT=1')
        image.details().path('Config').path('WorkingDir').asText() == '/tmp'
        sh(run(Image: image.id(), Cmd: ['sleep', '1000']), 'stat -c %u:%g /made; cat /made') == '5:6\nhello\n'
    }

    def 'a paused container is not let go by making an image of it'() {
        given:
        def id = run()
        docker.pause(id)

        when:
        commit(id)

        then:
        docker.inspect(id).get().status() == Status.PAUSED
    }

    def 'what differs from the image is listed'() {
        given:
        def before = run()
        sh(before, 'mkdir /sample; echo one > /sample/changed; echo one > /sample/deleted')
        def id = run(Image: commit(before))
        sh(id, 'echo x > /sample/ädded; rm /sample/deleted; echo more >> /sample/changed')

        expect:
        docker.changes(id).collect { "${it.kind()} ${it.path()}".toString() }.toSet() ==
            ['C /sample', 'A /sample/ädded', 'D /sample/deleted', 'C /sample/changed'].toSet()
        docker.changes(create()).empty
    }

    def 'images are found by id, by name and by label, also those on which others were built'() {
        given:
        def key = unique('key')
        def first = commit(create(), [Labels: [(key): 'one']])
        def second = commit(create(Image: first), [Labels: [(key): 'two']])
        def repository = unique('some/name')
        docker.tag(second, repository, 'v1')

        expect:
        docker.image(first).get().id() == first
        docker.image("$repository:v1").get().id() == second
        docker.image(second).get().tags() == ["$repository:v1"]
        docker.image('nothing/here:v1').empty
        docker.image('').empty
        docker.imagesLabelled(key)*.id().toSet() == [first, second].toSet()
        docker.imagesLabelled(unique('key')).empty
    }

    def 'a name is taken off; the last one goes with the image, those below it stay'() {
        given:
        def below = commit(create())
        def container = create(Image: below)
        def image = commit(container)
        docker.remove(container)
        def repository = unique('name')
        docker.tag(image, repository, 'v1')
        docker.tag(image, repository, 'v2')

        when:
        docker.removeImage("$repository:v1")

        then:
        docker.image(image).get().tags() == ["$repository:v2"]

        when:
        docker.removeImage("$repository:v2")

        then:
        docker.image(image).empty
        docker.image(below).isPresent()

        when:
        docker.removeImage(image)

        then:
        noExceptionThrown()
    }

    def 'an image that #need needs stays'() {
        given:
        def image = commit(create())
        use(this, image)

        when:
        docker.removeImage(image)

        then:
        def e = thrown(SnapdslException)
        refused(e, IN_USE, image)
        docker.image(image).isPresent()

        where:
        need                        | use
        'a container that runs'     | { spec, needed -> spec.run(Image: needed) }
        'a container that does not' | { spec, needed -> spec.create(Image: needed) }
        'another image'             | { spec, needed -> spec.commitAndRemove(spec.create(Image: needed)) }
    }

    void commitAndRemove(String container) {
        commit(container)
        docker.remove(container)
    }

    def 'a name that is none is refused'() {
        when:
        docker.tag(DockerEngine.IMAGE, 'No Good', 'v1')

        then:
        def e = thrown(SnapdslException)
        refused(e, CONTAINER_ENGINE_FAILED, 'No Good')
    }

    @Requires(value = { DockerEngine.canStart() }, reason = 'needs a second engine')
    def 'an image is carried to an engine that has never seen it'() {
        given:
        def source = run()
        sh(source, 'echo carried > /made')
        def image = commit(source, [Labels: [some: 'label']])
        def other = DockerEngine.start(temp.resolve('other'))
        def there = DockerRuntime.connect(other.address)

        expect:
        there.engine().id() != docker.engine().id()
        there.image(image).empty

        when:
        there.load { out -> docker.save(image).withCloseable { it.transferTo(out) } }

        then:
        there.image(image).get().labels() == [some: 'label']

        cleanup:
        there?.close()
        other?.stop()
    }

    def 'what is no image is not loaded'() {
        when:
        docker.load { it.write(bytes) }

        then:
        def e = thrown(SnapdslException)
        refused(e, CONTAINER_ENGINE_FAILED, 'load an image')

        where:
        bytes << ['no archive at all'.bytes, new byte[1_000_000], 'x'.multiply(3_000_000).bytes]
    }

    def 'an image that comes only in part is not loaded'() {
        given:
        def image = commit(run())
        def bytes = docker.save(image).withCloseable { it.readAllBytes() }
        docker.removeImage(image)

        when:
        docker.load { it.write(bytes, 0, bytes.length.intdiv(2)) }

        then:
        thrown(SnapdslException)

        when: 'whoever reads it fails'
        docker.load {
            it.write(bytes, 0, bytes.length.intdiv(2))
            throw new IOException('lost it')
        }

        then:
        def e = thrown(UncheckedIOException)
        e.message.contains('lost it')
        docker.image(image).empty
    }

    def 'an image that is not there can not be saved'() {
        when:
        docker.save('nothing:here')

        then:
        def e = thrown(SnapdslException)
        refused(e, CONTAINER_ENGINE_FAILED, 'nothing:here')
    }
}
