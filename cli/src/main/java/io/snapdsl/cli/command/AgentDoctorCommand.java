package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.agent.AgentSettings;
import io.snapdsl.cli.agent.HookCheckup;
import io.snapdsl.cli.agent.HookCheckup.Finding;
import io.snapdsl.cli.agent.HookTarget;
import io.snapdsl.cli.agent.HookTrial;
import io.snapdsl.cli.agent.HookedAgent;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.files.ScratchDirectory;
import io.snapdsl.engine.shape.Shapes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "doctor",
        description = {
            "Tries the whole way from an agent to a snapshot, and says what to do if it fails somewhere.",
            "What is entered in the settings is run as the agent would, for a short run in a directory of our own. Its history"
                    + " goes into a store of its own, and nothing of it is left."
        },
        footer = {"", "Example: snapdsl agent doctor", "         snapdsl agent doctor claude --json"})
public final class AgentDoctorCommand implements Callable<Integer> {
    @ParentCommand
    private AgentCommand parent;

    @Parameters(
            arity = "0..1",
            paramLabel = "AGENT",
            description = "claude, codex or gemini. Default: those that have entries.")
    private Optional<String> name;

    private final List<Finding> findings = new ArrayList<>();

    @Override
    public Integer call() {
        SnapdslCommand snapdsl = parent.snapdsl();
        HookCheckup checkup = new HookCheckup(snapdsl.environment().getOrDefault("PATH", ""));
        List<AgentSettings> all = settings(snapdsl);
        checkup.programs().forEach(this::tell);
        checkup.hub(snapdsl.storeDirectory()).forEach(this::tell);
        if (all.isEmpty()) {
            tell(Finding.bad("settings", "no agent has entries of ours: run 'snapdsl agent install AGENT'"));
        }
        for (AgentSettings settings : all) {
            checkup.settings(settings).forEach(this::tell);
            settings.targets().values().stream()
                    .distinct()
                    .map(target -> tried(snapdsl, settings.agent(), target))
                    .forEach(this::tell);
        }
        boolean fine = findings.stream().allMatch(Finding::ok);
        snapdsl.out().line(fine ? "Everything is in order." : "What is marked with ! needs attention.");
        snapdsl.out()
                .json(Shapes.object(
                        "ok",
                        fine,
                        "checks",
                        findings.stream().map(Finding::shape).toList()));
        return (fine ? Outcome.DONE : Outcome.FAILED).status();
    }

    private static Finding tried(SnapdslCommand snapdsl, HookedAgent agent, HookTarget target) {
        try (ScratchDirectory scratch = ScratchDirectory.usual()) {
            return new HookTrial(snapdsl.storeDirectory(), snapdsl.hasStore(), scratch.path(), snapdsl.environment())
                    .run(agent, target);
        }
    }

    /** The user's and the project's; of an agent that was named, at least the user's. */
    private List<AgentSettings> settings(SnapdslCommand snapdsl) {
        List<HookedAgent> agents =
                name.map(AgentChoice::agent).map(List::of).orElse(Arrays.asList(HookedAgent.values()));
        List<AgentSettings> entered = agents.stream()
                .flatMap(agent -> Stream.of(snapdsl.home(), snapdsl.directory())
                        .distinct()
                        .map(place -> new AgentSettings(agent, place)))
                .filter(settings -> !settings.targets().isEmpty())
                .toList();
        return entered.isEmpty() && name.isPresent()
                ? List.of(new AgentSettings(agents.get(0), snapdsl.home()))
                : entered;
    }

    private void tell(Finding finding) {
        findings.add(finding);
        parent.snapdsl()
                .out()
                .line(String.format(
                        "%s %-8s %s", finding.ok() ? " " : "!", finding.check(), Output.plain(finding.text())));
    }
}
