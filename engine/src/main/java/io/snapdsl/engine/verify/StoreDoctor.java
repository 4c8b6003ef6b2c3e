package io.snapdsl.engine.verify;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime;
import io.snapdsl.engine.container.ContainerSweep;
import io.snapdsl.engine.container.ContainerSweep.Orphan;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.shape.Words;
import io.snapdsl.engine.store.SnapshotStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Looks whether everything that a store needs is in order, without reading what it holds. */
public final class StoreDoctor {
    private static final long LOW_SPACE = 500_000_000;

    public record Check(String what, boolean ok, String finding) {}

    private final SnapshotStore store;
    private final Supplier<ContainerRuntime> engine;
    private final Clock clock;

    /** @param engine is reached only if the store holds containers */
    public StoreDoctor(SnapshotStore store, Supplier<ContainerRuntime> engine, Clock clock) {
        this.store = store;
        this.engine = engine;
        this.clock = clock;
    }

    public List<Check> store() {
        Path directory = store.checkup().directory();
        List<Check> checks = new ArrayList<>();
        String facts = String.join(", ", store.checkup().facts());
        checks.add(new Check("store", true, directory + ", " + facts));
        List<String> damage = store.checkup().structuralDamage(false);
        checks.add(new Check("database", damage.isEmpty(), damage.isEmpty() ? "no damage seen" : damage.get(0)));
        checks.add(disk(directory));
        return checks;
    }

    private static Check disk(Path directory) {
        try {
            long free = Files.getFileStore(directory).getUsableSpace();
            return new Check("disk", free > LOW_SPACE, Words.size(free) + " free where the store is");
        } catch (IOException e) {
            return new Check("disk", false, "the free space can't be determined: " + e.getMessage());
        }
    }

    /** Those that can't be found. */
    public List<Check> workspaces() {
        return store.subjects().all().stream()
                .filter(subject -> subject instanceof Workspace workspace && !Files.isReadable(workspace.directory()))
                .map(subject -> new Check(
                        "workspace",
                        true,
                        "'" + subject.name() + "' can't be read at " + ((Workspace) subject).directory()
                                + ": if it was moved, run 'snapdsl status' in its new place; if it was deleted, make"
                                + " the directory and run 'snapdsl restore @latest' in it"))
                .toList();
    }

    /** @param repair removes what unfinished work left in the engine */
    public List<Check> containers(boolean repair, Progress progress) {
        if (store.subjects().all().stream().noneMatch(Subject.Container.class::isInstance)) {
            return List.of();
        }
        try {
            ContainerSweep sweep = new ContainerSweep(store, engine.get(), clock);
            if (repair) {
                sweep.repair(progress);
            }
            return told(sweep.orphans());
        } catch (SnapdslException e) {
            return List.of(new Check("containers", false, e.getMessage() + " " + e.hint()));
        }
    }

    private static List<Check> told(List<Orphan> orphans) {
        List<Check> checks = new ArrayList<>();
        checks.add(new Check(
                "containers",
                orphans.isEmpty(),
                orphans.isEmpty()
                        ? "engine and store agree"
                        : orphans.size() + " things that only one of engine and store has"));
        orphans.forEach(orphan -> checks.add(new Check(
                "container", false, orphan.finding() + (orphan.isRepairable() ? " (--repair puts it right)" : ""))));
        return checks;
    }
}
