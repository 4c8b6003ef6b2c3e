package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path

/** Moments as their users meet them: a project and what an agent knows. */
class MomentSpec extends CommandSpecification {
    Path script
    Path mind

    def setup() {
        mind = temp.resolve('mind.json')
        script = Files.writeString(temp.resolve('policy.groovy'), """
            def app = workspace('app') { path 'project' }
            def mind = state('mind') { path 'mind.json' }
            policy('p') { protect app, mind; on policyStart }
        """.stripIndent())
        both('one')
    }

    void both(String text) {
        write('file', text)
        Files.writeString(mind, """{"knows":"$text"}""")
    }

    List<String> both() {
        [read('file'), Files.readString(mind)]
    }

    List once() {
        snapdsl.json('run', script, '--once').events
    }

    List moments() {
        snapdsl.json('moment', 'list').moments
    }

    def 'a moment is listed, shown, compared, brought back and undone'() {
        when:
        def events = once()
        both('two')
        once()

        then:
        events*.event == ['taken', 'checkpointed', 'moment']
        moments().size() == 2
        moments()[0].parts*.subject == ['app', 'mind']
        snapdsl.json('moment', 'show', moments()[0].id.take(6)) == moments()[0]

        when:
        def differences = snapdsl.json('moment', 'diff', '@1').parts

        then:
        differences[0].files*.path == ['file']
        differences[1].differences*.pointer == ['/knows']

        when:
        def planned = snapdsl.json('moment', 'restore', '@1', '--dry-run')

        then:
        planned.steps*.status == ['planned', 'planned']
        both() == ['two', '{"knows":"two"}']

        when:
        def done = snapdsl.json('moment', 'restore', '@1')

        then:
        done.steps*.status == ['done', 'done']
        both() == ['one', '{"knows":"one"}']
        moments()[0].id == done.keptMoment

        when:
        snapdsl.json('moment', 'undo')

        then:
        both() == ['two', '{"knows":"two"}']
        everySnapshotIsIntact()
    }

    def 'a moment is compared with another, or with what is there now'() {
        given:
        once()
        both('two')
        once()
        both('three')

        expect: 'nobody has taken the third yet'
        def now = snapdsl.json('moment', 'diff', '@latest')
        [now.beforeId, now.afterId] == [moments()[0].id, null]
        now.parts[0].files*.path == ['file']
        now.parts[1].differences*.after == ['"three"']
        snapdsl.run('moment', 'diff', '@1', '@latest').out.contains('+two')
        snapdsl.run('moment', 'diff', '@1').out.readLines().with { [it[0], it.last()] } ==
            ["app: ${moments()[1].parts[0].snapshotId.take(10)} -> now", '  knows: "one" -> "three"']
        moments().size() == 2

        when: 'a state that is gone'
        both('two')
        Files.delete(mind)

        then:
        snapdsl.run('moment', 'diff', '@latest').out.readLines()[0] == 'mind: #2 -> nothing'

        when:
        both('two')

        then:
        snapdsl.json('moment', 'diff', '@latest').parts == []
    }

    def 'what is part of a moment is removed only when that is given up'() {
        given:
        once()
        both('two')
        once()
        def part = moments()[1].parts[0].snapshotId

        expect:
        refused(snapdsl.run('rm', part, '--json'), 4, 'IN_MOMENT')
        snapdsl.json('explain', part).keptBecause.any { it.startsWith('part of the moment ') }

        when:
        snapdsl.json('moment', 'rm', '@1')

        then:
        snapdsl.json('rm', part)
        moments().size() == 1
    }

    def 'a kill at #point leaves all of a moment or nothing'() {
        when:
        def killed = snapdsl.runUntil(point, 'run', script, '--once')

        then:
        killed.exit == Snapdsl.KILLED
        moments().size() == left
        snapdsl.json('log').snapshots.size() == left
        snapdsl.json('state', 'list', 'mind').checkpoints.size() == left
        snapdsl.json('verify', '--read-data')

        where:
        point                   | left
        'moment.drafted'        | 0
        'moment.before-commit'  | 0
        'moment.after-commit'   | 1
    }

    def 'whatever a kill at #point leaves of a restore, undo takes it back, and another one ends it'() {
        given:
        once()
        def good = moments()[0].id
        both('two')
        once()
        both('in nothing yet')

        when:
        def killed = snapdsl.runUntil(point, 'moment', 'restore', good)

        then:
        killed.exit == Snapdsl.KILLED

        when: 'before the present is kept nothing is touched'
        if (point != 'moment.before-commit') {
            snapdsl.json('moment', 'undo')
        }

        then:
        both()*.contains('in nothing yet') == [true, true]

        when:
        snapdsl.json('moment', 'restore', good)

        then:
        both() == ['one', '{"knows":"one"}']
        mind.parent.toFile().list().findAll { it.startsWith('.snapdsl') } == []
        snapdsl.json('verify', '--read-data').clean

        where:
        point << ['moment.before-commit', 'moment.after-commit', 'restore.saved', 'restore.content-written', 'restore.before-rename', 'restore.after-rename',
            'restore.applied', 'plan.step', 'plan.step:2', 'checkpoint.before-commit', 'checkpoint.after-commit', 'state.file-written']
    }

    def 'undo of a restore that was killed before it changed anything does not take back the one before it'() {
        given:
        once()
        both('two')
        once()
        both('three')
        def kept = snapdsl.json('moment', 'restore', '@1').keptMoment
        both('four')

        when:
        def killed = snapdsl.runUntil(point, 'moment', 'restore', '@1')

        then:
        killed.exit == Snapdsl.KILLED
        def refusal = snapdsl.run('moment', 'undo', '--json')
        refused(refusal, 4, 'NOTHING_TO_UNDO')
        refusal.json.error.hint.contains("'snapdsl moment restore ${kept.take(10)}'")
        both()*.contains('four') == [true, true]

        when:
        snapdsl.json('moment', 'restore', kept)

        then:
        both()*.contains('three') == [true, true]

        when: 'an undo that was killed so is done again'
        def again = snapdsl.runUntil(point, 'moment', 'undo')

        then:
        again.exit == Snapdsl.KILLED
        snapdsl.json('moment', 'undo')
        both()*.contains('four') == [true, true]

        where:
        point << ['moment.drafted', 'moment.before-commit']
    }

    def 'a moment that is not there: #words'() {
        given:
        snap()

        expect:
        refused(snapdsl.run('moment', 'show', words, '--json'), 2, 'UNKNOWN_MOMENT')

        where:
        words << ['@latest', 'abcd', 'nonsense']
    }
}
