package io.snapdsl.engine.store;

import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.retention.KeepRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What policies keep, as their scripts said when they were last run. So others know it too: the policies of other scripts,
 * which must not remove it, and whoever asks why a snapshot is still there.
 */
public interface StatedRules {
    /**
     * @param rules empty if the policy keeps all that its limits allow
     * @param written whether the author wrote them; else they are the default ones
     */
    record Stated(Path script, String policy, SubjectId subject, Optional<KeepRules> rules, boolean written) {}

    List<Stated> of(SubjectId subject);

    /** From now on {@code script} states these, and nothing else. */
    void state(Path script, List<Stated> all);
}
