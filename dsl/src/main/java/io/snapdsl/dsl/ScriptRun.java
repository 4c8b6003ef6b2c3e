package io.snapdsl.dsl;

import io.snapdsl.dsl.compiled.CompiledScript;
import io.snapdsl.dsl.compiled.ScriptClassLoader;
import io.snapdsl.dsl.words.Declarations;
import io.snapdsl.dsl.words.PolicyScript;
import io.snapdsl.dsl.words.ScriptLines;
import io.snapdsl.dsl.words.Surroundings;
import io.snapdsl.engine.Durations;
import io.snapdsl.engine.policy.Hook;
import java.lang.reflect.InvocationTargetException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Lets a compiled script declare what it declares. It is trusted, but not trusted to end. */
final class ScriptRun extends Thread implements Hook.Stoppable {
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final CompiledScript compiled;
    private final Mistakes mistakes;
    private final Declarations declarations;
    private volatile boolean stopped;
    private volatile Optional<Throwable> unfit = Optional.empty();

    private ScriptRun(CompiledScript compiled, Surroundings surroundings, Clock clock, Mistakes mistakes) {
        super("policy " + surroundings.script().getFileName());
        setDaemon(true);
        this.compiled = compiled;
        this.mistakes = mistakes;
        this.declarations =
                new Declarations(surroundings, new ScriptLines(CompiledScript.SOURCE_NAME), clock, mistakes);
    }

    /** @throws UnfitException when the classes can't be linked: they may have been made by another program */
    static Declarations run(
            CompiledScript compiled, Surroundings surroundings, Clock clock, Mistakes mistakes, Duration limit)
            throws UnfitException {
        ScriptRun run = new ScriptRun(compiled, surroundings, clock, mistakes);
        run.start();
        try {
            run.join(limit.toMillis());
            if (run.isAlive()) {
                run.stopLate(limit);
            }
        } catch (InterruptedException e) {
            run.interrupt();
            Thread.currentThread().interrupt();
            mistakes.add(0, 0, "Reading the script was interrupted.");
        }
        if (run.unfit.isPresent()) {
            throw new UnfitException(run.unfit.get());
        }
        return run.declarations;
    }

    private void stopLate(Duration limit) throws InterruptedException {
        int line = new ScriptLines(CompiledScript.SOURCE_NAME).of(getStackTrace());
        mistakes.addAtWord(
                line,
                "",
                "The script was still running after " + Durations.words(limit)
                        + ", here. A policy only declares: put what takes time into a hook.",
                List.of(),
                Optional.empty());
        stopped = true;
        interrupt();
        join(GRACE.toMillis());
    }

    @Override
    public boolean isStopped() {
        return stopped;
    }

    @Override
    public void run() {
        try {
            declare(ScriptClassLoader.instance(compiled, new PolicyScript.Target(declarations)));
        } catch (InvocationTargetException e) {
            // The value of a field.
            fail(e.getCause());
        } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
            unfit = Optional.of(e);
        }
    }

    private void declare(PolicyScript script) {
        try {
            script.run();
        } catch (LinkageError e) {
            throw e;
        } catch (Throwable e) {
            fail(e);
        }
    }

    private void fail(Throwable failure) {
        if (!stopped && !isInterrupted() && !(failure instanceof InterruptedException)) {
            declarations.failed(failure);
        }
    }

    static final class UnfitException extends Exception {
        private static final long serialVersionUID = 1L;

        UnfitException(Throwable cause) {
            super(cause);
        }
    }
}
