package io.snapdsl.dsl;

import groovy.lang.GroovySystem;
import io.snapdsl.dsl.check.ScriptCompiler;
import io.snapdsl.dsl.compiled.CompiledScript;
import io.snapdsl.dsl.compiled.ScriptCache;
import io.snapdsl.dsl.words.Declarations;
import io.snapdsl.dsl.words.ScriptLines;
import io.snapdsl.dsl.words.Surroundings;
import io.snapdsl.engine.files.IoErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * Turns a policy script into what it declares:
 *
 * <pre>{@code
 * Loaded loaded = new PolicyLoader(cache, version, Clock.systemDefaultZone()).load(Path.of("policy.groovy"));
 * }</pre>
 *
 * A script is code that its user trusts, as a build script is. It is checked as a whole before any of it runs; once
 * checked, it is kept in compiled form, and the next load of the same text does without Groovy's compiler.
 */
public final class PolicyLoader {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ScriptCache cache;
    private final Clock clock;
    private final Duration limit;

    /**
     * @param cacheDirectory where compiled scripts are kept; made when needed
     * @param version of the program
     * @param clock whose zone is the default for schedules and calendars
     */
    public PolicyLoader(Path cacheDirectory, String version, Clock clock) {
        this(cacheDirectory, version, clock, LIMIT);
    }

    /** @param limit how long the script may take to declare what it declares */
    public PolicyLoader(Path cacheDirectory, String version, Clock clock, Duration limit) {
        this.cache = new ScriptCache(cacheDirectory, version);
        this.clock = clock;
        this.limit = limit;
    }

    public Loaded load(Path file) {
        return load(new Surroundings(file.toAbsolutePath().normalize(), false));
    }

    /** As {@link #load}, to bring back what the script protects: that a directory is gone is then no mistake. */
    public Loaded loadToRestore(Path file) {
        return load(new Surroundings(file.toAbsolutePath().normalize(), true));
    }

    private Loaded load(Surroundings surroundings) {
        startGroovy();
        Path absolute = surroundings.script();
        try {
            return load(ScriptText.decode(absolute, Files.readAllBytes(absolute)), surroundings);
        } catch (ScriptText.NotUtf8 e) {
            Mistakes mistakes = new Mistakes(e.before());
            int line = e.before().lines().size();
            mistakes.add(
                    line,
                    e.before().line(line).length() + 1,
                    "This is no UTF-8 text from here on: save the script as UTF-8.");
            return new Loaded.Mistaken(mistakes.list());
        } catch (IOException e) {
            Mistakes mistakes = new Mistakes(ScriptText.empty(absolute));
            mistakes.add(0, 0, unreadable(absolute, e));
            return new Loaded.Mistaken(mistakes.list());
        }
    }

    private static String unreadable(Path script, IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "The script can't be read: there is no such file.";
        }
        return Files.isDirectory(script)
                ? "This is a directory: name the policy script in it."
                : "The script can't be read: " + IoErrors.describe(failure) + ".";
    }

    private Loaded load(ScriptText script, Surroundings surroundings) {
        Optional<CompiledScript> cached = cache.find(script.text());
        if (cached.isPresent()) {
            try {
                return run(cached.get(), surroundings, new Mistakes(script));
            } catch (ScriptRun.UnfitException e) {
                // Made by a program that calls itself the same version: compiled anew below.
                return compileAndRun(script, surroundings);
            }
        }
        return compileAndRun(script, surroundings);
    }

    private Loaded compileAndRun(ScriptText script, Surroundings surroundings) {
        Mistakes mistakes = new Mistakes(script);
        Optional<CompiledScript> compiled = ScriptCompiler.compile(script, surroundings, mistakes);
        if (compiled.isEmpty() || !mistakes.isEmpty()) {
            Mistakes further = new Mistakes(script);
            ScriptCompiler.rehearse(script, surroundings, clock, mistakes, further);
            mistakes.addNew(further);
            return new Loaded.Mistaken(mistakes.list());
        }
        cache.keep(script.text(), compiled.get());
        try {
            return run(compiled.get(), surroundings, mistakes);
        } catch (ScriptRun.UnfitException e) {
            // Not the program's fault then, but some class's of the author's own.
            new Declarations(surroundings, new ScriptLines(CompiledScript.SOURCE_NAME), clock, mistakes)
                    .failed(e.getCause());
            return new Loaded.Mistaken(mistakes.list());
        }
    }

    private Loaded run(CompiledScript compiled, Surroundings surroundings, Mistakes mistakes)
            throws ScriptRun.UnfitException {
        Declarations declarations = ScriptRun.run(compiled, surroundings, clock, mistakes, limit);
        if (mistakes.isEmpty() && declarations.isEmpty()) {
            mistakes.add(0, 0, "The script declares nothing: begin with a workspace and a policy.");
        } else if (mistakes.isEmpty() && declarations.isIdle()) {
            mistakes.add(
                    0,
                    0,
                    "This script has no policy: nothing would be protected. Add one, such as"
                            + " policy('app') { protect app; on runBoundaries }");
        }
        return mistakes.isEmpty() ? new Loaded.Valid(declarations.file()) : new Loaded.Mistaken(mistakes.list());
    }

    /** The first use of Groovy takes a quarter of a second, which reading and checking the cache need not wait for. */
    private static void startGroovy() {
        Thread start = new Thread(GroovySystem::getMetaClassRegistry, "start Groovy");
        start.setDaemon(true);
        start.start();
    }
}
