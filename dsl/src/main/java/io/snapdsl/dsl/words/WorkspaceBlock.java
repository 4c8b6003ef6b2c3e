package io.snapdsl.dsl.words;

import groovy.lang.Closure;
import groovy.lang.DelegatesTo;
import io.snapdsl.engine.history.HookFailure;
import io.snapdsl.engine.history.UnknownChanges;
import io.snapdsl.engine.policy.Declared;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

@Place(name = "workspace { }", value = "A directory to protect.")
public final class WorkspaceBlock extends Block {
    private static final String NEEDS_PATH = "A workspace needs its directory: path '.'";

    private Optional<Path> directory = Optional.empty();
    private boolean pathSaid;
    private Optional<List<String>> ignore = Optional.empty();
    private Optional<UnknownChanges> unknownChanges = Optional.empty();
    private Optional<HookFailure> hookFailure = Optional.empty();

    WorkspaceBlock(Declarations declarations) {
        super(declarations);
    }

    @Word(
            value = "The directory; relative to the script's own, `~` is the user's.",
            example = "path '.'",
            once = true,
            required = NEEDS_PATH)
    public void path(@Checked(Literal.DIRECTORY) String path) {
        pathSaid = true;
        if (check("path", Literal.DIRECTORY, path)) {
            directory = Optional.of(Places.resolve(declarations.directory(), path));
        }
    }

    @Word(
            value = "What to leave out of snapshots. An empty block leaves nothing out.",
            example = "ignore { defaults(); patterns 'outputs/**' }",
            byDefault = "what the workspace's `.snapshotignore` says, else the default rules",
            once = true)
    public void ignore(@DelegatesTo(value = IgnoreBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        IgnoreBlock words = new IgnoreBlock(declarations);
        fill(block, words);
        ignore = Optional.of(words.patterns());
    }

    @Word(
            value = "What happens to changes that nobody announced.",
            example = "unknownChanges autoIntegrate",
            byDefault = "what the workspace has; `autoIntegrate` for a new one",
            once = true)
    public void unknownChanges(UnknownChanges treatment) {
        unknownChanges = Optional.of(treatment);
    }

    @Word("They become a snapshot of their own.")
    public UnknownChanges getAutoIntegrate() {
        return UnknownChanges.AUTO_INTEGRATE;
    }

    @Word("They go into the next snapshot, with a warning.")
    public UnknownChanges getWarn() {
        return UnknownChanges.WARN;
    }

    @Word(
            "An announced snapshot, as of `snapdsl snap --files`, is refused. A policy's own snapshots take everything in.")
    public UnknownChanges getStrict() {
        return UnknownChanges.STRICT;
    }

    @Word(
            value = "What an agent's tool may do when its hook could not keep what is there before it.",
            example = "onFailure block",
            byDefault = "what the workspace has; `proceed` for a new one",
            once = true)
    public void onFailure(HookFailure effect) {
        hookFailure = Optional.of(effect);
    }

    @Word("The tool goes on, and you are told.")
    public HookFailure getProceed() {
        return HookFailure.PROCEED;
    }

    @Word("The tool is refused, and the agent is told why.")
    public HookFailure getBlock() {
        return HookFailure.BLOCK;
    }

    Declared.Workspace workspace(String name) {
        if (!pathSaid && !hasFailed()) {
            mistake("workspace", NEEDS_PATH);
        }
        // One that is no other's, where it is not known.
        Path path = directory.orElse(declarations.directory().resolve("…"));
        for (Declared other : declarations.subjects()) {
            if (directory.isPresent()
                    && other instanceof Declared.Workspace same
                    && Places.isSame(same.directory(), path)) {
                mistake("workspace", path + " is workspace '" + other.name() + "' already: use that one.");
            }
        }
        return new Declared.Workspace(name, path, ignore, unknownChanges, hookFailure);
    }
}
