package io.snapdsl.engine.moment

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.history.Trigger
import io.snapdsl.engine.json.CanonicalJson
import io.snapdsl.engine.plan.MomentRestore
import io.snapdsl.engine.plan.PlanListener
import io.snapdsl.engine.plan.PlanReport
import io.snapdsl.engine.plan.PlanRun
import io.snapdsl.engine.plan.StepOutcome.Status
import io.snapdsl.engine.policy.Declared
import io.snapdsl.engine.policy.RestorePlan
import io.snapdsl.engine.policy.RestorePlan.Mode
import io.snapdsl.engine.policy.RestorePlan.OnFailure
import io.snapdsl.engine.policy.RestorePlan.Selector
import io.snapdsl.engine.policy.RestorePlan.Step
import io.snapdsl.engine.session.AgentSessions
import io.snapdsl.engine.state.StateFile
import io.snapdsl.engine.state.StateTaking
import io.snapdsl.engine.state.States
import java.nio.file.Files
import java.nio.file.Path
import java.time.Instant

class MomentRestoreSpec extends MomentSpecification {
    static final PlanListener NOBODY = [goesBefore: {}, began: {}, said: { a, b -> }, ended: {}, wentBack: {}] as PlanListener

    Path file
    Subject.State mind

    def setup() {
        file = base.resolve('agent/state.json')
        Files.createDirectories(file.parent)
        Files.writeString(file, '{"step": 1}')
        def state = states.register('mind')
        ws.store.subjects().relocate(state.id(), file)
        mind = states.named('mind')
    }

    States getStates() {
        new States(ws.store, ws.clock)
    }

    Taking taking(Subject.State state) {
        new StateTaking(ws.store, ws.clock, state, NOTE, StateFile::read)
    }

    Moment moment() {
        take([taking(ws.workspace), taking(other), taking(mind)]).moment().get()
    }

    MomentRestore getRestoring() {
        new MomentRestore(ws.store, { throw new IllegalStateException('no containers here') }, ws.clock, Progress.NONE, '')
    }

    PlanReport restore(Moment moment, Trigger trigger = Trigger.RESTORE) {
        restoring.keepPresent(moment, trigger)
        restoring.run(moment, NOBODY).carryOut()
    }

    void write(String text, int step) {
        ws.write('file', text)
        Files.writeString(tools.resolve('tool'), text)
        Files.writeString(file, """{"step": $step}""")
    }

    List present() {
        [ws.read('file'), Files.readString(tools.resolve('tool')), CanonicalJson.parse(Files.readAllBytes(file)).toString()]
    }

    def 'everything comes back together, and goes back together'() {
        given:
        def good = moment()
        write('bad', 2)

        when:
        def preview = restoring.run(good, NOBODY).preview()

        then: 'a dry run touches nothing'
        preview.steps()*.status() == [Status.PLANNED] * 3
        preview.steps()[2].state().get().differences()*.pointer() == ['/step']
        present() == ['bad', 'bad', '{"step":2}']

        when:
        def report = restore(good)

        then:
        report.failure().empty
        report.steps()*.status() == [Status.DONE] * 3
        present() == ['one', 'one', '{"step":1}']
        states.latest(mind).get().checkpoint().label() == 'rollback::every hour#1'

        when:
        def undone = restore(restoring.undone(), Trigger.UNDO)

        then: 'also what was in no snapshot and in no checkpoint'
        undone.failure().empty
        present() == ['bad', 'bad', '{"step":2}']

        when: 'and an undo can be undone'
        restore(restoring.undone(), Trigger.UNDO)

        then:
        present() == ['one', 'one', '{"step":1}']
    }

    def 'directories that were deleted come back with the rest'() {
        given:
        def good = moment()
        ws.directory.toFile().deleteDir()
        tools.toFile().deleteDir()

        when:
        def report = restore(good)

        then:
        report.failure().empty
        present() == ['one', 'one', '{"step":1}']
    }

    def 'if one part can not be brought back, the others are as they were'() {
        given: 'something that a restore can not move out of the way'
        def good = moment()
        write('bad', 2)
        Files.delete(tools.resolve('tool'))
        Files.createDirectories(tools.resolve('tool'))
        Files.writeString(tools.resolve('.snapshotignore'), 'tool/kept')
        Files.writeString(tools.resolve('tool/kept'), 'in the way')

        when:
        def report = restore(good)

        then:
        report.failure().present
        report.steps()*.status() == [Status.DONE, Status.FAILED, Status.NOT_REACHED]
        report.rollBacks().every { it.complete }
        report.staying().empty
        ws.read('file') == 'bad'
        Files.readString(tools.resolve('tool/kept')) == 'in the way'
        Files.readString(file) == '{"step": 2}'
    }

    def 'a state without a file is rolled back by a checkpoint of its own'() {
        given:
        def plan = states.register('plan')
        states.checkpoint(plan, 'start', '', CanonicalJson.parse('{"goal": 1}'))
        def good = take([taking(ws.workspace), taking(plan)]).moment().get()
        states.checkpoint(plan, 'later', '', CanonicalJson.parse('{"goal": 2}'))

        when:
        restore(good)

        then:
        states.latest(plan).get().state().toString() == '{"goal":1}'
        states.latest(plan).get().checkpoint().number() == 3

        when:
        restore(restoring.undone(), Trigger.UNDO)

        then:
        states.latest(plan).get().state().toString() == '{"goal":2}'
    }

    def 'what is no JSON any more stays beside the file'() {
        given:
        def good = moment()
        Files.writeString(file, '{"step": ')

        when:
        def report = restore(good)

        then:
        report.failure().empty
        Files.readString(file) == '{"step":1}'
        Files.readString(file.resolveSibling('state.json.unreadable')) == '{"step": '
        report.steps()[2].state().get().aside().get() == file.resolveSibling('state.json.unreadable')

        when: 'that happens again'
        Files.writeString(file, '{"other": ')
        restore(good)

        then:
        Files.readString(file.resolveSibling('state.json.unreadable')) == '{"step": '
        Files.readString(file.resolveSibling('state.json.unreadable-2')) == '{"other": '
    }

    def 'a file that is gone comes back, with its directory'() {
        given:
        def good = moment()
        file.parent.toFile().deleteDir()

        when:
        restore(good)

        then:
        Files.readString(file) == '{"step":1}'

        when:
        def undone = restoring.undone()
        def report = restore(undone, Trigger.UNDO)

        then: 'it was gone'
        undone.parts()*.subject() == ['workspace', 'tools', 'mind']
        undone.isIntact()
        report.failure().empty
        Files.notExists(file)

        when:
        restore(restoring.undone(), Trigger.UNDO)

        then:
        Files.readString(file) == '{"step":1}'
    }

    def 'a file that was #what is so again if a part after it fails'() {
        given:
        def good = take([taking(mind), taking(ws.workspace), taking(other)]).moment().get()
        Files.delete(file)
        if (text) {
            Files.writeString(file, text)
        }
        Files.delete(tools.resolve('tool'))
        Files.createDirectories(tools.resolve('tool'))
        Files.writeString(tools.resolve('.snapshotignore'), 'tool/kept')
        Files.writeString(tools.resolve('tool/kept'), 'in the way')

        when:
        def report = restore(good)

        then:
        report.failure().present
        report.steps()[0].status() == Status.DONE
        report.staying().empty
        file.parent.toFile().list() as List == (text ? ['state.json'] : [])
        !text || Files.readString(file) == text

        where:
        what        | text
        'not there' | null
        'no JSON'   | '{"step": '
    }

    def 'a state that has nothing yet is no part of the moment, and one whose file is no JSON is no moment'() {
        given:
        Files.delete(file)

        expect:
        take([taking(ws.workspace), taking(other), taking(mind)]).moment().get().parts()*.subject() == ['workspace', 'tools']

        when:
        Files.writeString(file, 'nonsense')
        ws.write('file', 'new')
        def taken = take([taking(ws.workspace), taking(other), taking(mind)])

        then:
        taken.moment().empty
        taken.outcomes()[2].failure().get().code() == ErrorCode.INVALID_JSON
        taken.outcomes()[0].snapshot().present
    }

    def 'the checkpoint of a file and the moment are published together'() {
        when:
        def first = moment()
        Files.writeString(file, '{"step": 2}')
        def second = moment()

        then:
        first.parts()[2] == new Part.OfCheckpoint(mind.id(), 'mind', 1, states.restore(mind, 1).checkpoint().hash(), true)
        second.parts()*.isNew() == [false, false, true]
        second.parts()[2].number() == 2
        ws.store.moments().newest(2) == [second, first]
        [first, second].every { it.isIntact() }

        when: 'nothing has changed since'
        def third = take([taking(ws.workspace), taking(other), taking(mind)])

        then:
        third.moment().empty
        ws.store.checkpoints().end(mind.id()).number() == 2
    }

    def 'before the first restore there is nothing to undo'() {
        given:
        moment()

        when:
        restoring.undone()

        then:
        def refusal = thrown(SnapdslException)
        refusal.code() == ErrorCode.NOTHING_TO_UNDO
    }

    def 'a restore that could not keep the present has been told to have failed, and does not stand before the one before it'() {
        given:
        def good = moment()
        write('bad', 2)
        restore(good)
        def kept = restoring.undone()
        Files.delete(file)
        Files.createDirectory(file)

        when:
        restoring.keepPresent(good, Trigger.RESTORE)

        then:
        thrown(SnapdslException)
        restoring.undone() == kept
    }

    def 'a restore plan brings a state back to #which'() {
        given:
        def sessions = new AgentSessions(ws.store.sessions(), ws.clock, new Random(0))
        def plan = states.register('plan')
        states.checkpoint(plan, 'old', '', CanonicalJson.parse('{"goal": 1}'))
        sessions.start('run', '', '')
        states.checkpoint(plan, 'in the run', 'run', CanonicalJson.parse('{"goal": 2}'))
        states.checkpoint(plan, 'after', '', CanonicalJson.parse('{"goal": 3}'))
        def step = new Step.Restore(new Declared.State('plan', Optional.empty(), [:]), Optional.empty(), [], Mode.IN_PLACE, Optional.empty())
        def restoring = new RestorePlan('p', selector, [step], true, OnFailure.ROLL_BACK)

        when:
        def report = new PlanRun(restoring, '', ws.store, ws.workspaces, { null }, ws.clock, Progress.NONE, NOBODY).carryOut()

        then:
        report.failure().empty
        states.latest(plan).get().state().toString() == state

        where:
        which                | selector                     || state
        'before the run'     | new Selector.BeforeLastRun() || '{"goal":1}'
        'the newest'         | new Selector.Latest()        || '{"goal":3}'
        'now'                | new Selector.At(Instant.MAX) || '{"goal":3}'
    }

    def 'before the last run, a state is what it was before the one that the plan means, though an older one was the last at it'() {
        given:
        def sessions = new AgentSessions(ws.store.sessions(), ws.clock, new Random(0))
        def plan = states.register('plan')
        ws.snap()
        sessions.start('older', '', '')
        states.checkpoint(plan, 'in the run', 'older', CanonicalJson.parse('{"goal": 1}'))
        states.checkpoint(plan, 'by hand', '', CanonicalJson.parse('{"goal": 2}'))
        sessions.start('newer', '', '')
        ws.record(Note.manual('', '', 'newer'))
        states.checkpoint(plan, 'later', '', CanonicalJson.parse('{"goal": 3}'))
        def declared = [new Declared.Workspace('w', ws.directory, Optional.empty(), Optional.empty(), Optional.empty()), new Declared.State('plan', Optional.empty(), [:])]
        def steps = declared.collect { new Step.Restore(it, Optional.empty(), [], Mode.IN_PLACE, Optional.empty()) }
        def restoring = new RestorePlan('p', new Selector.BeforeLastRun(), steps, true, OnFailure.ROLL_BACK)

        when:
        def report = new PlanRun(restoring, '', ws.store, ws.workspaces, { null }, ws.clock, Progress.NONE, NOBODY).carryOut()

        then:
        report.failure().empty
        states.latest(plan).get().state().toString() == '{"goal":2}'
    }

    def 'a state has no milestones and tags'() {
        given:
        def step = new Step.Restore(new Declared.State('mind', Optional.empty(), [:]), Optional.empty(), [], Mode.IN_PLACE, Optional.empty())
        def restoring = new RestorePlan('p', new Selector.Tagged('release'), [step], true, OnFailure.STOP)

        when:
        new PlanRun(restoring, '', ws.store, ws.workspaces, { null }, ws.clock, Progress.NONE, NOBODY).preview()

        then:
        def refusal = thrown(SnapdslException)
        refusal.code() == ErrorCode.UNKNOWN_CHECKPOINT
    }
}
