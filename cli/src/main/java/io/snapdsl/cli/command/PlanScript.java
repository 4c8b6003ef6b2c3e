package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.plan.PlannedStep;
import io.snapdsl.engine.restore.RestorePlan;
import io.snapdsl.engine.restore.Step;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The script that a plan is in. It may lie in a workspace that the plan restores: then it goes back, too. */
record PlanScript(Path place) {
    static PlanScript at(Path script) {
        try {
            return new PlanScript(script.toRealPath());
        } catch (IOException e) {
            return new PlanScript(script.normalize());
        }
    }

    /** What the step does to the script, if anything: whoever wants to go on with the plan should know. */
    Optional<String> fate(PlannedStep.Bring bring, RestorePlan plan, boolean dryRun) {
        Path directory = bring.workspace().directory();
        if (bring.beside().isPresent() || !place.startsWith(directory)) {
            return Optional.empty();
        }
        TreePath path = NativePaths.relative(directory, place);
        List<String> fates = new ArrayList<>();
        plan.forEach(step -> {
            if (step.path().equals(path)) {
                fate(step, dryRun).ifPresent(fates::add);
            }
        });
        return fates.stream().findFirst();
    }

    private Optional<String> fate(Step step, boolean dryRun) {
        String script = Output.plain(place.getFileName()) + ", which this plan is in, ";
        if (step instanceof Step.Delete) {
            return Optional.of("Mind that " + script + (dryRun ? "would go" : "is gone")
                    + " too: it was not there then. 'snapdsl undo' " + (dryRun ? "would bring" : "brings")
                    + " it back.");
        }
        return step instanceof Step.WriteFile
                ? Optional.of("Mind that " + script + (dryRun ? "would be" : "is") + " what it was then, too.")
                : Optional.empty();
    }
}
