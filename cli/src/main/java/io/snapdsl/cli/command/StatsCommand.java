package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.cli.output.Shapes;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.store.ContentStore.Sizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "stats",
        description = "Shows what the store holds and what it takes on disk.",
        footer = {"", "Example: snapdsl stats --json"})
public final class StatsCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Override
    public Integer call() {
        Sizes sizes = snapdsl.existingStore().content().sizes();
        long onDisk = snapdsl.store().checkup().bytesOnDisk();
        double ratio = sizes.storedBytes() == 0 ? 1 : (double) sizes.rawBytes() / sizes.storedBytes();
        Output out = snapdsl.out();
        out.line("store      " + snapdsl.storeDirectory() + ", " + Output.size(onDisk) + " on disk");
        out.line("content    " + Output.size(sizes.fileBytes()) + " of distinct file content and "
                + Output.size(sizes.rawBytes() - sizes.fileBytes()) + " of directories, "
                + Output.count(sizes.chunks(), "chunk") + " in " + Output.count(sizes.packs(), "pack"));
        out.line(String.format(
                Locale.ROOT, "stored as  %s (%.1f times smaller)", Output.size(sizes.storedBytes()), ratio));
        List<Map<String, Object>> subjects = new ArrayList<>();
        for (Subject subject : snapdsl.store().catalog().subjects()) {
            Optional<Snapshot> head = snapdsl.store().catalog().head(subject.id());
            long count = head.map(Snapshot::sequence).orElse(0L);
            out.line("workspace  " + Output.plain(subject.name()) + ": " + Output.count(count, "snapshot")
                    + head.map(newest -> ", newest " + out.age(newest.facts().time()))
                            .orElse(""));
            subjects.add(Shapes.object(
                    "subject", subject.name(),
                    "snapshots", count,
                    "newest", head.map(newest -> newest.facts().time()).orElse(null)));
        }
        out.json(Shapes.object(
                "store", snapdsl.storeDirectory(),
                "bytesOnDisk", onDisk,
                "fileBytes", sizes.fileBytes(),
                "storedBytes", sizes.storedBytes(),
                "compressionRatio", ratio,
                "chunks", sizes.chunks(),
                "packs", sizes.packs(),
                "subjects", subjects));
        return 0;
    }
}
