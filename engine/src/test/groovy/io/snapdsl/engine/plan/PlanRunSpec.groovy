package io.snapdsl.engine.plan

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.content.ContentReader
import io.snapdsl.engine.container.CaptureOptions
import io.snapdsl.engine.container.ContainerRuntime
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.plan.StepOutcome.Status
import io.snapdsl.engine.policy.Declared
import io.snapdsl.engine.policy.Hook
import io.snapdsl.engine.policy.RestorePlan
import io.snapdsl.engine.policy.RestorePlan.Mode
import io.snapdsl.engine.policy.RestorePlan.OnFailure
import io.snapdsl.engine.policy.RestorePlan.Selector
import io.snapdsl.engine.policy.RestorePlan.Step
import io.snapdsl.engine.session.AgentSession
import io.snapdsl.engine.session.AgentSessions
import io.snapdsl.engine.tree.TreePath
import io.snapdsl.engine.tree.TreeReader
import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import java.util.function.Supplier
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/** Two workspaces, each with a snapshot of 'good' tagged so, and 'bad' in no snapshot at all. */
class PlanRunSpec extends Specification {
    static final Selector GOOD = new Selector.Tagged('good')
    static final Supplier<ContainerRuntime> NO_ENGINE = {
        throw new SnapdslException(ErrorCode.NO_CONTAINER_ENGINE, 'There is no engine.', 'Start it.')
    }

    @TempDir
    Path temp
    @AutoCleanup
    WorkspaceFixture ws
    Path otherDirectory
    Subject.Workspace other
    List<String> told = []

    def setup() {
        ws = new WorkspaceFixture(temp)
        otherDirectory = Files.createDirectory(temp.resolve('other')).toRealPath()
        other = ws.workspaces.register(otherDirectory, false).workspace()
        [ws.directory, otherDirectory].each {
            Files.writeString(it.resolve('file'), 'good')
            Files.createDirectory(it.resolve('sub'))
            Files.writeString(it.resolve('sub/deep'), 'good')
        }
        [ws.workspace, other].each { ws.record(Note.manual('', '', '').tagged(['good']), it) }
        [ws.directory, otherDirectory].each {
            Files.writeString(it.resolve('file'), 'bad')
            Files.writeString(it.resolve('sub/deep'), 'bad')
            Files.writeString(it.resolve('new'), 'bad')
        }
    }

    Step one(Map how = [:]) {
        restoring(new Declared.Workspace('one', ws.directory, Optional.empty(), Optional.empty(), Optional.empty()), how)
    }

    Step two(Map how = [:]) {
        restoring(new Declared.Workspace('two', otherDirectory, Optional.empty(), Optional.empty(), Optional.empty()), how)
    }

    Step restoring(Declared subject, Map how) {
        new Step.Restore(subject, Optional.ofNullable(how.from), how.paths ?: [], how.mode ?: Mode.IN_PLACE, Optional.empty())
    }

    Step act(Duration timeout = Duration.ofSeconds(20), Hook.Action action) {
        new Step.Do(action, timeout)
    }

    Step failing() {
        act { throw new IOException('it is broken') }
    }

    PlanRun run(List<Step> steps, OnFailure onFailure = OnFailure.STOP, boolean verify = false) {
        def listener = new PlanListener() {
            void goesBefore(AgentSession run) {
                told << "before ${run.id()}".toString()
            }

            void began(PlannedStep step) {}

            void said(PlannedStep step, String text) {
                told << text
            }

            void ended(StepOutcome outcome) {
                told << "$outcome.step.number ${outcome.status().name()}".toString()
            }

            void wentBack(PlanReport.RollBack back) {
                told << "back $back.step.number".toString()
            }
        }
        new PlanRun(new RestorePlan('p', GOOD, steps, verify, onFailure), '', ws.store, ws.workspaces, NO_ENGINE, ws.clock, Progress.NONE, listener)
    }

    List<Status> statuses(PlanReport report) {
        report.steps()*.status()
    }

    static String state(Path directory) {
        ['file', 'sub/deep', 'new'].collect {
            def file = directory.resolve(it)
            Files.exists(file) ? Files.readString(file) : 'none'
        }.toSet().join(' ')
    }

    /** Of the first and the second workspace. */
    List<String> states() {
        [state(ws.directory), state(otherDirectory)]
    }

    int snapshots() {
        [ws.workspace, other].sum { ws.store.catalog().head(it.id()).get().sequence() }
    }

    def 'steps are done in their order, and each can be undone'() {
        when:
        def report = run([act { it.log().accept('first ' + it.policy()) }, two(), one(), act { told << it.snapshotId().get() }], OnFailure.STOP, true).carryOut()

        then:
        report.failure().empty
        statuses(report) == [Status.DONE] * 4
        states() == ['good none', 'good none']
        told == ['first p', '1 DONE', '2 DONE', '3 DONE', ws.store.catalog().head(ws.workspace.id()).get().id().hex(), '4 DONE']

        when:
        ws.restorer.undo(ws.workspace, '', false)
        ws.restorer.undo(other, '', false)

        then: 'what was in no snapshot was kept'
        states() == ['bad', 'bad']
    }

    void agent(String run, List<Subject.Workspace> at) {
        new AgentSessions(ws.store.sessions(), ws.clock, new Random(0)).start(run, '', '')
        at.each {
            Files.writeString(it.directory().resolve('file'), run)
            ws.record(Note.manual('', '', run), it)
        }
    }

    void user(String text, Subject.Workspace at) {
        Files.writeString(at.directory().resolve('file'), text)
        ws.record(Note.manual('', '', ''), at)
    }

    List<String> files() {
        [ws.directory, otherDirectory].collect { Files.readString(it.resolve('file')) }
    }

    def 'before the last run is before one run for all that the plan restores: older runs, and what people did since, stay'() {
        given:
        def steps = [one(from: new Selector.BeforeLastRun()), two(from: new Selector.BeforeLastRun())]
        agent('first', [ws.workspace, other])
        user('by hand', other)
        agent('second', [ws.workspace])

        expect: 'the run is named, also by a dry run'
        run(steps).preview().run().get().id() == 'second'
        told[0] == 'before second'

        when:
        def report = run(steps).carryOut()

        then:
        report.run().get().id() == 'second'
        files() == ['first', 'by hand']
    }

    def 'what no run has ever left anything of goes to what it was when the last run began'() {
        given:
        user('earlier', ws.workspace)
        user('earlier', other)
        agent('only', [ws.workspace])
        user('later', other)

        when:
        run([one(from: new Selector.BeforeLastRun()), two(from: new Selector.BeforeLastRun())]).carryOut()

        then:
        files() == ['earlier', 'earlier']
    }

    def 'a plan that says nothing of the last run names none'() {
        given:
        agent('first', [ws.workspace])

        expect:
        run([one()]).preview().run().empty
        !told.any { it.startsWith('before') }
    }

    def 'that there is no run is said of all that the plan restores'() {
        when:
        run([one(from: new Selector.BeforeLastRun()), two()]).preview()

        then:
        def refusal = thrown(SnapdslException)
        refusal.message == "Step 1, restore one: Nothing that was kept of workspace, other belongs to an agent's run."
    }

    def 'a path that there is none of is one of the workspace, wherever the plan is carried out'() {
        when:
        run([one(paths: ['nothere/**'])]).preview()

        then:
        def refusal = thrown(SnapdslException)
        refusal.message.contains('nothere/**')
        refusal.hint().startsWith("Paths are relative to the workspace's directory, or to each volume of a container")
    }

    def 'a preview lists what is then done, and touches nothing'() {
        given:
        def steps = [act { throw new IllegalStateException('must not run') }, one(paths: ['sub/**', 'new']), two(), act {}]
        def taken = snapshots()
        def listed = run(steps).preview()

        expect:
        statuses(listed) == [Status.PLANNED] * 4
        states() == ['bad', 'bad']
        snapshots() == taken

        when:
        steps[0] = act {}
        def done = run(steps).carryOut()

        then:
        paths(listed) == paths(done)
        paths(done)[0].size() == 2
        ws.read('file') == 'bad'
        state(otherDirectory) == 'good none'
    }

    List<List<String>> paths(PlanReport report) {
        report.steps().findAll { it.report().present }.collect { it.report().get().done().plan().first(100)*.toString() }
    }

    def 'when step #failing of four fails and the plan says #onFailure'() {
        given:
        def steps = [act {}, one(), act {}, two(), act {}]
        steps[failing - 1] = this.failing()

        when:
        def report = run(steps, onFailure).carryOut()

        then:
        report.failure().get().code() == ErrorCode.PLAN_STEP_FAILED
        report.failure().get().message == "Step $failing failed: it is broken."
        statuses(report) == [Status.DONE] * (failing - 1) + [Status.FAILED] + [Status.NOT_REACHED] * (5 - failing)
        states() == after
        report.rollBacks()*.step()*.number() == back
        report.staying().size() == staying

        and: 'what was there is in the history either way'
        ws.restorer.undo(ws.workspace, '', true)

        where:
        failing | onFailure           | after                        | back   | staying
        1       | OnFailure.STOP      | ['bad', 'bad']               | []     | 0
        3       | OnFailure.STOP      | ['good none', 'bad']         | []     | 1
        5       | OnFailure.STOP      | ['good none', 'good none']   | []     | 2
        1       | OnFailure.ROLL_BACK | ['bad', 'bad']               | []     | 0
        3       | OnFailure.ROLL_BACK | ['bad', 'bad']               | [2]    | 0
        5       | OnFailure.ROLL_BACK | ['bad', 'bad']               | [4, 2] | 0
    }

    def 'an action that takes too long has failed'() {
        when:
        def report = run([one(), act(Duration.ofMillis(200)) { Thread.sleep(60_000) }], OnFailure.ROLL_BACK).carryOut()

        then:
        report.failure().get().message == 'Step 2 failed: it took longer than 200 milliseconds.'
        states() == ['bad', 'bad']
    }

    def 'what an action made of a restored workspace goes back only as far as the plan restored it'() {
        given:
        def meddling = act {
            ws.write('sub/deep', 'built')
            ws.write('log', 'built')
        }

        when:
        run([one(paths: ['sub']), meddling, failing()], OnFailure.ROLL_BACK).carryOut()

        then:
        ws.read('sub/deep') == 'bad'
        ws.read('log') == 'built'
    }

    def 'two steps in one workspace go back to what was there before both'() {
        when:
        def report = run([one(paths: ['file']), one(paths: ['sub', 'new']), failing()], OnFailure.ROLL_BACK).carryOut()

        then:
        report.rollBacks()*.step()*.number() == [2, 1]
        states() == ['bad', 'bad']
    }

    def 'a workspace that was deleted is brought back whole, and goes back to nothing if the plan does'() {
        given:
        otherDirectory.toFile().deleteDir()

        when:
        def listed = run([two()], OnFailure.STOP).preview()

        then:
        statuses(listed) == [Status.PLANNED]
        !Files.exists(otherDirectory)

        when:
        def report = run([two()], OnFailure.STOP).carryOut()

        then:
        statuses(report) == [Status.DONE]
        paths(report) == paths(listed)
        state(otherDirectory) == 'good none'

        when: 'another step deletes it, and a later one fails'
        def gone = act { otherDirectory.toFile().deleteDir() }
        report = run([gone, two(), failing()], OnFailure.ROLL_BACK).carryOut()

        then:
        report.rollBacks()*.complete == [true]
        otherDirectory.toFile().list() == [] as String[]
    }

    def 'a workspace whose place a file has taken on the way is a failure of its step'() {
        given:
        def vanish = act { otherDirectory.toFile().deleteDir(); otherDirectory.toFile().text = 'a file' }

        when:
        def report = run([one(), vanish, two()], onFailure).carryOut()

        then:
        statuses(report) == [Status.DONE, Status.DONE, Status.FAILED]
        report.failure().get().message.startsWith('Step 3, restore two: ')
        state(ws.directory) == first

        where:
        onFailure           | first
        OnFailure.STOP      | 'good none'
        OnFailure.ROLL_BACK | 'bad'
    }

    def 'one whose place is taken before it can go back is told, and the others go back'() {
        given:
        def vanish = act { otherDirectory.toFile().deleteDir(); otherDirectory.toFile().text = 'a file'; throw new IOException('too bad') }

        when:
        def report = run([one(), two(), vanish], OnFailure.ROLL_BACK).carryOut()

        then:
        report.rollBacks()*.complete == [false, true]
        report.rollBacks()[0].failure().present
        report.staying()*.step()*.number() == [2]
        state(ws.directory) == 'bad'
    }

    def 'a step that could only be done in part goes back too: #what'() {
        given:
        prepare.call(this)
        def before = listing(otherDirectory)

        when:
        def report = run([one(), two()], OnFailure.ROLL_BACK).carryOut()

        then:
        statuses(report) == [Status.DONE, Status.FAILED]
        report.failure().get().message.contains(words)
        report.rollBacks()*.step()*.number() == [2, 1]
        states() == ['bad', 'bad']
        listing(otherDirectory) == before

        where:
        what                           | words                      | prepare
        'content is damaged'           | 'file'                     | { it.forgetContentOfFile() }
        'something can not be saved'   | 'moved (can\'t be saved'    | { it.putPipeInTheWay() }
    }

    void forgetContentOfFile() {
        Files.writeString(otherDirectory.resolve('file'), 'good, and nowhere else')
        ws.record(Note.manual('', '', '').tagged(['good']), other)
        Files.writeString(otherDirectory.resolve('file'), 'bad')
        def root = ws.store.catalog().head(other.id()).get().root()
        def entry = new TreeReader(new ContentReader(ws.store.content())).find(root, TreePath.of('file')).get()
        ws.store.content().forgetChunks([entry.content().hash()])
    }

    void putPipeInTheWay() {
        Files.writeString(otherDirectory.resolve('moved'), 'good')
        Files.writeString(otherDirectory.resolve('file'), 'good')
        ws.record(Note.manual('', '', '').tagged(['good']), other)
        Files.writeString(otherDirectory.resolve('file'), 'bad')
        Files.delete(otherDirectory.resolve('moved'))
        assert ['mkfifo', otherDirectory.resolve('moved').toString()].execute().waitFor() == 0
    }

    static List<String> listing(Path directory) {
        Files.walk(directory).withCloseable { files -> files.map { directory.relativize(it).toString() }.sorted().toList() }
    }

    def 'a directory that stays for the ignored files in it is no failure, and verified all the same'() {
        given:
        ws.write('made/by/agent', 'bad')
        ws.write('made/by/agent.log', 'ignored')

        when:
        def report = run([one(), two()], OnFailure.ROLL_BACK, true).carryOut()

        then:
        report.failure().empty
        states() == ['good none', 'good none']
        report.steps()[0].report().get().done().problems()*.path()*.toString() as Set == ['made', 'made/by'] as Set
        ws.read('made/by/agent.log') == 'ignored'
    }

    def 'someone who changes what was just restored is noticed, if the plan verifies'() {
        given: 'another one who writes the file again and again'
        def writing = true
        def writer = Thread.start {
            while (writing) {
                Files.writeString(otherDirectory.resolve('file'), 'bad ' + System.nanoTime())
            }
        }

        when:
        def report = run([one(), two()], OnFailure.ROLL_BACK, true).carryOut()

        then:
        report.failure().get().code() == ErrorCode.PLAN_STEP_FAILED
        statuses(report) == [Status.DONE, Status.FAILED]
        state(ws.directory) == 'bad'

        cleanup:
        writing = false
        writer?.join()
    }

    def 'nothing is touched when #what'() {
        given:
        def taken = snapshots()

        when:
        run([act { told << 'ran' }, one(), step.call(this)]).carryOut()

        then:
        def e = thrown(SnapdslException)
        e.code() == code
        e.message.startsWith('Step 3, restore ')
        e.message.contains(words)
        told == []
        states() == ['bad', 'bad']
        snapshots() == taken

        where:
        what                             | code                         | words                         | step
        'a later state is not there'     | ErrorCode.UNKNOWN_SNAPSHOT   | "with the tag 'x'"            | { it.two(from: new Selector.Tagged('x')) }
        'a subject is a container'       | ErrorCode.NO_CONTAINER_ENGINE | 'There is no engine.'        | { it.restoring(new Declared.Container('box', CaptureOptions.DEFAULT), [:]) }
        'a state is not known'           | ErrorCode.UNKNOWN_STATE      | "There is no state 'mind'"    | { it.restoring(new Declared.State('mind', Optional.empty(), [:]), [:]) }
        'a path is nowhere'              | ErrorCode.UNKNOWN_PATH       | 'Neither the snapshot nor the workspace has nowhere' | { it.two(paths: ['file', 'nowhere']) }
        'a path leads out'               | ErrorCode.UNSAFE_PATH        | "'../other'"                  | { it.two(paths: ['../other']) }
        'a path is absolute'             | ErrorCode.UNSAFE_PATH        | "'/etc'"                      | { it.two(paths: ['/etc']) }
        'a directory has no history'     | ErrorCode.UNKNOWN_SUBJECT    | 'no history'                  | { it.restoring(new Declared.Workspace('new', it.temp, Optional.empty(), Optional.empty(), Optional.empty()), [:]) }
        'a directory is gone'            | ErrorCode.NOT_A_DIRECTORY    | 'does not exist'              | { it.restoring(new Declared.Workspace('gone', it.temp.resolve('gone'), Optional.empty(), Optional.empty(), Optional.empty()), [:]) }
    }

    def 'what is damaged is noticed before anything is touched, if the plan verifies'() {
        given:
        forgetContentOfFile()

        when:
        run([one(), two()], OnFailure.STOP, true).carryOut()

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.DAMAGED
        e.message.startsWith('Step 2, restore two: The store is damaged')
        states() == ['bad', 'bad']
    }

    def 'a copy beside leaves the workspace alone, and is not overwritten'() {
        given:
        def copy = temp.toRealPath().resolve("other-${ws.store.catalog().head(other.id()).get().id().shortHex()}")

        when:
        def report = run([two(mode: Mode.BESIDE)]).carryOut()

        then:
        report.failure().empty
        state(copy) == 'good none'
        states() == ['bad', 'bad']

        when:
        run([one(), two(mode: Mode.BESIDE)]).carryOut()

        then:
        thrown(SnapdslException)
        states() == ['bad', 'bad']
    }

    def 'an interrupt ends an action, and the plan deals with it as with any failure'() {
        given:
        PlanRun run = null
        def step = act { Thread.start { sleep 200; run.stop() }; Thread.sleep(60_000) }
        run = this.run([one(), step, two()], OnFailure.ROLL_BACK)

        when:
        def report = run.carryOut()

        then:
        report.failure().get().code() == ErrorCode.INTERRUPTED
        statuses(report) == [Status.DONE, Status.FAILED, Status.NOT_REACHED]
        states() == ['bad', 'bad']
    }

    def 'a workspace that another command is busy with is noticed before anything is touched'() {
        given:
        def busy = ws.store.locks().subject(other.id(), 'test')

        when:
        run([one(), two()]).carryOut()

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.LOCKED
        e.message.startsWith('Step 2, restore two: ')
        states() == ['bad', 'bad']

        cleanup:
        busy?.release()
    }

    def 'one that becomes busy later is a failure of its step'() {
        given:
        def busy = null
        def occupy = act { busy = ws.store.locks().subject(other.id(), 'test') }

        when:
        def report = run([one(), occupy, two()], OnFailure.ROLL_BACK).carryOut()

        then:
        report.failure().get().code() == ErrorCode.LOCKED
        report.staying().empty
        states() == ['bad', 'bad']

        cleanup:
        busy?.release()
    }
}
