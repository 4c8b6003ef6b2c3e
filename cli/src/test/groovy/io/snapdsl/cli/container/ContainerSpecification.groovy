package io.snapdsl.cli.container

import io.snapdsl.cli.CommandSpecification
import io.snapdsl.cli.Snapdsl
import io.snapdsl.container.docker.DockerEngine
import java.nio.file.Path

/** The installed command and a real engine. Everything made here begins with a name of its own, and goes again. */
abstract class ContainerSpecification extends CommandSpecification {
    /** It ends at once when it is asked to, and says so. */
    static final List<String> IDLE = ['sh', '-c', 'trap "exit 3" TERM; while :; do sleep 0.1; done']
    private static int made = 0

    EngineApi engine
    String box

    def setup() {
        box = "box-${ProcessHandle.current().pid()}-${++made}"
        use(address())
    }

    String address() {
        DockerEngine.sharedAddress()
    }

    void use(String address) {
        engine = new EngineApi(address)
        snapdsl.environment = [DOCKER_HOST: address]
    }

    def cleanup() {
        engine.containers().findAll { it.startsWith(box) }.each { engine.delete("/containers/$it?force=1&v=1") }
        // What others are made of can't go before them, and which those are is the engine's secret.
        def store = storeId()
        3.times {
            engine.get('/images/json?all=1').findAll { it.Labels?.'snapdsl.capture'?.startsWith(store) }.each { engine.deleteIfFree("/images/$it.Id?force=1") }
        }
        engine.volumes().findAll { it.startsWith(box) }.each { engine.delete("/volumes/$it") }
        engine.networks().findAll { it.startsWith(box) }.each { engine.delete("/networks/$it") }
    }

    /** What this feature's store writes on images. */
    private String storeId() {
        def owners = engine.get('/images/json?all=1').findAll { it.RepoTags?.any { tag -> tag.startsWith("snapdsl/$box") } }*.Labels*.'snapdsl.capture'
        owners ? owners[0].split('/')[0] : 'none'
    }

    String create(Map settings = [:], String name = box) {
        engine.post("/containers/create?name=$name", [Image: DockerEngine.IMAGE, Cmd: IDLE] + settings).Id
    }

    String start(Map settings = [:], String name = box) {
        def id = create(settings, name)
        engine.post("/containers/$id/start")
        id
    }

    void destroy(String name = box) {
        engine.delete("/containers/$name?force=1&v=1")
    }

    /** From the list: an engine that has to inspect a paused container may wait for ever. */
    String status(String name = box) {
        engine.get('/containers/json?all=1').find { it.Id == name || it.Names.contains("/$name" as String) }.State
    }

    /** A volume of that name, with some of everything in it; where its files are. */
    Path volumeWithEverything(String name) {
        def source = temp.resolve("source-$name")
        VolumeState.makeSomeOfEverything(source)
        engine.post('/volumes/create', [Name: name])
        engine.post("/containers/create?name=$name-filler", [Image: DockerEngine.IMAGE, Cmd: ['true'], HostConfig: [Binds: ["$name:/to".toString()]]])
        engine.unpack("$name-filler", '/to', VolumeState.archive(source))
        engine.delete("/containers/$name-filler")
        engine.directory(name)
    }

    /** In a container. */
    String inside(String script, String name = box) {
        def exec = engine.post("/containers/$name/exec", [AttachStdout: true, AttachStderr: true, Tty: true, Cmd: ['sh', '-ec', script]]).Id
        def out = engine.text("/exec/$exec/start", [Detach: false, Tty: true])
        assert engine.get("/exec/$exec/json").ExitCode == 0: out
        out.replace('\r', '')
    }

    String snapContainer(Object... more) {
        snapdsl.json('container', 'snap', box, *more).id
    }

    Map restore(String id, Object... more) {
        snapdsl.json('container', 'restore', id, *more) as Map
    }

    /** Waits for what an engine or a process does in its own time. */
    static void eventually(int seconds = 20, Closure<?> condition) {
        def deadline = System.nanoTime() + seconds * 1_000_000_000L
        while (!condition()) {
            assert System.nanoTime() < deadline: 'it did not come to that in time'
            sleep(100)
        }
    }

    void failed(Snapdsl.Result result, String code, String... parts) {
        assert result.json.error?.code == code: result
        parts.each { assert result.json.error.message.contains(it): result }
        assert !result.json.error.hint.empty
        noStackTrace(result)
    }
}
