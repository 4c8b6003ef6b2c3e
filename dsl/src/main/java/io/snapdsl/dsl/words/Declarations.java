package io.snapdsl.dsl.words;

import groovy.lang.Closure;
import io.snapdsl.dsl.Mistakes;
import io.snapdsl.engine.Nearest;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.RestorePlan;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a running script has declared so far. A mistake stops neither the script nor the block it is in: it is noted, a
 * placeholder goes on in its stead, and nothing of the file is used.
 */
public final class Declarations {
    public static final String NO_NULL = "This can't be null: leave out the word, or give it a value.";

    private final Surroundings surroundings;
    private final Clock clock;
    private final Mistakes mistakes;
    private final ScriptLines lines;
    private final Map<String, Declared> subjects = new LinkedHashMap<>();
    private final Map<String, Closure<?>> templates = new LinkedHashMap<>();
    private final Map<String, Policy> policies = new LinkedHashMap<>();
    private final Map<String, RestorePlan> plans = new LinkedHashMap<>();
    private final Map<String, Map<String, Integer>> policyLines = new LinkedHashMap<>();
    private Optional<Path> store = Optional.empty();
    private boolean templateLeftOut;

    /**
     * @param surroundings the script's
     * @param lines knows which one is at hand
     */
    public Declarations(Surroundings surroundings, ScriptLines lines, Clock clock, Mistakes mistakes) {
        this.surroundings = surroundings;
        this.clock = clock;
        this.mistakes = mistakes;
        this.lines = lines;
    }

    /** Only to be asked for when there are no mistakes. */
    public PolicyFile file() {
        return new PolicyFile(
                surroundings.script(),
                store,
                List.copyOf(subjects.values()),
                List.copyOf(policies.values()),
                List.copyOf(plans.values()),
                policyLines);
    }

    public boolean isEmpty() {
        return subjects.isEmpty() && policies.isEmpty() && plans.isEmpty();
    }

    /** Whether it has neither a policy nor a plan: then nothing comes of it. */
    public boolean isIdle() {
        return policies.isEmpty() && plans.isEmpty();
    }

    /** What the author's own code did wrong, where it did it. */
    public void failed(Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        if (Stopping.isWanted()) {
            throw new StoppedException();
        }
        String detail = Optional.ofNullable(failure.getMessage())
                .flatMap(message -> message.lines().findFirst())
                .map(message -> ": " + message)
                .orElse("");
        mistakes.addAtWord(
                lines.of(failure),
                "",
                "This failed with " + failure.getClass().getSimpleName() + detail,
                List.of(),
                Optional.empty());
    }

    /** Something was meant to be said in {@code block} and was not: that it is missing there is no second mistake. */
    public void leftOut(Object block) {
        if (block instanceof Block lacking) {
            lacking.fail();
        }
    }

    /** As {@link #leftOut}, of a template. */
    public void leftOutTemplate() {
        templateLeftOut = true;
    }

    /** Lets a block of the script speak to {@code delegate} alone. */
    void fill(Closure<?> block, Block delegate) {
        try {
            Closures.run(block, delegate);
        } catch (LinkageError e) {
            // Classes that don't fit this program are compiled anew.
            throw e;
        } catch (Throwable e) {
            delegate.fail();
            failed(e);
        }
    }

    void mistake(String word, String message) {
        mistake(word, message, List.of(), Optional.empty());
    }

    void mistake(String word, String message, Collection<String> allowed, Optional<String> suggestion) {
        int line = lines.current();
        lines.columnOf(word)
                .ifPresentOrElse(
                        column -> mistakes.add(line, column, message, allowed, suggestion),
                        () -> mistakes.addAtWord(line, word, message, allowed, suggestion));
    }

    /** Notes what is wrong with {@code value}; true if nothing is. */
    boolean check(String word, Literal literal, Object value) {
        Optional<String> mistake = value == null ? Optional.of(NO_NULL) : literal.mistake(value, surroundings);
        mistake.ifPresent(message -> mistake(word, message));
        return mistake.isEmpty();
    }

    /** Standard output is for what the program itself answers. */
    PrintStream printer() {
        return System.err;
    }

    Path directory() {
        return surroundings.directory();
    }

    Clock clock() {
        return clock;
    }

    ScriptLines lines() {
        return lines;
    }

    void store(Path directory) {
        store = Optional.of(directory);
    }

    <S extends Declared> S subject(String word, S subject) {
        add(word, "subject", subject.name(), subject, subjects);
        return subject;
    }

    void template(String name, Closure<?> block) {
        add("template", "template", name, block, templates);
    }

    /** @param settings the lines on which they stand, by their words */
    void policy(Policy policy, Map<String, Integer> settings) {
        add("policy", "policy", policy.name(), policy, policies);
        policyLines.put(policy.name(), Map.copyOf(settings));
    }

    /** The line that is being run. */
    int line() {
        return lines.current();
    }

    void plan(RestorePlan plan) {
        add("restorePlan", "restore plan", plan.name(), plan, plans);
    }

    Optional<Closure<?>> template(String name) {
        return Optional.ofNullable(templates.get(name));
    }

    void noTemplate(String name) {
        if (!templateLeftOut) {
            mistake("from", unknownTemplate(name), templates.keySet(), Nearest.to(name, templates.keySet()));
        }
    }

    Collection<Declared> subjects() {
        return subjects.values();
    }

    private <T> void add(String word, String kind, String name, T declared, Map<String, T> all) {
        boolean isName = check(word, Literal.NAME, name);
        if (all.putIfAbsent(name, declared) != null && isName) {
            mistake(word, duplicate(kind, name));
        }
    }

    /** What is said about the second of two {@code name}s. */
    public static String duplicate(String kind, String name) {
        return "There is a " + kind + " named '" + name + "' already: choose another name.";
    }

    public static String unknownTemplate(String name) {
        return "There is no template '" + name + "' above this.";
    }

    /** The script is to end at once. */
    static final class StoppedException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
