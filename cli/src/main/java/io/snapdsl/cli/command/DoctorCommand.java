package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.Version;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.verify.StoreDoctor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "doctor",
        description = "Checks whether everything snapdsl needs is in order here, and says what to do if not.",
        footer = {"", "Example: snapdsl doctor"})
public final class DoctorCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Option(names = "--repair", description = "Remove what unfinished work left in the container engine.")
    private boolean repair;

    private final List<Map<String, Object>> checks = new ArrayList<>();

    @Override
    public Integer call() {
        check("snapdsl", true, Version.text() + ", Java " + System.getProperty("java.version"));
        String encoding = System.getProperty("sun.jnu.encoding");
        check("file names", encoding.equalsIgnoreCase("UTF-8"), "encoded as " + encoding + " (UTF-8 is best)");
        if (checkStore()) {
            checkWorkspaces();
            doctor().containers(repair, snapdsl.progress()).forEach(this::tell);
        }
        boolean fine = checks.stream().allMatch(check -> (boolean) check.get("ok"));
        snapdsl.out().line(fine ? "Everything is in order." : "What is marked with ! needs attention.");
        snapdsl.out().json(Shapes.object("ok", fine, "checks", checks));
        return (fine ? Outcome.DONE : Outcome.FAILED).status();
    }

    private boolean checkStore() {
        Path directory = snapdsl.storeDirectory();
        if (!snapdsl.hasStore()) {
            check("store", true, directory + ", not made yet: 'snapdsl snap' makes it");
            return false;
        }
        try {
            doctor().store().forEach(this::tell);
            return true;
        } catch (SnapdslException e) {
            check("store", false, e.getMessage() + " " + e.hint());
            return false;
        }
    }

    private StoreDoctor doctor() {
        return new StoreDoctor(snapdsl.store(), snapdsl::containers, snapdsl.clock());
    }

    private void checkWorkspaces() {
        Optional<Workspace> current = snapdsl.workspaces().around(snapdsl.directory());
        check(
                "here",
                true,
                current.map(workspace -> "in the workspace '" + workspace.name() + "', " + workspace.directory())
                        .orElse("in no workspace; 'snapdsl snap' makes this directory one"));
        doctor().workspaces().forEach(this::tell);
    }

    private void tell(StoreDoctor.Check check) {
        check(check.what(), check.ok(), check.finding());
    }

    private void check(String what, boolean ok, String finding) {
        checks.add(Shapes.object("check", what, "ok", ok, "finding", finding));
        snapdsl.out().line(String.format("%s %-11s %s", ok ? " " : "!", what, Output.plain(finding)));
    }
}
