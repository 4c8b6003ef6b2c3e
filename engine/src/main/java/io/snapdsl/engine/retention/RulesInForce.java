package io.snapdsl.engine.retention;

import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.store.StatedRules;
import io.snapdsl.engine.store.StatedRules.Stated;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What policies keep of a subject, as far as the store knows. */
public final class RulesInForce {
    private final StatedRules stated;

    public RulesInForce(StatedRules stated) {
        this.stated = stated;
    }

    /** What policies state. A script that is gone has nothing to say any more. */
    public List<Stated> stated(Subject subject) {
        return stated.of(subject.id()).stream()
                .filter(one -> !Files.notExists(one.script()))
                .toList();
    }

    /** As {@link #stated}, by other scripts than this one. */
    public List<Stated> elsewhere(Subject subject, Path script) {
        return stated(subject).stream()
                .filter(one -> !one.script().equals(script.toAbsolutePath()))
                .toList();
    }

    /** Of all policies: empty if there is none, and no rules if one of them keeps all that its limits allow. */
    public Optional<List<KeepRules>> rules(Subject subject) {
        List<Stated> all = stated(subject);
        boolean keepsAll = all.stream().anyMatch(one -> one.rules().isEmpty());
        List<KeepRules> rules = all.stream()
                .filter(one -> !keepsAll)
                .flatMap(one -> one.rules().stream())
                .toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(rules);
    }
}
