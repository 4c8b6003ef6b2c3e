package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.RestorePlan;
import io.snapdsl.engine.shape.Shapes;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "check",
        description = "Looks for mistakes in a policy script, and does nothing else.",
        footer = {"", "Example: snapdsl check policy.groovy"})
public final class CheckCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Mixin
    private PolicyScript script;

    @Override
    public Integer call() {
        Optional<PolicyFile> loaded = script.load(snapdsl);
        loaded.ifPresent(this::print);
        return loaded.isPresent() ? 0 : ErrorCode.POLICY_MISTAKES.outcome().status();
    }

    private void print(PolicyFile file) {
        snapdsl.out()
                .line("No mistakes: " + Output.count(file.subjects().size(), "subject") + ", "
                        + Output.count(file.policies().size(), "policy") + ", "
                        + Output.count(file.plans().size(), "restore plan") + ".");
        snapdsl.out()
                .json(Shapes.object(
                        "subjects", file.subjects().stream().map(Declared::name).toList(),
                        "policies", file.policies().stream().map(Policy::name).toList(),
                        "restorePlans",
                                file.plans().stream().map(RestorePlan::name).toList()));
    }
}
