package io.snapdsl.cli.container

import io.snapdsl.container.docker.NeedsDocker

/** A container is who it is by the engine's id; names wander. */
@NeedsDocker
class ContainerNameSpec extends ContainerSpecification {
    def 'a name that is another container s by now is refused where something would be replaced, and an id is not'() {
        given: 'two containers that have histories, and of which one got the name of the other'
        def first = start(withData(box))
        inside('echo one > /data/file')
        def id = snapContainer()
        def second = start(withData("$box-b"), "$box-b")
        inside('echo two > /data/file', second)
        snapdsl.json('container', 'snap', "$box-b")
        rename(box, "$box-old")
        rename("$box-b", box)
        inside('echo changed > /data/file', first)

        expect:
        [['--replace'], ['--replace', '--dry-run'], ['--volumes-only']].each {
            def result = snapdsl.run('container', 'restore', "$box@latest", *it, '--json')
            failed(result, 'AMBIGUOUS_SNAPSHOT', "the container that is called $box-old now", "$box is another one by now")
            assert result.json.error.hint.contains("'snapdsl log $box-b' lists those of $box.")
            assert result.json.error.hint.contains(id.take(10))
        }
        engine.inspect(box).Id == second
        inside('cat /data/file', first) == 'changed\n'

        when:
        def result = snapdsl.run('container', 'restore', id, '--replace')

        then:
        result.exit == 0
        result.out.startsWith("$box-old is back as in ${id.take(10)}")
        inside('cat /data/file', "$box-old") == 'one\n'
        engine.inspect(box).Id == second
        inside('cat /data/file') == 'two\n'
    }

    def 'a new container does not take over the history of one that runs on under another name'() {
        given:
        def first = start(withData(box))
        inside('echo one > /data/file')
        def id = snapContainer()
        rename(box, "$box-old")
        def second = start(withData("$box-b"))

        when:
        def taken = snapdsl.run('container', 'snap', box)
        snapdsl.json('container', 'snap', "$box-old")

        then:
        taken.out.contains("snapshot 1 of $box-2")
        taken.err.contains("The container $box is called $box-2 here.")
        snapdsl.json('container', 'list').containers.findAll { it.name.startsWith(box) }.collect { "$it.name: $it.snapshots of $it.subject" } ==
            ["$box: 1 of $box-2", "$box-old: 2 of $box"]

        when: 'the first one is gone'
        engine.delete("/containers/$first?force=1")
        def result = snapdsl.run('container', 'restore', id, '--replace', '--json')

        then: 'nobody else is taken for it'
        failed(result, 'UNKNOWN_CONTAINER', "$box-old")
        engine.inspect(box).Id == second
    }

    def 'one that was stopped and renamed to make room leaves its history to the one that has its name'() {
        given:
        start(withData(box))
        inside('echo one > /data/file')
        def id = snapContainer()
        engine.post("/containers/$box/stop")
        rename(box, "$box-old")
        start(withData(box))
        inside('echo two > /data/file')

        when:
        snapContainer()
        restore(id, '--replace')

        then:
        snapdsl.json('log', box).snapshots.size() == 4
        inside('cat /data/file') == 'one\n'
        status("$box-old") == 'exited'
    }

    def 'the end of a session finds the container under its new name'() {
        given:
        start(withData(box))
        def session = snapdsl.json('session', 'start', 'night', '--container', box)
        inside('echo one > /data/file')
        rename(box, "$box-renamed")
        start([:], box)

        when:
        def ended = snapdsl.run('session', 'end', 'night')

        then:
        ended.exit == 0
        snapdsl.run('cat', snapdsl.json('log', box).snapshots[0].id, "volumes/$box-data/file").out == 'one\n'
        engine.inspect(box).Id != engine.inspect("$box-renamed").Id
    }

    private void rename(String from, String to) {
        engine.post("/containers/$from/rename?name=$to")
    }

    private static Map withData(String volume) {
        [HostConfig: [Binds: ["$volume-data:/data".toString()]]]
    }
}
