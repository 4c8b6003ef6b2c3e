package io.snapdsl.web;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.retention.Decision;
import io.snapdsl.engine.retention.DefaultPruning;
import io.snapdsl.engine.retention.DefaultRetention;
import io.snapdsl.engine.retention.Forecast;
import io.snapdsl.engine.retention.Forecast.Going;
import io.snapdsl.engine.retention.Forecast.Outlook;
import io.snapdsl.engine.retention.HeldContent;
import io.snapdsl.engine.retention.Pruning.Request;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.web.http.Query;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What rules will remove in the coming weeks: those of a policy that runs here, or what a subject is pruned by otherwise. */
public final class RetentionOutlook {
    /** At which to look. */
    private static final List<Integer> DAYS = List.of(0, 1, 2, 3, 5, 7, 10, 14, 21, 28);

    private final StoreView view;

    public RetentionOutlook(StoreView view) {
        this.view = view;
    }

    /** By the parameter {@code policy}, or else by {@code subject}. */
    public Outlook of(Query query) {
        return over(requests(query), DAYS);
    }

    /** How much stored content would be freed if all went that is due already. */
    public long bytesDueNow(Query query) {
        Set<SnapshotId> due = over(requests(query), List.of(0)).going().stream()
                .map(Going::decision)
                .map(Decision::id)
                .collect(Collectors.toSet());
        return due.isEmpty() ? 0 : HeldContent.heldOnlyBy(snapshot -> due.contains(snapshot.id()), view.store());
    }

    private List<Request> requests(Query query) {
        Optional<String> policy = query.text("policy");
        return policy.isPresent() ? ofPolicy(policy.get()) : ofSubject(view.subject(query));
    }

    private Outlook over(List<Request> requests, List<Integer> days) {
        List<Going> going = new ArrayList<>();
        long kept = 0;
        for (Request request : requests) {
            Outlook outlook = new Forecast(view.store(), view.clock()).of(request, days);
            going.addAll(outlook.going());
            kept += outlook.kept();
        }
        going.sort(Comparator.comparing(Going::in));
        return new Outlook(going, kept);
    }

    private List<Request> ofPolicy(String name) {
        Policy policy = view.policyFile().policies().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE,
                        "No policy '" + ByteText.display(name) + "' runs here.",
                        "/api/v1/policies lists those that do."));
        return view.runner().retention(policy);
    }

    /** As 'snapdsl prune' without options does it. */
    private List<Request> ofSubject(Subject subject) {
        return DefaultPruning.requests(
                view.store().statedRules(),
                List.of(subject),
                false,
                one -> DefaultRetention.rules(one, view.clock().getZone()));
    }
}
