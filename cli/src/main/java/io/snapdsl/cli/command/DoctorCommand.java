package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.Version;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerSweep;
import io.snapdsl.engine.container.ContainerSweep.Orphan;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.shape.Shapes;
import java.io.IOException;
import java.nio.file.Files;
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
    private static final long LOW_SPACE = 500_000_000;

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
            checkContainers();
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
            String facts = String.join(", ", snapdsl.store().checkup().facts());
            check("store", true, directory + ", " + facts);
            List<String> damage = snapdsl.store().checkup().structuralDamage(false);
            check("database", damage.isEmpty(), damage.isEmpty() ? "no damage seen" : damage.get(0));
            long free = Files.getFileStore(directory).getUsableSpace();
            check("disk", free > LOW_SPACE, Output.size(free) + " free where the store is");
            return true;
        } catch (SnapdslException e) {
            check("store", false, e.getMessage() + " " + e.hint());
        } catch (IOException e) {
            check("disk", false, "the free space can't be determined: " + e.getMessage());
        }
        return false;
    }

    private void checkWorkspaces() {
        Optional<Workspace> current = snapdsl.workspaces().around(snapdsl.directory());
        check(
                "here",
                true,
                current.map(workspace -> "in the workspace '" + workspace.name() + "', " + workspace.directory())
                        .orElse("in no workspace; 'snapdsl snap' makes this directory one"));
        snapdsl.store().subjects().all().forEach(subject -> {
            if (subject instanceof Workspace workspace && !Files.isReadable(workspace.directory())) {
                check(
                        "workspace",
                        true,
                        "'" + workspace.name() + "' can't be read at " + workspace.directory()
                                + ": if it was moved, run 'snapdsl status' in its new place; if it was deleted, make"
                                + " the directory and run 'snapdsl restore @latest' in it");
            }
        });
    }

    private void checkContainers() {
        if (snapdsl.store().subjects().all().stream().noneMatch(Subject.Container.class::isInstance)) {
            return;
        }
        try {
            ContainerSweep sweep = new ContainerSweep(snapdsl.store(), snapdsl.containers(), snapdsl.clock());
            if (repair) {
                sweep.repair();
            }
            List<Orphan> orphans = sweep.orphans();
            check(
                    "containers",
                    orphans.isEmpty(),
                    orphans.isEmpty()
                            ? "engine and store agree"
                            : orphans.size() + " things that only one of engine and store has");
            orphans.forEach(orphan -> check(
                    "container", false, orphan.finding() + (orphan.isRepairable() ? " (--repair puts it right)" : "")));
        } catch (SnapdslException e) {
            check("containers", false, e.getMessage() + " " + e.hint());
        }
    }

    private void check(String what, boolean ok, String finding) {
        checks.add(Shapes.object("check", what, "ok", ok, "finding", finding));
        snapdsl.out().line(String.format("%s %-11s %s", ok ? " " : "!", what, Output.plain(finding)));
    }
}
