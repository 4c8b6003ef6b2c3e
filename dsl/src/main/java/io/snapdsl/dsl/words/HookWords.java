package io.snapdsl.dsl.words;

import groovy.lang.Closure;
import groovy.lang.DelegatesTo;
import io.snapdsl.engine.policy.Hook;
import io.snapdsl.engine.policy.Hook.OnError;
import io.snapdsl.engine.policy.Hook.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the author wants done around a snapshot. */
public abstract class HookWords extends Block implements TriggerWords {
    static final Duration TIMEOUT = Duration.ofMinutes(1);
    static final String TIMEOUT_TEXT = "after which it is stopped, and the programs that it runs are ended";
    private static final String ON_ERROR_TEXT = "what its failure means";

    final List<Hook> hooks = new ArrayList<>();

    HookWords(Declarations declarations) {
        super(declarations);
    }

    @Word(value = "To be done before each snapshot.", example = "beforeSnapshot { exec 'make', 'flush' }")
    @Option(
            name = "timeout",
            type = Duration.class,
            value = TIMEOUT_TEXT,
            byDefault = "`1.minute`",
            checked = Literal.TIMEOUT)
    @Option(name = "onError", type = OnError.class, value = ON_ERROR_TEXT, byDefault = "`ignore`")
    public void beforeSnapshot(
            Map<String, ?> options,
            @DelegatesTo(value = HookBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        add(Point.BEFORE_SNAPSHOT, options, block);
    }

    public void beforeSnapshot(
            @DelegatesTo(value = HookBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        beforeSnapshot(Map.of(), block);
    }

    @Word(
            value = "To be done after each snapshot that was taken.",
            example = "afterSnapshot { log \"took $snapshot\" }")
    @Option(
            name = "timeout",
            type = Duration.class,
            value = TIMEOUT_TEXT,
            byDefault = "`1.minute`",
            checked = Literal.TIMEOUT)
    @Option(
            name = "onError",
            type = OnError.class,
            value = ON_ERROR_TEXT,
            byDefault = "`ignore`",
            checked = Literal.AFTERWARDS)
    public void afterSnapshot(
            Map<String, ?> options,
            @DelegatesTo(value = HookBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        add(Point.AFTER_SNAPSHOT, options, block);
    }

    public void afterSnapshot(
            @DelegatesTo(value = HookBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        afterSnapshot(Map.of(), block);
    }

    @Word(
            value = "To be done when a snapshot failed.",
            example = "onFailure { log \"snapshot failed: ${error.message}\" }")
    @Option(
            name = "timeout",
            type = Duration.class,
            value = TIMEOUT_TEXT,
            byDefault = "`1.minute`",
            checked = Literal.TIMEOUT)
    @Option(
            name = "onError",
            type = OnError.class,
            value = ON_ERROR_TEXT,
            byDefault = "`ignore`",
            checked = Literal.AFTERWARDS)
    public void onFailure(
            Map<String, ?> options,
            @DelegatesTo(value = HookBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        add(Point.ON_FAILURE, options, block);
    }

    public void onFailure(@DelegatesTo(value = HookBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        onFailure(Map.of(), block);
    }

    @Word(
            value = "To be done in the end, whether a snapshot was taken or not.",
            example = "always { exec './unlock.sh' }")
    @Option(
            name = "timeout",
            type = Duration.class,
            value = TIMEOUT_TEXT,
            byDefault = "`1.minute`",
            checked = Literal.TIMEOUT)
    @Option(
            name = "onError",
            type = OnError.class,
            value = ON_ERROR_TEXT,
            byDefault = "`ignore`",
            checked = Literal.AFTERWARDS)
    public void always(
            Map<String, ?> options,
            @DelegatesTo(value = HookBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        add(Point.ALWAYS, options, block);
    }

    public void always(@DelegatesTo(value = HookBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        always(Map.of(), block);
    }

    @Word("A hook that fails is reported, and nothing else.")
    public OnError getIgnore() {
        return OnError.IGNORE;
    }

    @Word("Without the hook, no snapshot.")
    public OnError getCancel() {
        return OnError.CANCEL;
    }

    @Word("The hook is run once more; if one before the snapshot fails again, no snapshot.")
    public OnError getRetry() {
        return OnError.RETRY;
    }

    private void add(Point point, Map<String, ?> options, Closure<?> block) {
        Given given = new Given(options);
        OnError onError = given.get("onError", OnError.class, OnError.IGNORE);
        if (point != Point.BEFORE_SNAPSHOT) {
            check("onError", Literal.AFTERWARDS, onError);
        }
        hooks.add(new Hook(
                point, new ClosureAction(block, declarations.directory()), timeout(declarations, given), onError));
    }

    static Duration timeout(Declarations declarations, Given given) {
        Duration timeout = given.get("timeout", Duration.class, TIMEOUT);
        declarations.check("timeout", Literal.TIMEOUT, timeout);
        return timeout;
    }
}
