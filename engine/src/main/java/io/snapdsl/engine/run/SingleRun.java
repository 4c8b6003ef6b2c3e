package io.snapdsl.engine.run;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.run.Agenda.Due;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What is due, done once and in order: for cron and for CI. */
public final class SingleRun {
    private final SnapshotStore store;
    private final Clock clock;
    private final RunListener listener;
    private final Subjects subjects;

    public SingleRun(SnapshotStore store, Workspaces workspaces, Clock clock, Progress progress, RunListener listener) {
        this.store = store;
        this.clock = clock;
        this.listener = listener;
        WorkspaceCapture capture = new WorkspaceCapture(store, progress);
        this.subjects = new Subjects(store, workspaces, workspace -> capture, clock);
    }

    /** @return whether all went well */
    public boolean run(PolicyFile file) {
        Agenda agenda = new Agenda(file.policies(), store.policyRuns());
        Instant now = clock.instant();
        agenda.begin(now);
        List<Due> due = agenda.due(now);
        boolean well = true;
        for (Policy policy : file.policies()) {
            PolicyWorker worker = new PolicyWorker(policy, subjects, new Tidying(store, clock), clock, listener);
            for (When trigger : triggers(policy, due)) {
                store.policyRuns().record(policy.name(), trigger.words(), now);
                well &= worker.attend(trigger, "");
            }
            worker.tidyNowAndThen();
        }
        return well;
    }

    /** What has changed is always worth a look: nobody has watched since the last time. */
    static List<When> triggers(Policy policy, List<Due> due) {
        List<When> triggers = new ArrayList<>();
        policy.triggers().stream()
                .filter(trigger -> trigger == When.Event.POLICY_START || trigger instanceof When.FileChange)
                .forEach(triggers::add);
        due.stream().filter(one -> one.policy().equals(policy)).forEach(one -> triggers.add(one.trigger()));
        return triggers;
    }
}
