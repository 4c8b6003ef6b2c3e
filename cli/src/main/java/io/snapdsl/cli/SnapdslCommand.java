package io.snapdsl.cli;

import io.snapdsl.cli.output.OneAnswer;
import io.snapdsl.cli.output.Output;
import io.snapdsl.cli.output.Output.Form;
import io.snapdsl.cli.output.TerminalProgress;
import io.snapdsl.container.docker.DockerRuntime;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.IgnoreRules;
import io.snapdsl.engine.container.ContainerRuntime;
import io.snapdsl.engine.files.ScratchDirectory;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.session.AgentSessions;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.store.StoreDirectory;
import io.snapdsl.engine.store.StoreLocks;
import io.snapdsl.storage.sqlite.SqliteSnapshotStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** What every command has: the common options, and from them the store, the workspace, and a way to answer. */
@Command(
        name = "snapdsl",
        description = "Makes everything an agent does to a directory undoable, explainable and auditable.",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        sortOptions = false,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Start with: snapdsl snap -m 'before the agent'    and after it: snapdsl diff, snapdsl undo",
            "A snapshot ID can be shortened, or be @latest, @1 (the one before), a time: '10 minutes ago', or a milestone's title; NAME@1 is another's.",
            "Exit status: 0 done, 1 failed, 2 wrong usage, 3 done in part, 4 refused, 5 damage found, 6 locked."
        })
public final class SnapdslCommand implements Runnable {
    private static final long PATIENCE_SECONDS = 60;

    @Option(
            names = "--store",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "The store to use. Default: $SNAPDSL_STORE, else your own in ~/.local/share/snapdsl.")
    private Path storeDirectory;

    @Option(
            names = "-C",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "Act as if started in this directory.")
    private Path directory;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Answer with one JSON object, for scripts.")
    private boolean json;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "60",
            scope = ScopeType.INHERIT,
            description = "How long to wait when another snapdsl is busy. Default: ${DEFAULT-VALUE}.")
    private int waitSeconds;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show where an error came from.")
    private boolean debug;

    private final Caller caller;
    private final boolean forAgent;
    private final Clock clock = Clock.systemDefaultZone();
    private final OneAnswer answer = new OneAnswer();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile Optional<Runnable> ending = Optional.empty();
    private Output output;
    private Progress progress;
    private volatile SnapshotStore store;
    private volatile boolean changesFiles;
    private ContainerRuntime containers;
    private StoreLocks.Held reading;
    private Optional<ScratchDirectory> scratch = Optional.empty();

    SnapdslCommand(Caller caller) {
        this(caller, false);
    }

    /** @param forAgent whether it is to answer in words and in JSON, and say nothing on its way */
    SnapdslCommand(Caller caller, boolean forAgent) {
        this.caller = caller;
        this.forAgent = forAgent;
    }

    boolean isForAgent() {
        return forAgent;
    }

    @Override
    public void run() {
        Help.show(Commands.commandLine(this), out());
    }

    /** Standard input. */
    public InputStream in() {
        return caller.in();
    }

    public Output out() {
        if (output == null) {
            output = out(json);
        }
        return output;
    }

    /** Another one for the same answer. */
    Output out(boolean inJson) {
        return new Output(form(inJson), clock, answer, caller.out(), caller.err());
    }

    private Form form(boolean inJson) {
        if (forAgent) return Form.BOTH;
        return inJson ? Form.JSON : Form.WORDS;
    }

    void answerInJson() {
        json = true;
        output = null;
    }

    public Progress progress() {
        if (progress == null) {
            progress = forAgent ? Progress.NONE : TerminalProgress.choose(json, caller.atTerminal(), caller.err());
        }
        return progress;
    }

    /** Before somebody else writes to the terminal. What is begun later is shown again. */
    public void hideProgress() {
        if (progress instanceof TerminalProgress shown) {
            shown.close();
        }
        progress = null;
    }

    /** For a command whose standard output is another's: what we say goes to standard error, all of it. */
    public void answerOnStandardError() {
        output = new Output(form(json), clock, answer, caller.err(), caller.err());
    }

    /** The one of whoever started us. */
    public Map<String, String> environment() {
        return caller.environment();
    }

    public Clock clock() {
        return clock;
    }

    void traceIfDebugging(Exception failure) {
        if (debug) {
            failure.printStackTrace(caller.err());
        }
    }

    public SnapshotStore store() {
        if (store == null) {
            store = SqliteSnapshotStore.open(
                    storeDirectory(), Duration.ofSeconds(Math.max(0, waitSeconds)), out()::note);
        }
        return store;
    }

    /** The engine that runs containers, for commands that need one. */
    public ContainerRuntime containers() {
        if (containers == null) {
            containers = connectToContainers();
        }
        return containers;
    }

    /** As {@link #containers}, but another connection each time, for who outlives the engine; to be closed. */
    public ContainerRuntime connectToContainers() {
        String address = caller.variable("DOCKER_HOST");
        return address.isEmpty() ? DockerRuntime.connect() : DockerRuntime.connect(address);
    }

    /** Else the command has not got to anything that it could have changed. */
    boolean hasOpenedStore() {
        return store != null;
    }

    /** From now on the command may write into the workspace: whoever interrupts it is told how to take that back. */
    public void startChangingFiles() {
        changesFiles = true;
    }

    boolean changesFiles() {
        return changesFiles;
    }

    public boolean hasStore() {
        return SqliteSnapshotStore.isIn(storeDirectory());
    }

    /** The store, for commands that only look: they make none. */
    public SnapshotStore existingStore() {
        if (!hasStore()) {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_SUBJECT,
                    "There is no store in " + storeDirectory() + " yet.",
                    "'snapdsl snap' takes the first snapshot and makes it; or name another with --store DIR.");
        }
        return store();
    }

    /** The store; where there is none yet, an empty one that goes with the command: for one that only says what it would do. */
    public SnapshotStore storeOrEmpty() {
        if (store == null && !hasStore()) {
            ScratchDirectory made = ScratchDirectory.usual();
            scratch = Optional.of(made);
            store = SqliteSnapshotStore.open(made.path(), Duration.ZERO);
        }
        return store();
    }

    /** From now on there is little to hash in this workspace. */
    public void noteSnapped(Workspace workspace) {
        LauncherHint.snapped(caller.cache(), workspace.directory(), SqliteSnapshotStore.fileIn(storeDirectory()));
    }

    public Path storeDirectory() {
        if (storeDirectory != null) {
            if (storeDirectory.toString().isEmpty()) {
                throw new SnapdslException(ErrorCode.USAGE, "--store needs a directory.", "See 'snapdsl --help'.");
            }
            return caller.directory().resolve(storeDirectory);
        }
        return StoreDirectory.usual(caller.environment(), caller.directory(), home());
    }

    /** The store, unless every shell of this user finds it by itself: not only one with our variables. */
    public Optional<Path> storeToName() {
        Path everywhere = StoreDirectory.usual(Map.of(), caller.directory(), home());
        boolean isFound = storeDirectory().equals(everywhere)
                && StoreDirectory.usual(caller.environment(), caller.directory(), home())
                        .equals(everywhere);
        return isFound ? Optional.empty() : Optional.of(storeDirectory());
    }

    /** Unless one was named on the command line. */
    public void preferStore(Path directory) {
        if (storeDirectory == null) {
            storeDirectory = directory;
        }
    }

    /** What can be made again at any time. */
    public Path cacheDirectory() {
        return caller.cache();
    }

    /** For a command that runs until it is interrupted: how to have it end. It then says that it has {@link #ended}. */
    public void endBy(Runnable stop) {
        ending = Optional.of(stop);
    }

    public void ended() {
        end.countDown();
    }

    /** Whether the command has been ended in its own way. */
    boolean endGently() {
        ending.ifPresent(stop -> {
            stop.run();
            try {
                end.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return ending.isPresent();
    }

    /** Where the command was told to act, if it was: else it acts where it was started. */
    public Optional<Path> chosenDirectory() {
        return Optional.ofNullable(directory).map(chosen -> directory());
    }

    /** Where the command acts. */
    public Path directory() {
        return directory == null
                ? caller.directory()
                : realOrSelf(caller.directory().resolve(directory));
    }

    /** Whether whoever started us is in that directory: then they need not be told where it is. */
    public boolean isCalledIn(Path other) {
        return realOrSelf(caller.directory()).startsWith(other);
    }

    /** The store, for commands that read content: until they end, none of it is swept away. */
    public SnapshotStore storeToRead() {
        SnapshotStore existing = existingStore();
        reading = existing.locks().usingContent();
        return existing;
    }

    /** What the command is about. */
    public SubjectChoice choice() {
        return new SubjectChoice(this);
    }

    /** The workspace around the current directory, or else what would become one: nothing is registered. */
    public Path surroundings() {
        Path here = Workspaces.realDirectory(directory());
        if (!hasStore()) {
            return here;
        }
        return workspaces()
                .around(here)
                .or(() -> workspaces().relinkMoved(here))
                .map(Workspace::directory)
                .orElse(here);
    }

    public IgnoreRules ignoreRules(Path directory) {
        Optional<List<String>> policy =
                hasStore() ? workspaces().at(directory).flatMap(Workspace::ignore) : Optional.empty();
        return IgnoreRules.in(directory, policy, realOrSelf(storeDirectory()));
    }

    public Workspaces workspaces() {
        return new Workspaces(store(), home());
    }

    public AgentSessions sessions() {
        return new AgentSessions(store().sessions(), clock, new SplittableRandom());
    }

    /** As {@link #sessions}; those that are started are known to be at work in the workspace around the current directory. */
    public AgentSessions sessionsHere() {
        return sessions()
                .in(Optional.of(directory())
                        .filter(Files::isDirectory)
                        .flatMap(here -> workspaces().around(here))
                        .map(Workspace::id));
    }

    /** Whoever waits for the end of our answer has all of it, and need not wait for ours. Nothing can be said from now on. */
    public void letCallerGo() {
        out().flush();
        caller.letGo();
    }

    void close() {
        hideProgress();
        if (reading != null) {
            reading.release();
        }
        if (containers != null) {
            containers.close();
        }
        if (store != null) {
            store.close();
        }
        scratch.ifPresent(ScratchDirectory::close);
    }

    static Path realOrSelf(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path;
        }
    }

    public Path home() {
        return realOrSelf(caller.home());
    }

    /** What starts this installation; empty where nothing says so. */
    public Optional<Path> launcher() {
        return Optional.ofNullable(System.getProperty("snapdsl.self")).map(Path::of);
    }
}
