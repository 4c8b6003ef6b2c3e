package io.snapdsl.cli

import groovy.json.JsonSlurper
import java.nio.charset.StandardCharsets
import java.nio.file.Path
import java.util.concurrent.TimeUnit

/**
 * The command, run the way a user runs it, in some directory, on some store. A plain run is a call inside of this
 * process; one that has to do with processes is one: a run that is to be killed, that has an environment of its own, that
 * somebody else does or that stays, and all of one that is {@link #installed}.
 */
class Snapdsl {
    static final String COMMAND = System.getProperty('snapdsl.command')
    static final int KILLED = 128 + 9
    private static final List<String> NOT_INHERITED =
        ['SNAPDSL_STORE', 'SNAPDSL_OPTS', 'SNAPDSL_SESSION', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'LC_ALL', 'LC_CTYPE']

    /** How a command ended and what it said. */
    static class Result {
        int exit
        byte[] bytes
        String err

        String getOut() {
            new String(bytes, StandardCharsets.UTF_8)
        }

        Object getJson() {
            new JsonSlurper().parseText(out)
        }

        String toString() {
            "exit $exit\n--- out\n${out.take(2000)}\n--- err\n${err.take(2000)}"
        }
    }

    final Path workspace
    final Path store
    final Path home
    /** Words before the command, for instance to run it as somebody else. */
    List<String> launcher = []
    /** For every run, beside what a run asks for itself. */
    Map<String, String> environment = [:]
    private boolean installed = false

    Snapdsl(Path workspace, Path store, Path home) {
        this.workspace = workspace
        this.store = store
        this.home = home
    }

    Snapdsl in(Path directory) {
        new Snapdsl(directory, store, home).tap { it.installed = this.installed }
    }

    Snapdsl on(Path otherStore) {
        new Snapdsl(workspace, otherStore, home).tap { it.installed = this.installed }
    }

    /** Every run is a process of its own, started by the launcher. */
    Snapdsl installed() {
        new Snapdsl(workspace, store, home).tap { it.installed = true }
    }

    Snapdsl asNobody() {
        def other = new Snapdsl(workspace, store, home)
        other.launcher = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']
        other
    }

    Result run(Object... words) {
        boolean stays = words && words[0] == 'run' && !('--once' in words)
        installed || launcher || stays ? finish(start([:], words)) : new CommandCall(workspace, surroundings(), command(words)).run()
    }

    Result runWith(Map<String, String> environment, Object... words) {
        finish(start(environment, words))
    }

    /** The answer of a command that must succeed. */
    Object json(Object... words) {
        def result = run(*words, '--json')
        assert result.exit == 0: result
        result.json
    }

    /** Ends at the given failpoint, if the command gets there. */
    Result runUntil(String failpoint, Object... words) {
        runWith([SNAPDSL_OPTS: "-Dsnapdsl.failpoint=$failpoint".toString()], words)
    }

    Process start(Map<String, String> environment, Object... words) {
        launch(environment, launcher + [COMMAND] + command(words))
    }

    /** As {@link #start}, and reads what the caller writes to it. */
    Process processWithInput(Object... words) {
        launch([:], launcher + [COMMAND] + command(words), ProcessBuilder.Redirect.PIPE)
    }

    /** What comes after {@code --} is for another command. */
    private List<String> command(Object... words) {
        def own = words*.toString().takeWhile { it != '--' }
        own + (store == null ? [] : ['--store', store.toString()]) + words*.toString().drop(own.size())
    }

    /** A shell script: for words that Java can't pass on. $SNAPDSL is the command, with the store chosen. */
    Result shell(String script, Map<String, String> environment = [:]) {
        finish(shellStart(script, environment))
    }

    Process shellStart(String script, Map<String, String> environment = [:]) {
        def env = [SNAPDSL: COMMAND, SNAPDSL_STORE: store.toString()] + environment
        launch(env, launcher + ['bash', '-euc', script])
    }

    private Process launch(Map<String, String> environment, List<String> words,
        ProcessBuilder.Redirect input = ProcessBuilder.Redirect.from(new File('/dev/null'))) {
        def builder = new ProcessBuilder(words).directory(workspace.toFile())
        builder.redirectInput(input)
        builder.environment().clear()
        builder.environment().putAll(surroundings() + environment)
        builder.start()
    }

    Map<String, String> surroundings() {
        def inherited = System.getenv().findAll { !(it.key in NOT_INHERITED) }
        // The workspaces of tests lie inside of this project's own git repository, which is none of theirs.
        inherited + [LANG: 'C.UTF-8', HOME: home.toString(), GIT_CEILING_DIRECTORIES: home.parent.toRealPath().toString()] + environment
    }

    static Result finish(Process process) {
        finishAll([process])[0]
    }

    /** All are read from at once: who fills a pipe that nobody empties would keep the others waiting. */
    static List<Result> finishAll(List<Process> processes) {
        processes.collect { process ->
            def out = new ByteArrayOutputStream()
            def err = new ByteArrayOutputStream()
            def readers = [process.consumeProcessOutputStream(out), process.consumeProcessErrorStream(err)]
            return {
                if (!process.waitFor(15, TimeUnit.MINUTES)) {
                    process.destroyForcibly()
                    throw new AssertionError((Object) "did not end: ${process.info().commandLine()}")
                }
                readers*.join()
                new Result(exit: process.exitValue(), bytes: out.toByteArray(), err: err.toString(StandardCharsets.UTF_8))
            }
        }*.call()
    }
}
