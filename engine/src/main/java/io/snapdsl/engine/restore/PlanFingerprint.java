package io.snapdsl.engine.restore;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import io.snapdsl.engine.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/**
 * What a plan would do, in one hash: every path that it touches, what is there and what is to be there. Who was shown a
 * plan and says yes to its fingerprint gets that plan, or none.
 */
final class PlanFingerprint {
    private final MessageDigest digest;
    private final TreeReader trees;
    private final Hash present;

    private PlanFingerprint(TreeReader trees, Hash present) {
        this.trees = trees;
        this.present = present;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** @param present the tree that the plan leads away from */
    static Hash of(RestorePlan plan, TreeReader trees, Hash present) {
        PlanFingerprint fingerprint = new PlanFingerprint(trees, present);
        plan.forEach(fingerprint::add);
        return Hash.fromBytes(fingerprint.digest.digest());
    }

    private void add(Step step) {
        if (step instanceof Step.Keep) {
            return; // Nobody loses by it.
        }
        add(step.getClass().getSimpleName());
        digest.update(step.path().bytes());
        add(describe(trees.find(present, step.path())));
        add(describe(after(step)));
    }

    private static Optional<TreeEntry> after(Step step) {
        if (step instanceof Step.WriteFile write) return Optional.of(write.entry());
        if (step instanceof Step.MakeLink link) return Optional.of(link.entry());
        if (step instanceof Step.MakeDirectory directory) return Optional.of(directory.entry());
        return step instanceof Step.SetMetadata metadata ? Optional.of(metadata.entry()) : Optional.empty();
    }

    private static String describe(Optional<TreeEntry> entry) {
        return entry.map(there -> Integer.toOctalString(there.mode()) + " " + content(there))
                .orElse("nothing");
    }

    private static String content(TreeEntry entry) {
        if (entry instanceof FileEntry file) {
            return file.content().hash().hex();
        }
        return entry instanceof SymlinkEntry link ? Hash.of(link.target()).hex() : "";
    }

    private void add(String text) {
        digest.update((byte) 0);
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }
}
