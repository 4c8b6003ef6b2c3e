package io.snapdsl.cli

import java.util.concurrent.TimeUnit

/** Kills at every named point, the first, second, third… time it is reached, and at random instants. */
class KillCampaignSpec extends KillScenarios {
    static int total = 0

    def cleanup() {
        total += kills
    }

    def cleanupSpec() {
        println "$total processes were killed"
        assert total >= 200
    }

    def 'snap, killed at #point'() {
        when:
        (1..4).each { count -> snapIsKilled { snapdsl.runUntil("$point:$count", *it) } }

        then:
        kills >= 1

        where:
        point << SNAP
    }

    def 'restore of #what, killed at #point'() {
        when:
        (1..6).each { count ->
            restoreIsKilled(['restore', taken.keySet().first()], unsaved) { snapdsl.runUntil("$point:$count", *it) }
        }

        then:
        kills >= 1

        where:
        [point, unsaved] << [RESTORE, [true, false]].combinations().findAll { it != ['restore.saved', false] }
        what = unsaved ? 'unsaved changes' : 'a clean workspace'
    }

    def 'undo, killed at #point'() {
        when:
        (1..4).each { count -> restoreIsKilled(['undo'], unsaved) { snapdsl.runUntil("$point:$count", *it) } }

        then:
        kills >= 1

        where:
        point << RESTORE
        unsaved = true
    }

    def 'rm, killed at #point'() {
        when:
        (1..3).each { count -> removalIsKilled { snapdsl.runUntil("$point:$count", *it) } }

        then:
        kills >= 1

        where:
        point << REMOVE
    }

    def 'killed at any instant, with seed #seed'() {
        given:
        def random = new Random(seed)
        def atAnyInstant = { List<String> words ->
            def process = snapdsl.start([:], *words)
            if (!process.waitFor(random.nextInt(900), TimeUnit.MILLISECONDS)) process.destroyForcibly()
            Snapdsl.finish(process)
        }

        when:
        10.times {
            snapIsKilled(atAnyInstant)
            restoreIsKilled(['restore', taken.keySet().first()], random.nextBoolean(), atAnyInstant)
            removalIsKilled(atAnyInstant)
        }

        then:
        kills > 0

        where:
        seed << [1, 2, 3]
    }
}
