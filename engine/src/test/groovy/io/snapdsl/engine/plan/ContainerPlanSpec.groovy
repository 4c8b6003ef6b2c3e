package io.snapdsl.engine.plan

import io.snapdsl.container.docker.DockerEngine
import io.snapdsl.container.docker.NeedsDocker
import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.container.CaptureOptions
import io.snapdsl.engine.container.ContainerRecorder
import io.snapdsl.engine.container.ContainerRuntime
import io.snapdsl.engine.container.ContainerRuntime.Status
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.policy.Declared
import io.snapdsl.engine.policy.Hook
import io.snapdsl.engine.policy.RestorePlan
import io.snapdsl.engine.policy.RestorePlan.Mode
import io.snapdsl.engine.policy.RestorePlan.OnFailure
import io.snapdsl.engine.policy.RestorePlan.Selector
import io.snapdsl.engine.policy.RestorePlan.Step
import io.snapdsl.engine.run.ContainerRunSpecification
import java.time.Duration
import java.util.function.Supplier

/** Restore plans with a container of a real engine. */
@NeedsDocker
class ContainerPlanSpec extends ContainerRunSpecification {
    static final GOOD = new Selector.Tagged('good')
    static final Hook.Action FAILS = { throw new IllegalStateException('no good') }

    @Override
    String address() {
        DockerEngine.sharedAddress()
    }

    def cleanup() {
        removeBox()
    }

    void snap(String tag) {
        docker {
            new ContainerRecorder(ws.store, it, ws.clock, Progress.NONE)
                .record(box, CaptureOptions.DEFAULT, Note.manual('', '', '').tagged([tag]))
        }
    }

    PlanReport plan(Map settings = [:], Step... steps) {
        def plan = new RestorePlan('p', settings.from ?: GOOD, steps.toList(), settings.verify ?: false, settings.onFailure ?: OnFailure.STOP)
        PlanListener nobody = [goesBefore: {}, began: {}, said: { a, b -> }, ended: {}, wentBack: {}] as PlanListener
        docker { engine ->
            def run = new PlanRun(plan, settings.session ?: '', ws.store, ws.workspaces, { engine } as Supplier<ContainerRuntime>, ws.clock, Progress.NONE, nobody)
            settings.dryRun ? run.preview() : run.carryOut()
        }
    }

    Step restore(Mode mode, Declared subject = container()) {
        new Step.Restore(subject, Optional.empty(), [], mode, Optional.of(Duration.ofSeconds(2)))
    }

    static Step failing() {
        new Step.Do(FAILS, Duration.ofSeconds(5))
    }

    String read(String file = '/data/file', String container = box) {
        docker { it.exec(container, ['cat', file], Duration.ofSeconds(20)).output().trim() }
    }

    String id() {
        docker { it.inspect(box).get().id() }
    }

    Status status() {
        docker { it.inspect(box).get().status() }
    }

    /** A good state, and then another. */
    void history() {
        startBox()
        write('good')
        snap('good')
        write('bad')
        sh('touch /own')
    }

    def 'a container is replaced by what it was, and what it was before is kept'() {
        given:
        history()
        def before = id()

        when:
        def report = plan(verify: true, restore(Mode.REPLACE))

        then:
        report.failure().empty
        id() != before
        read() == 'good'
        sh('ls /own') != 0
        report.steps()[0].before().get().snapshot() == taken()[1]
        report.steps()[0].container().get().restored().container().status() == Status.RUNNING
    }

    def 'history says which plan it was, and in whose run: #mode'() {
        given:
        history()
        def good = taken()[0]

        when:
        plan(session: 'night', restore(mode))

        then:
        def note = taken()[2].note()
        note.session() == 'night'
        note.goal() == "plan p: restore ${good.id().shortHex()}"

        where:
        mode << [Mode.REPLACE, Mode.IN_PLACE]
    }

    def 'a dry run says what would be done, and does nothing: #mode'() {
        given:
        history()
        def before = id()

        when:
        def preview = plan(dryRun: true, restore(mode)).steps()[0].container().get().preview()

        then:
        id() == before
        read() == 'bad'
        taken().size() == 1
        preview.notes().contains("the volume $box-data is restored".toString()) == (mode == Mode.IN_PLACE)

        where:
        mode << Mode.values()
    }

    def 'in place, only the volumes go back: the container and its own files stay'() {
        given:
        history()
        def before = id()

        when:
        def report = plan(restore(Mode.IN_PLACE))

        then:
        report.failure().empty
        id() == before
        status() == Status.RUNNING
        read() == 'good'
        sh('ls /own') == 0
    }

    def 'beside it, a new container has the good state'() {
        given:
        history()

        when:
        def report = plan(restore(Mode.BESIDE))
        def copy = report.steps()[0].container().get().restored().container()

        then:
        read() == 'bad'
        read('/data/file', copy.id()) == 'good'
        report.staying()*.step()*.number() == [1]

        cleanup:
        docker {
            it.remove(copy.id())
            copy.details().path('Mounts').each { mount -> it.removeVolume(mount.path('Name').asText()) }
        }
    }

    def 'what a plan did goes back when a later step fails: #mode'() {
        given:
        history()
        ws.write('file', 'good')
        ws.record(Note.manual('', '', '').tagged(['good']))
        ws.write('file', 'bad')

        when:
        def report = plan(onFailure: OnFailure.ROLL_BACK, restore(Mode.IN_PLACE, workspace()), restore(mode), failing())

        then:
        report.failure().get().message.contains('no good')
        report.rollBacks()*.isComplete() == [true, true]
        report.staying() == []
        ws.read('file') == 'bad'
        read() == 'bad'
        sh('ls /own') == 0
        status() == Status.RUNNING

        where:
        mode << [Mode.REPLACE, Mode.IN_PLACE]
    }

    def 'a container that is not well does not replace the one that is there, and all goes back'() {
        given: 'a good state that ends at once when it is started anew'
        create(Cmd: ['sh', '-c', '[ -e /data/twice ] && exit 1; touch /data/twice; while true; do sleep 0.2; done'])
        docker { it.start(box) }
        write('good')
        snap('good')
        write('bad')
        sh('rm /data/twice')
        ws.write('file', 'good')
        ws.record(Note.manual('', '', '').tagged(['good']))
        ws.write('file', 'bad')
        def before = id()

        when:
        def report = plan(onFailure: OnFailure.ROLL_BACK, restore(Mode.IN_PLACE, workspace()), restore(Mode.REPLACE))

        then:
        report.failure().get().code() == ErrorCode.UNHEALTHY
        report.rollBacks()*.step()*.name() == ['workspace']
        report.staying() == []
        ws.read('file') == 'bad'
        id() == before
        status() == Status.RUNNING
        read() == 'bad'
    }

    def 'a plan that can not be carried out touches nothing: #what'() {
        given:
        history()
        ws.write('file', 'good')
        ws.record(Note.manual('', '', '').tagged(['good']))
        ws.write('file', 'bad')
        make.call(this)

        when:
        plan(restore(Mode.IN_PLACE, workspace()), restore(Mode.REPLACE))

        then:
        def failure = thrown(SnapdslException)
        failure.message.startsWith("Step 2, restore $box: ")
        failure.message.contains(words)
        ws.read('file') == 'bad'

        where:
        what                       | words                              | make
        'the container is gone'    | "doesn't exist any more"           | { it.docker { engine -> engine.remove(it.box) } }
        'its image is gone'        | "doesn't have the image"           | { it.removeImages() }
    }
}
