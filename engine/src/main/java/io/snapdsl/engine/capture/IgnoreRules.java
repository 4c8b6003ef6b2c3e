package io.snapdsl.engine.capture;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.ignore.FastIgnoreRule;

/**
 * What a capture leaves out, with gitignore's meaning. A workspace's {@code .snapshotignore} is the whole truth; where
 * there is none, the {@link #defaults} hold. If a policy has rules of its own, they come first, instead of the defaults. Two things are left out whatever the rules say: git's own directories,
 * which only git may change, and the store if it lies inside the workspace.
 */
public final class IgnoreRules {
    public static final String FILE_NAME = ".snapshotignore";

    /** A pattern and where it comes from: a default group's name, or the ignore file and line. */
    public record Rule(String source, String pattern) {
        /** The pattern for people: in itself it is one char per byte. */
        public String text() {
            return ByteText.display(pattern.getBytes(StandardCharsets.ISO_8859_1));
        }

        /** Spelled out: what a record has by itself is linked at its first use, which takes a snapshot's every start longer. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Rule rule && source.equals(rule.source) && pattern.equals(rule.pattern);
        }

        @Override
        public int hashCode() {
            return 31 * source.hashCode() + pattern.hashCode();
        }
    }

    private static final Rule GIT = new Rule("always", ".git");
    private static final Rule STORE = new Rule("always", "snapdsl's own store");
    private static final Name DOT_GIT = Name.of(".git");
    /** Some editors begin a file with it; its three bytes are no part of the first rule. */
    private static final String BYTE_ORDER_MARK = "\u00EF\u00BB\u00BF";

    private final List<Rule> rules;
    private final List<FastIgnoreRule> matchers;
    private final Optional<TreePath> store;

    private IgnoreRules(List<Rule> rules, Optional<TreePath> store) {
        this.rules = List.copyOf(rules);
        this.matchers =
                rules.stream().map(rule -> new FastIgnoreRule(rule.pattern())).toList();
        this.store = store;
    }

    public static IgnoreRules defaults() {
        List<Rule> rules = new ArrayList<>();
        DefaultIgnores.GROUPS.forEach((group, patterns) -> patterns.forEach(p -> rules.add(new Rule(group, p))));
        return new IgnoreRules(rules, Optional.empty());
    }

    public static IgnoreRules of(List<Rule> rules) {
        return new IgnoreRules(rules, Optional.empty());
    }

    /**
     * The rules in force in a directory.
     *
     * @param policy a policy's own rules
     * @param store where the store is
     */
    public static IgnoreRules in(Path workspace, Optional<List<String>> policy, Path store) {
        List<Rule> rules = new ArrayList<>();
        policy.ifPresent(patterns -> patterns.forEach(
                // One char per byte, as those of a file.
                pattern -> rules.add(new Rule(
                        "policy", new String(pattern.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)))));
        rules.addAll(file(workspace).orElse(policy.isPresent() ? of(List.of()) : defaults()).rules);
        boolean isInside = store.startsWith(workspace) && !store.equals(workspace);
        return new IgnoreRules(
                rules, isInside ? Optional.of(NativePaths.relative(workspace, store)) : Optional.empty());
    }

    private static Optional<IgnoreRules> file(Path workspace) {
        Path file = workspace.resolve(FILE_NAME);
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new SnapdslException(
                    ErrorCode.IO_FAILED,
                    "The ignore rules " + file + " are no file.",
                    "Make it a readable file, or remove it to go back to the default rules.");
        }
        try {
            return Optional.of(parse(Files.readAllBytes(file)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new SnapdslException(
                    e instanceof AccessDeniedException ? ErrorCode.NO_PERMISSION : ErrorCode.IO_FAILED,
                    "The ignore rules in " + file + " can't be read: " + IoErrors.describe(e) + ".",
                    "Make it a readable file, or remove it to go back to the default rules.",
                    e);
        }
    }

    static IgnoreRules parse(byte[] file) {
        // One char per byte: names are matched as bytes, as git does it.
        String text = new String(file, StandardCharsets.ISO_8859_1);
        String[] lines =
                (text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text).split("\r?\n", -1);
        List<Rule> rules = new ArrayList<>();
        for (int i = 0; i < lines.length; i++) {
            if (!lines[i].isBlank() && !lines[i].startsWith("#")) {
                rules.add(new Rule(FILE_NAME + ":" + (i + 1), lines[i]));
            }
        }
        return new IgnoreRules(rules, Optional.empty());
    }

    public List<Rule> rules() {
        return rules;
    }

    /** The rule that leaves {@code path} out, given that no directory above it is left out. */
    public Optional<Rule> match(TreePath path, boolean directory) {
        if (path.name().equals(DOT_GIT)) {
            return Optional.of(GIT);
        }
        if (store.isPresent() && path.equals(store.get())) {
            return Optional.of(STORE);
        }
        String text = new String(path.bytes(), StandardCharsets.ISO_8859_1);
        for (int i = matchers.size() - 1; i >= 0; i--) {
            FastIgnoreRule matcher = matchers.get(i);
            if (matcher.isMatch(text, directory, true)) {
                return matcher.getResult() ? Optional.of(rules.get(i)) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** The rule that leaves out {@code path} or a directory it is in. */
    public Optional<Rule> matchAnywhere(TreePath path, boolean directory) {
        TreePath current = TreePath.ROOT;
        List<Name> names = path.names();
        for (int i = 0; i < names.size(); i++) {
            current = current.resolve(names.get(i));
            Optional<Rule> rule = match(current, directory || i < names.size() - 1);
            if (rule.isPresent()) {
                return rule;
            }
        }
        return Optional.empty();
    }

    /** Those of {@code paths} that no snapshot of {@code workspace} will hold, each with the rule that leaves it out. */
    public Map<TreePath, Rule> leavingOut(List<TreePath> paths, Path workspace) {
        Map<TreePath, Rule> found = new LinkedHashMap<>();
        for (TreePath path : paths) {
            boolean directory = Files.isDirectory(NativePaths.resolve(workspace, path), LinkOption.NOFOLLOW_LINKS);
            matchAnywhere(path, directory).ifPresent(rule -> found.put(path, rule));
        }
        return found;
    }

    /** Changes when the rules do: what was captured under other rules must be matched again. */
    long fingerprint() {
        StringBuilder all = new StringBuilder();
        rules.forEach(rule -> all.append(rule.pattern()).append('\n'));
        store.ifPresent(all::append);
        return Hash.of(all.toString().getBytes(StandardCharsets.UTF_8)).a();
    }
}
