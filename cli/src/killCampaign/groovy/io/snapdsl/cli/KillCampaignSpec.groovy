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
    }

    def 'snap, killed at #point'() {
        when:
        3.times { eachTime(point) { time -> snapIsKilled { snapdsl.runUntil(time, *it) } } }

        then:
        kills > 0

        where:
        point << SNAP
    }

    def 'restore of #what, killed at #point'() {
        when:
        eachTime(point) { time ->
            restoreIsKilled(['restore', taken.keySet().first()], unsaved) { snapdsl.runUntil(time, *it) }
        }

        then:
        kills > 0

        where:
        [point, unsaved] << [RESTORE, [true, false]].combinations()
        what = unsaved ? 'unsaved changes' : 'a clean workspace'
    }

    def 'undo, killed at #point'() {
        when:
        eachTime(point) { time -> restoreIsKilled(['undo'], true) { snapdsl.runUntil(time, *it) } }

        then:
        kills > 0

        where:
        point << RESTORE
    }

    def 'rm, killed at #point'() {
        when:
        3.times { eachTime(point) { time -> removalIsKilled { snapdsl.runUntil(time, *it) } } }

        then:
        kills > 0

        where:
        point << REMOVE
    }

    def 'prune, killed at #point'() {
        when:
        eachTime(point) { time -> pruningIsKilled { snapdsl.runUntil(time, *it) } }

        then:
        kills > 0

        where:
        point << REMOVE
    }

    def 'revert, killed at #point'() {
        when:
        eachTime(point) { time -> revertIsKilled { snapdsl.runUntil(time, *it) } }

        then:
        kills > 0

        where:
        point << RESTORE
    }

    def 'consolidate, killed at #point'() {
        when:
        eachTime(point) { time -> consolidationIsKilled { snapdsl.runUntil(time, *it) } }

        then:
        kills > 0

        where:
        point << CONSOLIDATE
    }

    def 'killed at any instant, with seed #seed'() {
        given:
        def random = new Random(seed)
        def atAnyInstant = { List<String> words ->
            def process = snapdsl.start([:], *words)
            // by its handle: the process itself would close what we still want to read
            if (!process.waitFor(random.nextInt(450), TimeUnit.MILLISECONDS)) process.toHandle().destroyForcibly()
            Snapdsl.finish(process)
        }

        when:
        12.times {
            snapIsKilled(atAnyInstant)
            restoreIsKilled(['restore', taken.keySet().first()], random.nextBoolean(), atAnyInstant)
            removalIsKilled(atAnyInstant)
            revertIsKilled(atAnyInstant)
            consolidationIsKilled(atAnyInstant)
            pruningIsKilled(atAnyInstant)
        }

        then:
        kills > 0

        where:
        seed << [1, 2, 3]
    }
}
