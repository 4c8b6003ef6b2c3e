package io.snapdsl.dsl.words;

import groovy.lang.Closure;
import groovy.lang.DelegatesTo;
import io.snapdsl.engine.consolidation.Strategy;
import io.snapdsl.engine.policy.ConsolidateAfter;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.retention.KeepRules;
import io.snapdsl.engine.retention.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

@Place(
        name = "policy { }",
        value = "What to protect, when to take snapshots, and which to keep. The same in `template { }`.")
public final class PolicyBlock extends HookWords {
    private static final String NEEDS_SUBJECTS = "This policy protects nothing: say what, as in protect app.";
    private static final String NEEDS_TRIGGERS =
            "This policy never takes a snapshot: say when, as in on runBoundaries, or on manual.";

    private static final String AFTER_TEXT =
            "this many, N: once there are more, all but the newest N/2 (50 at most) are merged";

    private final Set<Declared> subjects = new LinkedHashSet<>();
    private final List<When> triggers = new ArrayList<>();
    private Optional<KeepRules> keep = Optional.empty();
    private Limits limits = Limits.NONE;
    private Optional<ConsolidateAfter> consolidation = Optional.empty();
    private Optional<Duration> expectEvery = Optional.empty();
    private final Map<String, Integer> lines = new LinkedHashMap<>();

    PolicyBlock(Declarations declarations) {
        super(declarations);
    }

    @Word(
            value = "The subjects, captured together each time: one moment.",
            example = "protect app, box, mind",
            required = NEEDS_SUBJECTS)
    public void protect(Declared... subjects) {
        protect(List.of(subjects));
    }

    public void protect(Collection<? extends Declared> subjects) {
        standsHere("protect");
        for (Declared subject : subjects) {
            if (!this.subjects.add(subject)) {
                mistake("protect", "'" + subject.name() + "' is protected by this policy already: once is enough.");
            }
        }
    }

    @Word(value = "When to take a snapshot.", example = "on runStart, runEnd", required = NEEDS_TRIGGERS)
    public void on(Occasion... occasions) {
        on(List.of(occasions));
    }

    public void on(Collection<Occasion> occasions) {
        for (Occasion occasion : occasions) {
            occasion.triggers().stream().filter(one -> !triggers.contains(one)).forEach(one -> {
                triggers.add(one);
                standsHere("on " + one.words());
            });
        }
    }

    @Word(
            value = "Which snapshots to keep.",
            example = "keep { last 10; within 7.days; daily 14 }",
            byDefault =
                    "for workspaces all of the last 5 sessions, of the last 7 days and the last 100, then one for each"
                            + " of 48 hours, 30 days, 12 weeks, 24 months and 10 years; for containers all of the last 7 days."
                            + " Of states every checkpoint is kept, whatever the rules",
            once = true,
            ifEmpty = KeepBlock.KEEPS_NOTHING)
    public void keep(@DelegatesTo(value = KeepBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        standsHere("keep");
        KeepBlock words = new KeepBlock(declarations);
        fill(block, words);
        keep = Optional.of(words.rules());
    }

    @Word(
            value = "How much may be kept at most.",
            example = "limits { perSubject 10; total 100; size 10.GB }",
            byDefault = "none; for containers without keep rules 10 each, 100 in all and 10 GB",
            once = true,
            ifEmpty = LimitsBlock.LIMITS_NOTHING)
    public void limits(@DelegatesTo(value = LimitsBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        standsHere("limits");
        LimitsBlock words = new LimitsBlock(declarations);
        fill(block, words);
        limits = words.limits();
    }

    @Word(
            value =
                    "Merge snapshots into fewer, once there are enough. What `keep` names other than by `within` is never"
                            + " merged (`last`, `sessions`, `hourly` to `yearly`, `tagged`, `ids`), nor is what is pinned, tagged or in a"
                            + " milestone, nor are containers and states.",
            example = "consolidate mergeSequential(after: 10, preserveDiffs: true)",
            byDefault = "nothing is merged",
            once = true)
    public void consolidate(ConsolidateAfter consolidation) {
        standsHere("consolidate");
        this.consolidation = Optional.of(consolidation);
    }

    @Word(
            value = "Neighbours that the same tool made become one.",
            example = "consolidate mergeSequential(after: 50)",
            inert = true)
    @Option(name = "after", type = Integer.class, value = AFTER_TEXT, byDefault = "`10`", checked = Literal.COUNT)
    @Option(
            name = "preserveDiffs",
            type = Boolean.class,
            value = "whether what each one changed stays readable",
            byDefault = "`false`")
    public ConsolidateAfter mergeSequential(Map<String, ?> options) {
        return consolidation(new Strategy.Sequential(), new Given(options));
    }

    public ConsolidateAfter mergeSequential() {
        return mergeSequential(Map.of());
    }

    @Word(value = "Those that changed the same files become one.", example = "consolidate mergeByFiles()", inert = true)
    @Option(name = "after", type = Integer.class, value = AFTER_TEXT, byDefault = "`10`", checked = Literal.COUNT)
    @Option(
            name = "preserveDiffs",
            type = Boolean.class,
            value = "whether what each one changed stays readable",
            byDefault = "`false`")
    public ConsolidateAfter mergeByFiles(Map<String, ?> options) {
        return consolidation(new Strategy.ByFiles(), new Given(options));
    }

    public ConsolidateAfter mergeByFiles() {
        return mergeByFiles(Map.of());
    }

    @Word(
            value = "Those of the same stretch of time become one.",
            example = "consolidate mergeByTime(window: 5.minutes)",
            inert = true)
    @Option(
            name = "window",
            type = Duration.class,
            value = "how long a stretch is",
            byDefault = "`5.minutes`",
            checked = Literal.WINDOW)
    @Option(name = "after", type = Integer.class, value = AFTER_TEXT, byDefault = "`10`", checked = Literal.COUNT)
    @Option(
            name = "preserveDiffs",
            type = Boolean.class,
            value = "whether what each one changed stays readable",
            byDefault = "`false`")
    public ConsolidateAfter mergeByTime(Map<String, ?> options) {
        Given given = new Given(options);
        Duration window = given.get("window", Duration.class, Duration.ofMinutes(5));
        check("window", Literal.WINDOW, window);
        return consolidation(new Strategy.ByTime(window), given);
    }

    public ConsolidateAfter mergeByTime() {
        return mergeByTime(Map.of());
    }

    private ConsolidateAfter consolidation(Strategy strategy, Given given) {
        int after = given.get("after", Integer.class, 10);
        check("after", Literal.COUNT, after);
        return new ConsolidateAfter(strategy, after, given.get("preserveDiffs", Boolean.class, false));
    }

    @Word(
            value = "Warn when the newest snapshot gets older than this.",
            example = "expectEvery 1.hour",
            byDefault = "no warning",
            once = true)
    public void expectEvery(@Checked(Literal.EXPECTED) Duration age) {
        check("expectEvery", Literal.EXPECTED, age);
        standsHere("expectEvery");
        expectEvery = Optional.of(age);
    }

    /** For whoever asks where a setting comes from: a template's is replaced by the policy's own. */
    void standsHere(String setting) {
        lines.put(setting, declarations.line());
    }

    Map<String, Integer> lines() {
        return lines;
    }

    Policy policy(String name) {
        if (!hasFailed()) {
            checkWhole();
        }
        return new Policy(name, List.copyOf(subjects), triggers, keep, limits, consolidation, hooks, expectEvery);
    }

    private void checkWhole() {
        if (subjects.isEmpty()) {
            mistake("policy", NEEDS_SUBJECTS);
        }
        if (triggers.isEmpty()) {
            mistake("policy", NEEDS_TRIGGERS);
        }
        triggers.forEach(this::checkTrigger);
        if (consolidation.isPresent()
                && !subjects.isEmpty()
                && subjects.stream().noneMatch(Declared.Workspace.class::isInstance)) {
            mistake("policy", "This policy merges snapshots, but protects no workspace: only theirs are ever merged.");
        }
    }

    /** A trigger for subjects that the policy does not have would never be due, and nobody would notice. */
    private void checkTrigger(When trigger) {
        boolean ofContainers = trigger instanceof When.Event event && event.isOfContainers();
        if (ofContainers && subjects.stream().noneMatch(Declared.Container.class::isInstance)) {
            mistake("policy", "This policy waits for a container, but protects none.");
        }
        boolean ofActions = trigger == When.Event.EVERY_ACTION || trigger instanceof When.EventCount;
        if (ofActions && !subjects.isEmpty() && subjects.stream().allMatch(Declared.State.class::isInstance)) {
            mistake(
                    "policy",
                    "This policy waits for what agents record, but protects only states, whose checkpoints are no actions.");
        }
        if (trigger instanceof When.FileChange && subjects.stream().noneMatch(Declared.Workspace.class::isInstance)) {
            mistake("policy", "This policy waits for changed files, but protects no workspace.");
        }
    }
}
