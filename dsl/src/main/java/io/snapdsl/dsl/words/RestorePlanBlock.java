package io.snapdsl.dsl.words;

import groovy.lang.Closure;
import groovy.lang.DelegatesTo;
import io.snapdsl.engine.history.TimeExpressions;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.RestorePlan;
import io.snapdsl.engine.policy.RestorePlan.Mode;
import io.snapdsl.engine.policy.RestorePlan.OnFailure;
import io.snapdsl.engine.policy.RestorePlan.Selector;
import io.snapdsl.engine.policy.RestorePlan.Step;
import io.snapdsl.engine.restore.Selection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

@Place(
        name = "restorePlan { }",
        value = "A way back: which state, of what. Its steps are done in the order they are written in.")
public final class RestorePlanBlock extends Block {
    private static final String NEEDS_STATE = "Say which state this plan goes back to, as in from before(lastRun).";
    private static final String NEEDS_STEPS = "This plan restores nothing: say what, as in restore app.";

    /** What {@code lastRun} stands for. */
    public enum Run {
        LAST
    }

    private final List<Step> steps = new ArrayList<>();
    private Optional<Selector> from = Optional.empty();
    private boolean verify;
    private OnFailure onFailure = OnFailure.STOP;

    RestorePlanBlock(Declarations declarations) {
        super(declarations);
    }

    @Word(value = "The state that is wanted.", example = "from before(lastRun)", once = true, required = NEEDS_STATE)
    public void from(Selector state) {
        from = Optional.of(state);
    }

    @Word("The newest snapshot.")
    public Selector getLatest() {
        return new Selector.Latest();
    }

    @Word("The newest snapshot that `snapdsl verify --read-data` has found whole.")
    public Selector getLastVerified() {
        return new Selector.LastVerified();
    }

    @Word(
            "The newest run of an agent: one for the whole plan, the last one started of those that have left a snapshot or"
                    + " checkpoint of anything that the plan restores.")
    public Run getLastRun() {
        return Run.LAST;
    }

    @Word(
            value =
                    "The state before a run: the snapshot taken at its start, else the last one before it. That is a point in"
                            + " time for all that the plan restores: what the run has left nothing of goes to what it was then, too,"
                            + " and what others have changed since goes with it.",
            example = "from before(lastRun)",
            inert = true)
    public Selector before(Run run) {
        return new Selector.BeforeLastRun();
    }

    @Word(
            value = "The last snapshot up to a time, in the machine's time zone.",
            example = "from at('2026-11-16 09:00')",
            inert = true)
    public Selector at(@Checked(Literal.TIME) String time) {
        return check("at", Literal.TIME, time)
                ? new Selector.At(
                        new TimeExpressions(declarations.clock()).parse(time).orElseThrow())
                : getLatest();
    }

    @Word(value = "The end of a milestone.", example = "from milestone('v1')", inert = true)
    public Selector milestone(@Checked(Literal.NAME) String title) {
        check("milestone", Literal.NAME, title);
        return new Selector.AtMilestone(title);
    }

    @Word(value = "The newest snapshot with a tag.", example = "from tagged('release')", inert = true)
    public Selector tagged(@Checked(Literal.TAG) String tag) {
        check("tagged", Literal.TAG, tag);
        return new Selector.Tagged(tag);
    }

    @Word(value = "Restores a subject.", example = "restore app, paths: ['src/**']", required = NEEDS_STEPS)
    @Option(name = "from", type = Selector.class, value = "another state than the plan's")
    @Option(
            name = "paths",
            type = Collection.class,
            value = "only these, as in `.gitignore`; of a container, files of its volumes",
            byDefault = "all")
    @Option(name = "mode", type = Mode.class, value = "how it is restored", byDefault = "`inPlace`")
    @Option(
            name = "healthCheck",
            type = Duration.class,
            value = "how long a container that replaces another may take to become healthy, or has to run if it has no"
                    + " health check; if it fails, the one before is put back",
            byDefault = "`60.seconds`, or 5 without a health check")
    public void restore(Map<String, ?> options, Declared subject) {
        Given given = new Given(options);
        Mode mode = given.get("mode", Mode.class, Mode.IN_PLACE);
        if (!(subject instanceof Declared.Container) && mode == Mode.REPLACE) {
            mistake("mode", "Only a container can be replaced: '" + subject.name() + "' is none.");
        }
        if (!(subject instanceof Declared.Container) && given.has("healthCheck")) {
            mistake("healthCheck", "Only a container has a health check: '" + subject.name() + "' is none.");
        } else if (given.has("healthCheck") && mode != Mode.REPLACE) {
            mistake("healthCheck", "Only a container that replaces another is checked: add mode: replace.");
        }
        if (subject instanceof Declared.Container && given.has("paths") && mode != Mode.IN_PLACE) {
            mistake("paths", "Single files of a container's volumes can only be restored inPlace.");
        }
        Collection<?> paths = given.get("paths", Collection.class, List.of());
        if (given.has("paths") && paths.isEmpty()) {
            mistake("paths", "No paths means that nothing is restored: leave paths out to restore all.");
        }
        List<String> texts = paths.stream().map(String::valueOf).toList();
        try {
            Selection.Request.written(texts);
        } catch (IllegalArgumentException e) {
            mistake("paths", e.getMessage() + ": paths are relative to its directory.");
        }
        steps.add(new Step.Restore(
                subject,
                Optional.ofNullable(given.get("from", Selector.class, null)),
                texts,
                mode,
                Optional.ofNullable(given.get("healthCheck", Duration.class, null))));
    }

    public void restore(Declared subject) {
        restore(Map.of(), subject);
    }

    @Word("What is there is changed to what it was: a directory's files, or a container's volumes.")
    public Mode getInPlace() {
        return Mode.IN_PLACE;
    }

    @Word("The container is stopped and made anew, volumes included; the one before goes when the new one is well.")
    public Mode getReplace() {
        return Mode.REPLACE;
    }

    @Word(
            "It is restored under another name, beside what is there. A workspace's copy is the directory with the snapshot's"
                    + " id at the end of its name.")
    public Mode getBeside() {
        return Mode.BESIDE;
    }

    @Word(
            value = "Something of one's own, before, between or after what is restored.",
            example = "step { exec 'systemctl', 'stop', 'app' }")
    @Option(
            name = "timeout",
            type = Duration.class,
            value = HookWords.TIMEOUT_TEXT,
            byDefault = "`1.minute`",
            checked = Literal.TIMEOUT)
    public void step(
            Map<String, ?> options,
            @DelegatesTo(value = HookBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        Duration timeout = HookWords.timeout(declarations, new Given(options));
        steps.add(new Step.Do(new ClosureAction(block, declarations.directory()), timeout));
    }

    public void step(@DelegatesTo(value = HookBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        step(Map.of(), block);
    }

    @Word(
            value =
                    "Read all that is to be restored before anything is touched, and compare what is there with it after"
                            + " each restore.",
            byDefault = "only what was written is checked",
            once = true)
    public void verify() {
        verify = true;
    }

    @Word(value = "What happens when a step fails.", example = "onFailure rollBack", byDefault = "`stop`", once = true)
    public void onFailure(OnFailure reaction) {
        onFailure = reaction;
    }

    @Word("What was restored so far stays.")
    public OnFailure getStop() {
        return OnFailure.STOP;
    }

    @Word("What was restored so far goes back to what it was.")
    public OnFailure getRollBack() {
        return OnFailure.ROLL_BACK;
    }

    RestorePlan plan(String name) {
        if (from.isEmpty() && !hasFailed()) {
            mistake("restorePlan", NEEDS_STATE);
        }
        if (!hasFailed() && steps.stream().noneMatch(Step.Restore.class::isInstance)) {
            mistake("restorePlan", NEEDS_STEPS);
        }
        return new RestorePlan(name, from.orElseGet(this::getLatest), steps, verify, onFailure);
    }
}
