package io.snapdsl.cli.container

import io.snapdsl.cli.Snapdsl
import io.snapdsl.container.docker.NeedsDocker

/** Engine and store in step: what only one of them has is found, and put right on request; what is in use stays. */
@NeedsDocker
class ContainerDoctorSpec extends ContainerSpecification {
    def 'where both agree, nothing is found'() {
        given:
        start()
        snapContainer()

        expect:
        findings() == []
        snapdsl.run('doctor').exit == 0
    }

    def 'images without a snapshot are found and removed; those of other stores are not looked at'() {
        given:
        start()
        def id = snapContainer()
        def before = engine.images()
        def owner = image(id).Config.Labels['snapdsl.capture']
        def orphan = commit(['snapdsl.capture': owner])
        def removed = commit(['snapdsl.capture': owner, 'snapdsl.snapshot.id': 'f' * 64], 'snapdsl/gone:ffff')
        def stranger = commit(['snapdsl.capture': 'another-store/1'])

        expect:
        findings().size() == 2
        [orphan, removed].every { image -> findings().any { it.contains("an image of $box belongs to no snapshot: $image") } }

        when:
        def repaired = snapdsl.run('doctor', '--repair')

        then:
        repaired.exit == 0
        findings() == []
        engine.images() as Set == before + [stranger] as Set
        restore(id, '--dry-run').name == "$box-restored"

        cleanup:
        if (stranger) engine.deleteIfFree("/images/$stranger?force=1")
    }

    def 'a snapshot without its image is found; brought back if the snapshot holds it, else it is said what is left'() {
        given:
        start([HostConfig: [Binds: ["$box-data:/data".toString()]]])
        inside('echo one > /data/file; echo portable > /own')
        def portable = snapContainer('--portable')
        inside('echo plain > /own')
        def plain = snapContainer()
        [portable, plain].each { removeImages(it) }

        when:
        def found = findings()

        then:
        found.size() == 2
        found.any { it.contains("the image of snapshot ${portable.take(10)} of $box is gone") && it.endsWith('(--repair puts it right)') }
        found.any { it.contains("only its volumes can be restored; 'snapdsl rm ${plain.take(10)}' removes it") && !it.contains('--repair') }

        when:
        def repaired = snapdsl.run('doctor', '--repair', '--json')

        then: 'what can not be put right is still told'
        repaired.exit == 1
        findings().size() == 1
        inside('cat /own /data/file', restore(portable).container.name) == 'portable\none\n'

        when:
        snapContainer()
        def removed = snapdsl.run('rm', plain)

        then:
        removed.exit == 0
        findings() == []
        snapdsl.run('doctor').exit == 0
    }

    def 'what a dead process left in the engine is found and removed, and what it had not finished is finished'() {
        given:
        start()
        def killed = snapdsl.runUntil('container.held', 'container', 'snap', box, '--consistency', 'stop')
        def helper = engine.containers().find { it.startsWith('snapdsl-helper-') }

        expect:
        killed.exit == Snapdsl.KILLED
        helper
        findings() as Set == ["something was begun on $box and not finished: hold (--repair puts it right)",
            "a helper container of $box is left: $helper (--repair puts it right)"]*.toString() as Set

        when:
        def repaired = snapdsl.run('doctor', '--repair')

        then:
        repaired.exit == 0
        !engine.has('container', helper)
        eventually { status() == 'running' }
        engine.containers().findAll { it.startsWith(box) } == [box]
    }

    def 'with a snapshot go its image, its names and what of its volumes nobody else needs'() {
        given:
        start([HostConfig: [Binds: ["$box-data:/data".toString()]]])
        def before = engine.images()
        inside('head -c 3000000 /dev/urandom > /data/large; echo x > /own')
        def large = snapContainer()
        inside('rm /data/large; echo y > /own')
        def small = snapContainer()
        long bytes = snapdsl.json('stats').uniqueBytes

        when:
        def removed = snapdsl.run('rm', large)

        then:
        removed.exit == 0
        removed.out.contains('Removed 2 images from the engine.')
        snapdsl.json('stats').uniqueBytes < bytes - 2_900_000
        (engine.images() - before).size() == 2
        engine.get('/images/json')*.RepoTags.flatten().findAll { it.startsWith("snapdsl/$box:") } == ["snapdsl/$box:${small.take(12)}".toString()]
        findings() == []
        theStoreIsClean()
    }

    def 'an image that a container uses is kept and told, and goes when nobody uses it any more'() {
        given:
        start()
        inside('echo x > /own')
        def first = snapContainer()
        inside('echo y > /own')
        snapContainer()
        def images = engine.images()
        def kept = [image(first).Id, snapdsl.run('cat', first, 'container.json').json.image]
        create([Image: "snapdsl/$box:${first.take(12)}".toString()], "$box-user")

        when:
        def removed = snapdsl.run('rm', first)

        then:
        removed.exit == 0
        removed.err.contains('kept: The Docker engine could not remove image')
        engine.images() == images
        engine.has('container', "$box-user")
        findings().size() == 2

        when:
        snapContainer()

        then: 'it is nothing that is left over'
        engine.has('container', "$box-user")
        snapdsl.json('container', 'list').containers*.name.contains("$box-user".toString())

        when:
        engine.delete("/containers/$box-user")
        snapdsl.run('doctor', '--repair')

        then:
        !engine.images().any { it in kept }
        findings() == []
    }

    def "what someone makes of a snapshot's image is his, whatever becomes of the snapshot"() {
        given:
        start()
        inside('echo x > /own')
        def first = snapContainer()
        create([Image: "snapdsl/$box:${first.take(12)}".toString(), Volumes: ['/nameless': [:]]], "$box-user")
        def named = engine.post("/commit?container=$box-user&repo=own-of-$box&tag=1", [:]).Id
        def nameless = engine.post("/commit?container=$box-user", [Env: ['A=1']]).Id
        inside('echo y > /own')
        snapContainer()

        when:
        snapdsl.run('rm', first)
        snapContainer()
        snapdsl.run('doctor', '--repair')

        then:
        engine.has('container', "$box-user")
        engine.has('image', named)
        engine.has('image', nameless)
        engine.get("/images/own-of-$box:1/json").RepoTags == ["own-of-$box:1".toString()]

        cleanup:
        engine.delete("/containers/$box-user?v=1")
        [named, nameless].each { engine.deleteIfFree("/images/$it?force=1") }
    }

    private List<String> findings() {
        snapdsl.run('doctor', '--json').json.checks.findAll { it.check == 'container' }*.finding
    }

    private Map image(String snapshot) {
        engine.get("/images/snapdsl/$box:${snapshot.take(12)}/json") as Map
    }

    /** Of the container, with these labels. */
    private String commit(Map labels, String name = '') {
        def (repository, tag) = name ? name.split(':') : ['', '']
        engine.post("/commit?container=$box&pause=0&comment=snapdsl&repo=$repository&tag=$tag", [Labels: labels]).Id
    }

    private void removeImages(String snapshot) {
        def files = snapdsl.run('cat', snapshot, 'container.json').json.image
        engine.delete("/images/snapdsl/$box:${snapshot.take(12)}")
        engine.deleteIfFree("/images/$files")
        assert !engine.has('image', files)
    }
}
