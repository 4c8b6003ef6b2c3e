package io.snapdsl.web.page;

import io.snapdsl.engine.Durations;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.run.Agenda;
import io.snapdsl.engine.run.Agenda.Due;
import io.snapdsl.engine.run.PolicyRunner;
import io.snapdsl.engine.store.AuditLog.Logged;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.api.OperationsResource;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How subjects are doing: what failed last, what is overdue, what comes next. */
public final class Health {
    private static final int LOOKED_AT = 500;
    private static final String FAILED = "snapshot-failed";

    /** @param mood {@code good}, {@code warn} or {@code bad} */
    public record Sign(String words, String mood, String detail) {}

    private final StoreView view;
    private final Show show;
    /** The last that happened to each: its failure, or a snapshot. */
    private final Map<SubjectId, Operation> last = new HashMap<>();

    public Health(StoreView view) {
        this.view = view;
        this.show = new Show(view);
        for (Logged logged : OperationsResource.page(view.store().auditLog(), Long.MAX_VALUE, LOOKED_AT)) {
            Operation operation = logged.operation();
            if (operation.kind().equals(FAILED) || operation.snapshot().isPresent()) {
                operation.subject().ifPresent(subject -> last.putIfAbsent(subject, operation));
            }
        }
    }

    public List<Sign> of(Subject subject, Optional<Instant> newest) {
        List<Sign> signs = new ArrayList<>();
        if (subject instanceof Workspace workspace && !Files.isDirectory(workspace.directory())) {
            signs.add(new Sign("directory is gone", "bad", workspace.directory().toString()));
        }
        Optional.ofNullable(last.get(subject.id()))
                .filter(operation -> operation.kind().equals(FAILED))
                .ifPresent(operation -> signs.add(new Sign("last one failed", "bad", operation.detail())));
        for (Policy policy : policies(subject)) {
            policy.expectEvery()
                    .filter(age -> newest.filter(
                                    time -> time.plus(age).isAfter(view.clock().instant()))
                            .isEmpty())
                    .ifPresent(age -> signs.add(new Sign("stale", "warn", "expected every " + Durations.words(age))));
            due(policy)
                    .ifPresent(due -> signs.add(new Sign(
                            "next " + show.hour(due.time()),
                            "good",
                            show.time(due.time()) + ", policy " + policy.name())));
        }
        return signs;
    }

    private Optional<Due> due(Policy policy) {
        return view.policies()
                .flatMap(PolicyRunner::inForce)
                .flatMap(file -> new Agenda(
                                List.of(policy), view.store().policyRuns().of(file.source()))
                        .next(view.clock().instant()).stream().findFirst());
    }

    /** Declared under the name that the store has for it, or for the same directory. */
    private List<Policy> policies(Subject subject) {
        return view.policies().flatMap(PolicyRunner::inForce).stream()
                .flatMap(file -> file.policies().stream())
                .filter(policy -> policy.subjects().stream().anyMatch(declared -> isThe(declared, subject)))
                .toList();
    }

    private static boolean isThe(Declared declared, Subject subject) {
        return declared instanceof Declared.Workspace wanted && subject instanceof Workspace workspace
                ? wanted.directory().equals(workspace.directory())
                : declared.name().equals(subject.name());
    }
}
