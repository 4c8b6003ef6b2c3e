package io.snapdsl.testkit;

import io.snapdsl.engine.consolidation.Consolidation.Consolidated;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Hook;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.retention.Pruning.Pruned;
import io.snapdsl.engine.run.RunListener;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Remembers what the store does not tell, and lets a trial fail by what fails in it. */
final class TrialListener implements RunListener {
    private final Clock clock;
    private final List<PolicyTrial.Warning> warnings = new ArrayList<>();

    TrialListener(Clock clock) {
        this.clock = clock;
    }

    List<PolicyTrial.Warning> warnings() {
        return List.copyOf(warnings);
    }

    @Override
    public void taken(Policy policy, When trigger, Snapshot snapshot) {}

    @Override
    public void unchanged(Policy policy, When trigger, Subject subject) {}

    @Override
    public void failed(Policy policy, When trigger, Declared subject, Exception failure) {
        throw failure("No snapshot of " + subject.name() + " (" + trigger.words() + ")", failure);
    }

    @Override
    public void retrying(Policy policy, When trigger, Duration delay) {}

    @Override
    public void said(Policy policy, String text) {}

    @Override
    public void hookFailed(Policy policy, Hook.Point point, Exception failure) {}

    @Override
    public void consolidated(Policy policy, Subject subject, Consolidated consolidated) {}

    @Override
    public void pruned(Policy policy, Pruned pruned) {}

    @Override
    public void tidyingFailed(Policy policy, Exception failure) {
        throw failure("Tidying up after the policy " + policy.name() + " failed", failure);
    }

    @Override
    public void stale(Policy policy, Declared subject, Duration age) {
        warnings.add(new PolicyTrial.Warning(clock.instant().atZone(clock.getZone()), subject.name(), age));
    }

    @Override
    public void clockJumped(Duration by) {}

    @Override
    public void troubled(Exception failure) {
        throw failure("The policy could not be followed", failure);
    }

    private AssertionError failure(String what, Exception failure) {
        return new AssertionError(clock.instant() + ": " + what + ": " + failure.getMessage(), failure);
    }
}
