package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.shape.VerifyShape;
import io.snapdsl.engine.verify.StoreVerifier;
import io.snapdsl.engine.verify.VerifiedSnapshots;
import io.snapdsl.engine.verify.VerifyReport;
import io.snapdsl.engine.verify.VerifyReport.DamagedPath;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "verify",
        description = "Checks the whole store: its structure, every history, every tree; with --read-data every byte.",
        footer = {"", "Example: snapdsl verify --read-data"})
public final class VerifyCommand implements Callable<Integer> {
    private static final int LISTED_SNAPSHOTS = 8;

    @ParentCommand
    private SnapdslCommand snapdsl;

    @Option(names = "--read-data", description = "Read and hash every stored byte.")
    private boolean readData;

    @Option(
            names = "--repair",
            description = "Forget damaged content, so that the next snapshots store anew what workspaces still have.")
    private boolean repair;

    @Override
    public Integer call() {
        StoreVerifier verifier = new StoreVerifier(snapdsl.existingStore(), snapdsl.progress());
        VerifyReport report = repair ? verifier.repair(readData) : verifier.verify(readData);
        print(report);
        new VerifiedSnapshots(snapdsl.store(), snapdsl.clock())
                .remember(report, readData)
                .ifPresent(why -> snapdsl.out()
                        .note("Restore plans that ask for lastVerified won't know of this: " + Output.plain(why)));
        return (report.isClean() ? Outcome.DONE : Outcome.DAMAGE_FOUND).status();
    }

    private void print(VerifyReport report) {
        Output out = snapdsl.out();
        out.json(VerifyShape.of(report, repair));
        String checked = Output.count(report.snapshotsChecked(), "snapshot") + states(report) + " checked"
                + (readData ? ", " + Output.size(report.bytesRead()) + " read" : "");
        if (report.isClean()) {
            out.line("No damage: " + checked + ".");
            return;
        }
        out.line("DAMAGE FOUND (" + checked + "):");
        report.findings().forEach(finding -> out.line("  " + Output.plain(finding)));
        report.damagedPaths().forEach((path, snapshots) -> out.line("  " + describe(path, snapshots)));
        if (repair) {
            out.line(
                    "Damaged content was forgotten, what is whole beside it was written anew: take a new snapshot of each");
            out.line("workspace to store what is still there.");
        } else if (report.isRepairable()) {
            out.line("Everything not listed is intact and can be restored. With --repair the next snapshots store the");
            out.line("damaged content anew where workspaces still have it.");
        }
    }

    private static String states(VerifyReport report) {
        return further(report.checkpointsChecked(), "checkpoint") + further(report.eventsChecked(), "event");
    }

    private static String further(long number, String what) {
        return number == 0 ? "" : ", " + Output.count(number, what);
    }

    private static String describe(DamagedPath damaged, List<Snapshot> snapshots) {
        String ids = snapshots.stream()
                .limit(LISTED_SNAPSHOTS)
                .map(snapshot -> snapshot.id().shortHex())
                .collect(Collectors.joining(", "));
        String more = snapshots.size() > LISTED_SNAPSHOTS ? ", … (" + snapshots.size() + " in all)" : "";
        String path = damaged.path().isRoot() ? "(top)" : damaged.path().toString();
        return Output.plain(damaged.subject()) + ": " + path + ": " + damaged.problem() + ", in " + ids + more;
    }
}
