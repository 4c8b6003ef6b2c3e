package io.snapdsl.engine.run

import com.fasterxml.jackson.databind.ObjectMapper
import io.snapdsl.container.docker.DockerEngine
import io.snapdsl.container.docker.DockerRuntime
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.container.CaptureOptions
import io.snapdsl.engine.container.Consistency
import io.snapdsl.engine.container.ContainerRuntime
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.policy.Declared
import io.snapdsl.engine.policy.Policy
import io.snapdsl.engine.policy.PolicyFile
import io.snapdsl.engine.policy.When
import io.snapdsl.engine.retention.Limits
import java.lang.reflect.Proxy
import java.nio.file.Path
import java.time.Duration
import java.util.concurrent.CopyOnWriteArrayList
import java.util.function.Supplier
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir
import spock.util.concurrent.PollingConditions

/** A runner with a workspace and a container of a real engine. */
abstract class ContainerRunSpecification extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    /** Unique, because others may use the engine too. */
    String box = "box-${Long.toHexString(System.nanoTime())}"
    List<List> events = new CopyOnWriteArrayList<>()
    RunListener listener = Proxy.newProxyInstance(RunListener.classLoader, [RunListener] as Class[]) { proxy, method, arguments ->
        events << [method.name, *(arguments ?: [])]
        null
    } as RunListener
    PollingConditions soon = new PollingConditions(timeout: 60)
    PolicyRunner runner
    Thread thread
    volatile Boolean allDone

    def setup() {
        ws = new WorkspaceFixture(base)
    }

    def cleanup() {
        stop()
    }

    void stop() {
        runner?.stop()
        thread?.join()
        runner?.close()
    }

    abstract String address()

    ContainerRuntime connect() {
        DockerRuntime.connect(address())
    }

    /** With an engine of its own, because it may be away in between. */
    public <T> T docker(Closure<T> work) {
        def docker = connect()
        try {
            work.call(docker)
        } finally {
            docker.close()
        }
    }

    String create(Map settings = [:]) {
        def usual = [Image: DockerEngine.IMAGE, Cmd: ['sh', '-c', 'trap "exit 0" TERM; while true; do sleep 0.2; done'],
                     HostConfig: [Binds: ["$box-data:/data".toString()]]]
        docker { it.create(Optional.of(box), new ObjectMapper().valueToTree(usual + settings)) }
    }

    void startBox() {
        create()
        docker { it.start(box) }
    }

    /** @return how it ended */
    int sh(String command) {
        docker { it.exec(box, ['sh', '-c', command], Duration.ofSeconds(20)).exitCode() }
    }

    void write(String text) {
        assert sh("echo $text > /data/file; sync") == 0
    }

    void removeBox() {
        docker { it.remove(box) }
        removeImages()
        docker { it.removeVolume("$box-data") }
    }

    void removeImages() {
        docker { engine ->
            images().sort { it.tags().empty }.each { image ->
                image.tags().each { engine.removeImage(it) }
                engine.removeImage(image.id())
            }
        }
    }

    /** Two for each snapshot whose files are its own. */
    List<ContainerRuntime.Image> images() {
        docker { it.imagesLabelled('snapdsl.capture') }.findAll { it.labels()['snapdsl.capture'].startsWith(ws.store.id()) }
    }

    Declared.Container container(Consistency consistency = Consistency.PAUSE) {
        new Declared.Container(box, CaptureOptions.DEFAULT.with(consistency))
    }

    Declared.Workspace workspace() {
        new Declared.Workspace('workspace', ws.directory, Optional.empty(), Optional.empty(), Optional.empty())
    }

    Policy policy(Map settings = [:], When... triggers) {
        new Policy('p', settings.subjects ?: [container()], triggers.toList(), Optional.ofNullable(settings.keep),
            settings.limits ?: Limits.NONE, Optional.ofNullable(settings.merge), [], Optional.empty())
    }

    static PolicyFile file(Policy policy) {
        new PolicyFile(Path.of('policy.groovy'), Optional.empty(), policy.subjects(), [policy], [])
    }

    void run(Policy policy) {
        runner = new PolicyRunner(ws.store, ws.workspaces, ws.clock, this::connect as Supplier<ContainerRuntime>, listener)
        thread = Thread.start { allDone = runner.run(file(policy)) }
    }

    List<String> names() {
        events.collect { it[0] }
    }

    /** What was taken of the container, oldest first. */
    List<Snapshot> taken() {
        def snapshots = []
        subject().ifPresent { ws.store.catalog().forEach(it.id()) { Snapshot one -> snapshots << one } }
        snapshots.reverse()
    }

    Optional<Subject> subject() {
        ws.store.subjects().all().stream().filter { it instanceof Subject.Container }.findFirst()
    }

    List<String> triggers() {
        taken()*.note()*.trigger()*.word()
    }
}
