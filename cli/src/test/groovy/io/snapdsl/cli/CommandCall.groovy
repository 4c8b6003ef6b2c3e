package io.snapdsl.cli

import java.nio.charset.StandardCharsets
import java.nio.file.Path
import java.util.concurrent.TimeUnit

/** A command run inside of this process: what it says is the same, and it takes a tenth of the time. */
class CommandCall {
    /** What the launcher gives it. */
    private static final long STACK_BYTES = 4 << 20

    private final ByteArrayOutputStream out = new ByteArrayOutputStream()
    private final ByteArrayOutputStream err = new ByteArrayOutputStream()
    private final PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8)
    private final Caller caller
    private final String[] words
    private int exit
    private Throwable failure

    CommandCall(Path directory, Map<String, String> environment, List<String> words) {
        this.caller = new Caller(directory.toRealPath(), environment, InputStream.nullInputStream(), out, errors, false)
        this.words = words
    }

    /** One at a time: what policies print, and threads that die, is found on standard error, of which there is one. */
    Snapdsl.Result run() {
        synchronized (CommandCall) {
            def usual = [System.out, System.err]
            System.setOut(errors)
            System.setErr(errors)
            try {
                finish()
            } finally {
                System.setOut(usual[0])
                System.setErr(usual[1])
            }
        }
        if (failure) throw failure
        new Snapdsl.Result(exit: exit, bytes: out.toByteArray(), err: err.toString(StandardCharsets.UTF_8))
    }

    private void finish() {
        def thread = new Thread(null, this::execute, "snapdsl ${words.join(' ')}", STACK_BYTES)
        thread.daemon = true
        thread.start()
        thread.join(TimeUnit.MINUTES.toMillis(15))
        if (thread.alive) {
            throw new AssertionError((Object) "did not end: $thread.name, which is at\n${thread.stackTrace.join('\n')}")
        }
    }

    private void execute() {
        try {
            exit = Main.run(new SnapdslCommand(caller), words)
        } catch (Throwable e) {
            failure = e
        }
    }
}
