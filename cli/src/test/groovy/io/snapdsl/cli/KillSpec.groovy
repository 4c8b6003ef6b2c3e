package io.snapdsl.cli

/** The most telling of the kills; all of them are in the campaign: ./gradlew :cli:killCampaign. */
class KillSpec extends KillScenarios {
    def 'a snap killed at #point leaves the old history or the new'() {
        when:
        snapIsKilled { snapdsl.runUntil(point, *it) }

        then:
        kills == 1

        where:
        point << ['content.after-commit:1', 'publish.before-commit:1', 'publish.after-commit:1']
    }

    def 'a restore killed at #point leaves each file old or new'() {
        when:
        restoreIsKilled(['restore', taken.keySet().first()], unsaved) { snapdsl.runUntil(point, *it) }

        then:
        kills == 1

        where:
        point                       | unsaved
        'restore.delete:2'          | true
        'restore.directories-made:1'| false
        'restore.content-written:2' | true
        'restore.before-rename:3'   | false
        'restore.applied:1'         | true
    }

    def 'an undo killed at #point can be taken up again'() {
        when:
        restoreIsKilled(['undo'], true) { snapdsl.runUntil(point, *it) }

        then:
        kills == 1

        where:
        point << ['restore.after-rename:1']
    }

    def 'a removal killed at #point costs no other snapshot'() {
        when:
        removalIsKilled { snapdsl.runUntil(point, *it) }

        then:
        kills == 1

        where:
        point << ['remove.after-commit:1', 'sweep.before-commit:1']
    }

    def 'a pruning killed at #point is taken up by the next, and costs nothing that was to be kept'() {
        when:
        pruningIsKilled { snapdsl.runUntil(point, *it) }

        then:
        kills == 1

        where:
        point << ['remove.before-commit:1', 'remove.after-commit:1', 'sweep.marked:1', 'sweep.after-commit:1']
    }

    def 'a revert killed at #point leaves each file old or new'() {
        when:
        revertIsKilled { snapdsl.runUntil(point, *it) }

        then:
        kills == 1

        where:
        point << ['restore.saved:1', 'restore.after-rename:2', 'publish.before-commit:2']
    }

    def 'a consolidation killed at #point is taken up by the next, and costs nothing that is shown'() {
        when:
        consolidationIsKilled { snapdsl.runUntil(point, *it) }

        then:
        kills == 1

        where:
        point << ['content.after-commit:1', 'consolidate.before-commit:1', 'consolidate.after-commit:1', 'sweep.before-commit:1']
    }

    def 'a first snap killed at #point leaves nothing that could be in the way'() {
        given:
        def fresh = snapdsl.on(temp.resolve('fresh'))

        when:
        def result = fresh.runUntil(point, 'snap')

        then:
        result.exit == Snapdsl.KILLED

        when:
        def state = now()
        def id = fresh.json('snap').id

        then:
        fresh.json('log').snapshots*.id.contains(id)
        fresh.run('restore', id, '--to', temp.resolve('copy')).exit == 0
        DirectoryState.of(temp.resolve('copy')) == state
        fresh.run('verify', '--read-data').exit == 0

        where:
        point << ['register.before-commit', 'register.after-commit']
    }
}
