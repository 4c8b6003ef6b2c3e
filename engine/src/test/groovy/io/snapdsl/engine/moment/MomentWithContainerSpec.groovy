package io.snapdsl.engine.moment

import io.snapdsl.container.docker.DockerEngine
import io.snapdsl.container.docker.NeedsDocker
import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.container.CaptureOptions
import io.snapdsl.engine.container.ContainerRecorder
import io.snapdsl.engine.container.ContainerRuntime
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Trigger
import io.snapdsl.engine.json.CanonicalJson
import io.snapdsl.engine.plan.MomentRestore
import io.snapdsl.engine.plan.PlanListener
import io.snapdsl.engine.policy.Declared
import io.snapdsl.engine.policy.Policy
import io.snapdsl.engine.policy.When.Event
import io.snapdsl.engine.replay.Replay
import io.snapdsl.engine.run.ContainerRunSpecification
import io.snapdsl.engine.run.SteppedRun
import java.nio.file.Files
import java.nio.file.Path
import java.util.function.Supplier

/** Files, a container with a volume, and an agent's state, as a policy takes them. */
@NeedsDocker
class MomentWithContainerSpec extends ContainerRunSpecification {
    static final PlanListener NOBODY = [goesBefore: {}, began: {}, said: { a, b -> }, ended: {}, wentBack: {}] as PlanListener

    Path mind

    @Override
    String address() {
        DockerEngine.sharedAddress()
    }

    def setup() {
        mind = base.resolve('mind.json')
        startBox()
    }

    def cleanup() {
        removeBox()
    }

    Policy policy() {
        policy(subjects: [workspace(), container(), new Declared.State('mind', Optional.of(mind), [:])], Event.POLICY_START)
    }

    boolean once() {
        new SteppedRun(ws.store, ws.workspaces, ws.clock, Progress.NONE, this::connect as Supplier<ContainerRuntime>, listener, file(policy())).start()
    }

    void put(String text) {
        ws.write('file', text)
        write(text)
        sh("echo $text > /own")
        Files.writeString(mind, """{"knows": "$text"}""")
    }

    String read(String path) {
        docker { it.exec(box, ['cat', path], java.time.Duration.ofSeconds(20)).output().trim() }
    }

    List present() {
        [ws.read('file'), read('/data/file'), read('/own'), CanonicalJson.parse(Files.readAllBytes(mind)).node().get('knows').asText()]
    }

    void restore(Moment moment, Trigger trigger) {
        docker { ContainerRuntime engine ->
            def restoring = new MomentRestore(ws.store, { engine } as Supplier<ContainerRuntime>, ws.clock, Progress.NONE, '')
            def target = moment ?: restoring.undone()
            restoring.keepPresent(target, trigger)
            def report = restoring.run(target, NOBODY).carryOut()
            assert report.failure().empty
        }
    }

    def 'files, container, volume and mind are one moment; all of them wrecked, they come back, and go again'() {
        given:
        put('good')
        assert once()
        def good = ws.store.moments().newest(1)[0]
        put('wrecked')

        expect:
        good.parts()*.subject() == ['workspace', box, 'mind']
        names().count('moment') == 1

        when:
        restore(good, Trigger.RESTORE)

        then:
        present() == ['good'] * 4

        when:
        restore(null, Trigger.UNDO)

        then:
        present() == ['wrecked'] * 4
        docker { it.inspect(box).get().status() } == ContainerRuntime.Status.RUNNING
    }

    def 'a container that was removed comes back under its name'() {
        given:
        put('good')
        assert once()
        def good = ws.store.moments().newest(1)[0]
        docker { it.remove(box) }

        when:
        restore(good, Trigger.RESTORE)

        then:
        present() == ['good'] * 4

        when: 'it was gone, and its last state is kept'
        sh('echo later > /own')
        restore(null, Trigger.UNDO)

        then:
        docker { it.inspect(box).empty }
        ws.read('file') == 'good'

        when:
        restore(null, Trigger.UNDO)

        then:
        docker { it.inspect(box).get().status() } == ContainerRuntime.Status.RUNNING
        present() == ['good', 'good', 'later', 'good']
    }

    def 'a container that somebody else has made meanwhile stays when there was none'() {
        given:
        put('good')
        assert once()
        def good = ws.store.moments().newest(1)[0]
        docker { it.remove(box) }
        restore(good, Trigger.RESTORE)
        docker { it.remove(box) }
        startBox()

        when:
        restore(null, Trigger.UNDO)

        then:
        docker { it.inspect(box).get().status() } == ContainerRuntime.Status.RUNNING
    }

    def 'with nothing left of any of them, all of them come back'() {
        given:
        put('good')
        assert sh('mkdir -m 700 /data/deep && echo x > /data/deep/er') == 0
        assert once()
        def good = ws.store.moments().newest(1)[0]

        when:
        docker {
            it.remove(box)
            it.removeVolume("$box-data")
        }
        ws.directory.toFile().deleteDir()
        Files.delete(mind)
        restore(good, Trigger.RESTORE)

        then:
        present() == ['good'] * 4
        read('/data/deep/er') == 'x'
        sh('test "$(stat -c %a /data/deep)" = 700') == 0
        docker { it.inspect(box).get().status() } == ContainerRuntime.Status.RUNNING

        when: 'and that can be taken back as far as there was something'
        restore(null, Trigger.UNDO)

        then:
        !ws.exists('file')
        Files.notExists(mind)
        docker { it.inspect(box).empty }
    }

    def 'a container that does not come up takes the others back with it'() {
        given: 'one that ends at once if it finds something in its volume when it starts'
        docker { it.remove(box) }
        create(Cmd: ['sh', '-c', 'test -e /data/poison && exit 1; trap "exit 0" TERM; while true; do sleep 0.2; done'])
        docker { it.start(box) }
        put('good')
        assert sh('touch /data/poison') == 0
        assert once()
        def good = ws.store.moments().newest(1)[0]
        assert sh('rm /data/poison') == 0
        put('present')

        when:
        def report = docker { ContainerRuntime engine ->
            def restoring = new MomentRestore(ws.store, { engine } as Supplier<ContainerRuntime>, ws.clock, Progress.NONE, '')
            restoring.keepPresent(good, Trigger.RESTORE)
            restoring.run(good, NOBODY).carryOut()
        }

        then:
        report.failure().present
        report.steps()*.status()*.name() == ['DONE', 'DONE', 'FAILED']
        report.rollBacks()*.complete == [true, true]
        report.staying().empty
        present() == ['present'] * 4
        sh('test -e /data/poison') == 1
        docker { it.inspect(box).get().status() } == ContainerRuntime.Status.RUNNING
    }

    def 'what was taken of a container in a session is among its events, and is replayed'() {
        when:
        docker { ContainerRuntime engine ->
            def box = new ContainerRecorder(ws.store, engine, ws.clock, Progress.NONE).taking(box, CaptureOptions.DEFAULT, Note.manual('', '', 'run'), false)
            new MomentRecorder(ws.store, ws.clock).take([box], Note.manual('', '', 'run'), MomentRecorder.Together.IF_CHANGED)
        }
        def events = ws.store.events().page('run', 0, 10)*.what()

        then:
        events*.type() == ['snapshot_created']
        events[0].details().node().get('subject').textValue() == box
        def request = new Replay.Request('run', OptionalLong.empty(), Optional.empty(), [:])
        new Replay(ws.store, request, { event, kept -> }).run().with { [it.snapshots(), it.finding()] } == [1, Optional.empty()]
    }

    def 'an engine that is away costs the moment, but no snapshot of the files'() {
        given:
        put('good')
        def nobody = { throw new io.snapdsl.engine.SnapdslException(ErrorCode.NO_CONTAINER_ENGINE, 'away', 'start it') }
        def run = new SteppedRun(ws.store, ws.workspaces, ws.clock, Progress.NONE, nobody as Supplier<ContainerRuntime>, listener, file(policy()))

        expect:
        !run.start()
        ws.store.moments().newest(1) == []
        ws.store.catalog().head(ws.workspace.id()).present
        names().containsAll(['taken', 'checkpointed', 'failed'])
    }
}
