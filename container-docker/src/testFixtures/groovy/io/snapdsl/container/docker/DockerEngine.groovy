package io.snapdsl.container.docker

import java.nio.file.Files
import java.nio.file.Path

/**
 * A real engine for specifications, with the image {@code busybox:local}: the one that SNAPDSL_TEST_DOCKER names, made
 * by scripts/docker-engine, or else one of its own for this JVM, where that can be had without installing anything.
 */
class DockerEngine {
    static final String IMAGE = 'busybox:local'

    private final Path directory
    private final Path script

    /** As in DOCKER_HOST. */
    String address

    private DockerEngine(Path directory) {
        this.directory = directory
        this.script = scriptAbove(Path.of('').toAbsolutePath())
    }

    /** Shared by all specifications of this JVM. */
    static String sharedAddress() {
        Shared.ADDRESS
    }

    /** To the shared one; to be closed. */
    static DockerRuntime connect() {
        DockerRuntime.connect(sharedAddress())
    }

    static boolean isThere() {
        named() != null || canStart()
    }

    /** One more, which knows nothing of others; to be stopped. */
    static DockerEngine start(Path directory) {
        def engine = new DockerEngine(directory)
        engine.start()
        engine
    }

    /** Also after it was stopped or killed. */
    void start() {
        address = run('start').trim() - 'DOCKER_HOST='
    }

    void stop() {
        run('stop')
    }

    /** Only the engine: its containers' processes stay, as after a crash. */
    void kill() {
        def pid = Files.readString(directory.resolve('run/pid')).trim()
        ProcessHandle.of(pid as long).get().destroyForcibly()
        while (!isDead(pid)) Thread.sleep(10)
    }

    /** Its threads let go of its sockets one by one; and one that nobody has buried yet still has a number. */
    private static boolean isDead(String pid) {
        def process = new File("/proc/$pid")
        try {
            !process.exists() || new File(process, 'task').list()?.length == 1 && new File(process, 'status').text.contains('\tZ')
        } catch (IOException ignored) {
            true
        }
    }

    private String run(String verb) {
        def process = new ProcessBuilder(script.toString(), verb, directory.toString()).start()
        process.outputStream.close()
        def errors = new StringBuilder()
        process.consumeProcessErrorStream(errors)
        def output = process.inputStream.text
        assert process.waitFor() == 0: errors
        output
    }

    private static String named() {
        System.getenv('SNAPDSL_TEST_DOCKER') ?: null
    }

    /** Whether there is another engine to be had than the named one. */
    static boolean canStart() {
        Files.isExecutable(Path.of('/usr/sbin/dockerd')) && System.getProperty('user.name') == 'root'
    }

    private static Path scriptAbove(Path place) {
        def script = place.resolve('scripts/docker-engine')
        Files.exists(script) ? script : scriptAbove(place.parent)
    }

    private static class Shared {
        static final String ADDRESS = named() ?: started()

        private static String started() {
            def directory = Files.createTempDirectory('engine')
            def engine = new DockerEngine(directory)
            Runtime.runtime.addShutdownHook(new Thread({
                engine.stop()
                directory.toFile().deleteDir()
            }))
            engine.start()
            engine.address
        }
    }
}
