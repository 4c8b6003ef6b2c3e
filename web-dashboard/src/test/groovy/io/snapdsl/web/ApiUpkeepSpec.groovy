package io.snapdsl.web

import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import java.nio.file.Files

/** What the command can do to a store, a program can do as well. */
class ApiUpkeepSpec extends DashboardSpecification {

    Object act(String path, Map body = [:], int status = 200) {
        def response = post("/api/v1$path", JsonOutput.toJson(body))
        assert response.statusCode() == status: response.body()
        new JsonSlurper().parseText(response.body())
    }

    List<String> snaps(int count) {
        (1..count).collect { write('a', "version $it"); snap("goal $it", 'editor').id().hex() }
    }

    /** The entry of what was removed stays in the log. */
    List<String> kept() {
        json('/api/v1/snapshots').snapshots.findAll { !it.removed }*.id
    }

    def 'pruning says what it would do, and then does just that'() {
        given:
        def ids = snaps(5)

        when:
        def preview = act('/prune', [keepLast: 2, dryRun: true])

        then:
        preview.dryRun && preview.bytesFreed == null
        preview.removed == 3
        preview.snapshots.findAll { it.action == 'remove' }*.id as Set == ids[0..2] as Set
        preview.snapshots.every { it.reasons }
        json('/api/v1/snapshots').snapshots.size() == 5

        when:
        def done = act('/prune', [keepLast: 2])

        then:
        done.removed == 3 && done.bytesFreed != null && done.tooLarge == false
        kept() == ids[3..4].reverse()
        act('/verify', [readData: true]).clean
    }

    def 'a request to prune that makes no sense removes nothing: #body'() {
        given:
        snaps(3)

        expect:
        act('/prune', body, 400).code == 'USAGE'
        json('/api/v1/snapshots').snapshots.size() == 3

        where:
        body << [[keepLast: -1], [keepLast: 1.5], [keepLast: 'two'], [maxTotal: 1], [keepWithin: 'soon'], [keepLst: 1]]
    }

    def 'snapshots are removed by name, with a reason'() {
        given:
        def ids = snaps(3)

        expect:
        act('/rm', [snapshots: [ids[0], '@1'], reason: 'held a secret']).removed == [ids[0], ids[1]]
        kept() == [ids[2]]
        act('/rm', [snapshots: []], 400).title == 'No snapshot is named.'
    }

    def 'neighbours are merged, after a look at which'() {
        given:
        def ids = snaps(5)

        when:
        def candidates = act('/consolidate', [dryRun: true])
        def done = act('/consolidate', [preserveDiffs: true])

        then:
        candidates.candidates*.snapshots == [ids[0..3]]
        done.originals == ids[0..3]
        done.newCount == 1
        json('/api/v1/snapshots').snapshots.size() == 2
        act('/consolidate', [strategy: 'merge_all'], 400).hint.contains('merge_by_time')
    }

    def 'of those that are named only they are merged'() {
        given:
        def ids = snaps(5)

        expect:
        act('/consolidate', [snapshots: [ids[1], ids[2]]]).originals == ids[1..2]
        act('/consolidate', [snapshots: [ids[0], ids[3]]]).newCount == 0
    }

    def 'what has changed since is told, and taken for right when somebody says so'() {
        given:
        snaps(1)

        expect:
        json('/api/v1/status').clean
        json('/api/v1/sync').matches

        when:
        write('b', 'new')

        then:
        json('/api/v1/status').changes.collect { [it.path, it.change] } == [['b', 'created']]
        !json('/api/v1/sync').matches
        json('/api/v1/ignore').rules.size() > 3
        act('/reset-continuity', [:], 400).code == 'USAGE'
        act('/reset-continuity', [reason: 'the backup tool was here']).sequence == 2
        json('/api/v1/sync').matches
    }

    def 'a run is started and ended, and what it found and left is kept'() {
        given:
        snaps(1)

        when:
        def started = act('/sessions/start', [name: 'run-7', tool: 'claude', goal: 'fix it', subject: 'shop'])
        write('a', 'by the run')
        def snapped = act('/snap', [tool: 'editor', session: 'run-7', files: ['a'], tags: ['release'], goal: 'the fix'])
        write('c', 'left over')
        def ended = act('/sessions/end', [name: 'run-7', outcome: 'done', subject: 'shop'])

        then:
        started.id == 'run-7'
        started.snapshotId
        snapped.session == 'run-7' && snapped.tool == 'editor' && snapped.unknown == 0
        ended.snapshotId
        json('/api/v1/session?name=run-7').snapshots*.id.containsAll([snapped.id, ended.snapshotId])
        act('/sessions/end', [name: 'nobody'], 404).code == 'UNKNOWN_SESSION'
    }

    def 'a run is opened although what it found could not be kept, and that is told'() {
        given:
        snaps(1)
        Files.delete(directory.resolve('a'))
        Files.delete(directory)

        when:
        def started = act('/sessions/start', [name: 'run-8', subject: 'shop', containers: ['box']])

        then:
        started.snapshotId == null && started.snapshotFailure
        started.containers == [] && started.containerFailures == ['The container box could not be kept: no engine here']
        json('/api/v1/session?name=run-8').ended == null
    }

    def 'what a snapshot took in, and what it could not, is told as the command tells it'() {
        given:
        snaps(1)
        write('a', 'announced')
        write('b', 'by somebody')
        write('x.log', 'left out')

        expect:
        with(act('/snap', [files: ['a', 'x.log']])) {
            it.unknownFiles == [[path: 'b', change: 'created']]
            it.integratedId && it.claimed == [] && it.consolidated == null
            it.announcedLeftOut*.path == ['x.log']
        }
    }

    def 'states are kept, compared, rolled back and replayed'() {
        when:
        act('/checkpoints', [state: 'planner', label: 'start', session: 'run-7', value: [step: 1]])
        act('/session/events', [name: 'run-7', type: 'decision', details: [choice: 2]])
        act('/checkpoints', [state: 'planner', label: 'later', session: 'run-7', value: [step: 2]])
        def back = act('/states/rollback', [state: 'planner', number: 1, session: 'run-7'])

        then:
        back.number == 3
        json('/api/v1/states').states.collect { [it.state, it.newest.number] } == [['planner', 3]]
        json('/api/v1/states/diff?state=planner&from=1&to=2').differences*.pointer == ['/step']
        json('/api/v1/checkpoint?state=planner').value == [step: 1]
        json('/api/v1/session/replay?name=run-7').with {
            it.finding == null && it.replayed == 4 && it.checkpoints == 3 && it.events*.type[1] == 'decision'
        }
        act('/checkpoints', [state: 'planner', label: 'x'], 400).title == "'value' is missing."
    }

    def 'a milestone is shown and given up'() {
        given:
        def ids = snaps(3)
        act('/milestones', [title: 'works'])

        expect:
        json('/api/v1/milestone?title=works').snapshots*.id == ids
        act('/milestones/rm', [title: 'works']).title == 'works'
        json('/api/v1/milestones').milestones == []
    }

    def 'a snapshot is restored to another directory, and nowhere else'() {
        given:
        def ids = snaps(2)
        def target = base.resolve('as it was')

        when:
        act('/restore', [snapshot: ids[0], to: target.toString()])

        then:
        Files.readString(target.resolve('a')) == 'version 1'
        Files.readString(directory.resolve('a')) == 'version 2'
        act('/restore', [snapshot: ids[0], to: 'relative'], 400).title == "'to' is not an absolute path."
        act('/restore', [snapshot: ids[1], to: target.toString()], 409)
        Files.readString(target.resolve('a')) == 'version 1'
    }
}
