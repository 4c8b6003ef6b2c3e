package io.snapdsl.cli

/** What is pinned stays, tags are found again. */
class PinSpec extends CommandSpecification {
    List<String> ids

    def setup() {
        ids = (1..4).collect { write('file', "state $it"); snap() }
    }

    def 'a pinned snapshot is not removed until it is unpinned'() {
        when:
        def pinned = snapdsl.json('pin', ids[0].substring(0, 12), '@2', '-m', 'the last good build')

        then:
        pinned == [pinned: [ids[0], ids[1]], reason: 'the last good build']

        when:
        def result = snapdsl.run('rm', ids[1], ids[2], '--json')

        then:
        refused(result, 4, 'PINNED')
        result.json.error.message.contains('the last good build')
        result.json.error.hint.contains("snapdsl unpin ${ids[1].substring(0, 10)}")
        !log().any { it.removed }

        when:
        snapdsl.json('unpin', ids[1])
        snapdsl.json('rm', ids[1], ids[2])
        [ids[1], ids[2]].each { taken.remove(it) }

        then:
        log()*.removed == [false, true, true, false]
        log()*.pinned == [false, false, false, true]
        everySnapshotIsIntact()
    }

    def 'pins are seen in log and show'() {
        given:
        snapdsl.json('pin', ids[1], '-m', 'why\nnot')

        expect:
        snapdsl.run('log').out.readLines().findAll { it.contains('(pinned)') }*.take(10) == [ids[1].take(10)]
        snapdsl.run('show', ids[1]).out.contains('pinned     why\\nnot')
        snapdsl.json('show', ids[1]).with { [it.pinned, it.pinReason] } == [true, 'why\nnot']
        snapdsl.json('show', ids[2]).with { [it.pinned, it.pinReason] } == [false, null]

        and: 'a refusal is still two lines'
        snapdsl.run('rm', ids[1]).err.readLines().size() == 2
    }

    def 'to unpin what is not pinned does nothing, and says so'() {
        expect:
        snapdsl.json('unpin', ids[0]) == [unpinned: []]
        snapdsl.run('unpin', ids[0]).out == "${ids[0].take(10)}  was not pinned\n"
    }

    def 'a removed snapshot can not be pinned'() {
        given:
        snapdsl.json('rm', ids[0])

        expect:
        refused(snapdsl.run('pin', ids[0], '--json'), 2, 'UNKNOWN_SNAPSHOT')
    }

    def 'a kill while pinning leaves the pin or none: #point'() {
        when:
        def result = snapdsl.runUntil(point, 'pin', ids[0], '-m', 'x')

        then:
        result.exit == Snapdsl.KILLED
        snapdsl.json('show', ids[0]).pinned == pinned
        snapdsl.run('rm', ids[0]).exit == (pinned ? 4 : 0)

        where:
        point               | pinned
        'pin.before-commit' | false
        'pin.after-commit'  | true
    }

    def 'snapshots are found by their tags'() {
        given:
        def one = snapdsl.json('snap', '--tag', 'release', '--tag', 'v1', '--tag', 'release').id
        def two = snapdsl.json('snap', '--tag', 'v2').id

        expect:
        snapdsl.json('log', '--tag', tag).snapshots*.id == [one: [one], two: [two], none: []][found]
        snapdsl.json('show', one).tags == ['release', 'v1']
        snapdsl.run('show', one).out.contains('tags       release v1')
        snapdsl.json('show', ids[0]).tags == []
        theStoreIsClean()

        where:
        tag       | found
        'release' | 'one'
        'v2'      | 'two'
        'rel'     | 'none'
    }

    def "a tag is one word: '#tag' is refused, and no snapshot taken"() {
        when:
        def result = snapdsl.run('snap', '--tag', tag, '--json')

        then:
        refused(result, 2, 'USAGE')
        log().size() == 4

        where:
        tag << ['two words', '', 'a,b', 'a\nb']
    }
}
