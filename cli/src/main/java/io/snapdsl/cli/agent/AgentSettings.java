package io.snapdsl.cli.agent;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The settings of one agent, for one user or one project. */
public final class AgentSettings {
    /**
     * What would be done, or was.
     *
     * @param before empty if there was no such file; {@code after} likewise
     */
    public record Change(Optional<String> before, Optional<String> after) {
        public boolean isNone() {
            return before.equals(after);
        }
    }

    private final HookedAgent agent;
    private final Path path;
    private final SettingsFile file;
    private final HookEntries entries;

    /** @param directory the user's home, or the project */
    public AgentSettings(HookedAgent agent, Path directory) {
        this.agent = agent;
        this.path = agent.settings(directory);
        this.file = new SettingsFile(path);
        this.entries = new HookEntries(agent, path);
    }

    public HookedAgent agent() {
        return agent;
    }

    public Path path() {
        return path;
    }

    /** What each event does for us. */
    public Map<String, HookTarget> targets() {
        return file.read().map(entries::targets).orElse(Map.of());
    }

    public Change withEntries(Map<String, HookTarget> wanted) {
        Optional<String> before = file.read();
        return new Change(before, Optional.of(entries.with(before, wanted)));
    }

    public Change withoutEntries() {
        Optional<String> before = file.read();
        return new Change(before, before.flatMap(entries::without));
    }

    public void make(Change change) {
        file.replace(change.before(), change.after());
    }

    /** The setting that keeps all hooks from running, if it is there. */
    Optional<String> switchedOffBy() {
        return file.read().flatMap(entries::switchedOffBy);
    }
}
