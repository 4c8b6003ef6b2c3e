package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.plan.PlanReport;
import io.snapdsl.engine.plan.PlanRun;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.RestorePlan;
import java.nio.file.Path;
import java.util.Optional;

/** Restores by a plan. Apart from the command itself, so that an ordinary restore loads nothing of the policy language. */
final class PlanRestore {
    private final SnapdslCommand snapdsl;

    PlanRestore(SnapdslCommand snapdsl) {
        this.snapdsl = snapdsl;
    }

    int run(String name, Optional<Path> policy, RestoreOptions options) {
        Path script = policy.map(snapdsl.directory()::resolve).orElseGet(() -> PolicySearch.from(snapdsl.directory()));
        Optional<PolicyFile> loaded = PolicyScript.loadToRestore(script, snapdsl);
        if (loaded.isEmpty()) {
            return ErrorCode.POLICY_MISTAKES.outcome().status();
        }
        RestorePlan plan = loaded.get().plan(name);
        PlanAnswer answer = new PlanAnswer(plan, PlanScript.at(script), snapdsl.out(), options.dryRun);
        PlanRun run = new PlanRun(
                plan,
                options.session(),
                snapdsl.existingStore(),
                snapdsl.workspaces(),
                snapdsl::containers,
                snapdsl.clock(),
                snapdsl.progress(),
                answer);
        return options.dryRun ? answer.finish(run.preview()) : carryOut(run, answer);
    }

    /** Ctrl-C counts as a failure of the step under way, so that the plan's own way to deal with failures is taken. */
    private int carryOut(PlanRun run, PlanAnswer answer) {
        snapdsl.endBy(run::stop);
        try {
            PlanReport report = run.carryOut();
            return answer.finish(report);
        } finally {
            snapdsl.out().flush();
            snapdsl.ended();
        }
    }
}
