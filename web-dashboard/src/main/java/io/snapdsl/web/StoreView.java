package io.snapdsl.web;

import io.javalin.http.Handler;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotFinder;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.run.PolicyRunner;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.store.StoreLocks.Held;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Refusal;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The store as all requests see it, and the ways to what they name. */
public final class StoreView {
    private final SnapshotStore store;
    private final Workspaces workspaces;
    private final Clock clock;
    private final ContentReader content;
    private final TreeReader trees;
    private final Supplier<ContainerRuntime> containers;
    private final Optional<PolicyRunner> policies;
    private final Optional<Path> named;
    private final Activity activity;
    private final Figures figures;
    private final SnapshotSizes sizes;

    /**
     * @param containers reaches the engine of containers, and is asked only when somebody acts on one
     * @param policies those that run in this process, if any do
     * @param named where the store is, if the command has to be told: a shell may not find it by itself
     */
    public StoreView(
            SnapshotStore store,
            Workspaces workspaces,
            Clock clock,
            Supplier<ContainerRuntime> containers,
            Optional<PolicyRunner> policies,
            Optional<Path> named) {
        this.named = named;
        this.containers = containers;
        this.policies = policies;
        this.activity = new Activity(clock);
        this.figures = new Figures(store, clock);
        this.store = store;
        this.workspaces = workspaces;
        this.clock = clock;
        this.content = new ContentReader(store.content());
        this.trees = new TreeReader(content);
        this.sizes = new SnapshotSizes(content);
    }

    public SnapshotStore store() {
        return store;
    }

    public Catalog catalog() {
        return store.catalog();
    }

    public Workspaces workspaces() {
        return workspaces;
    }

    public Clock clock() {
        return clock;
    }

    public ContentReader content() {
        return content;
    }

    public TreeReader trees() {
        return trees;
    }

    public ContainerRuntime containers() {
        return containers.get();
    }

    public Optional<PolicyRunner> policies() {
        return policies;
    }

    /** Where it is, if the command has to be told. */
    public Optional<Path> named() {
        return named;
    }

    /** @throws SnapdslException if no policies run in this process */
    public PolicyRunner runner() {
        return policies.orElseThrow(StoreView::nothingRuns);
    }

    /** What the policies that run here were read from. */
    public PolicyFile policyFile() {
        return runner().inForce().orElseThrow(StoreView::nothingRuns);
    }

    private static SnapdslException nothingRuns() {
        return new SnapdslException(ErrorCode.USAGE, "No policy runs here.", "Start one: snapdsl run policy.groovy");
    }

    public SnapshotSizes sizes() {
        return sizes;
    }

    public Activity activity() {
        return activity;
    }

    public Figures figures() {
        return figures;
    }

    /** For what looks into content: no prune takes it away meanwhile. */
    public Handler reading(Handler handler) {
        return ctx -> {
            Held lock = store.locks().usingContent();
            try {
                handler.handle(ctx);
            } finally {
                lock.release();
            }
        };
    }

    /** The marked snapshots of {@code subject}. */
    public Optional<Milestone> milestone(Snapshot snapshot) {
        return store.milestones().of(snapshot.subjectId()).stream()
                .filter(range -> range.contains(snapshot.sequence()))
                .findFirst();
    }

    /** The one that the parameter {@code subject} names; it may be left out where there is only one. */
    public Subject subject(Query query) {
        return subject(query.text("subject"));
    }

    public Subject subject(Optional<String> name) {
        List<Subject> all = store.subjects().all();
        if (name.isEmpty() && all.size() == 1) {
            return all.get(0);
        }
        String names = all.stream().map(Subject::name).collect(Collectors.joining(", "));
        String wanted = name.orElseThrow(() -> new SnapdslException(
                ErrorCode.USAGE,
                "The parameter 'subject' is missing.",
                all.isEmpty() ? "There is none yet: 'snapdsl snap' makes one." : "There are: " + names + "."));
        return all.stream()
                .filter(subject -> subject.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_SUBJECT,
                        "There is no subject '" + ByteText.display(wanted) + "'.",
                        all.isEmpty() ? "There is none yet: 'snapdsl snap' makes one." : "There are: " + names + "."));
    }

    public Subject subjectOf(Snapshot snapshot) {
        return store.subjects().find(snapshot.subjectId()).orElseThrow();
    }

    /** One that has its content: by its id, its beginning, or relative to the parameter {@code subject}. */
    public Snapshot snapshot(String expression, Query query) {
        return snapshot(expression, query.text("subject"));
    }

    /** @throws Refusal if {@code subject} is named and it is another's: whoever names both means both */
    public Snapshot snapshot(String expression, Optional<String> subject) {
        return requireOf(subject, snapshotOfAny(expression, subject));
    }

    /** As {@link #snapshot}, with removed ones too. */
    public Snapshot anySnapshot(String expression, Query query) {
        Optional<String> subject = query.text("subject");
        return requireOf(subject, finder().findAny(expression, () -> subject(subject)));
    }

    /** As {@link #snapshot}, also of another subject than the named one, for what looks at two or judges that itself. */
    public Snapshot snapshotOfAny(String expression, Optional<String> subject) {
        return finder().find(expression, () -> subject(subject));
    }

    private Snapshot requireOf(Optional<String> named, Snapshot snapshot) {
        if (named.isPresent()) {
            Subject wanted = subject(named);
            Subject other = subjectOf(snapshot);
            if (!wanted.id().equals(other.id())) {
                throw new Refusal(
                        409,
                        ErrorCode.USAGE,
                        "Snapshot " + snapshot.id().shortHex() + " is of the " + other.kind() + " '" + other.name()
                                + "', not of '" + wanted.name() + "'.",
                        "Name that subject, or leave 'subject' out.");
            }
        }
        return snapshot;
    }

    private SnapshotFinder finder() {
        return new SnapshotFinder(store, clock);
    }

    public TreeEntry entry(Snapshot snapshot, TreePath path) {
        Optional<TreeEntry> found = path.isRoot() ? Optional.empty() : trees.find(snapshot.root(), path);
        return found.orElseThrow(() -> new SnapdslException(
                ErrorCode.UNKNOWN_PATH,
                "Snapshot " + snapshot.id().shortHex() + " has no "
                        + (path.isRoot() ? "file without a name" : path.toString()) + ".",
                "List what it holds: snapdsl show " + snapshot.id().shortHex() + " --files"));
    }

    /** What the directory at {@code path} holds. */
    public Tree directory(Snapshot snapshot, TreePath path) {
        return trees.tree(directoryHash(snapshot, path));
    }

    private Hash directoryHash(Snapshot snapshot, TreePath path) {
        if (path.isRoot()) {
            return snapshot.root();
        }
        if (entry(snapshot, path) instanceof DirectoryEntry directory) {
            return directory.tree();
        }
        throw new SnapdslException(
                ErrorCode.NOT_A_DIRECTORY,
                path + " is no directory in snapshot " + snapshot.id().shortHex() + ".",
                "Ask for its content instead.");
    }
}
