package io.snapdsl.engine.run;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.policy.When.Event;
import io.snapdsl.engine.policy.When.EventCount;
import io.snapdsl.engine.run.ActionFollower.Action;
import io.snapdsl.engine.run.Agenda.Due;
import io.snapdsl.engine.store.SnapshotStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds out which triggers have come: by the clock, by agents' runs, and by what they record in the store. */
final class Lookout {
    /** Is told that a policy's trigger has come. */
    interface Requests {
        /** @param session the agent's run it belongs to, or empty */
        void request(Policy policy, When trigger, String session);
    }

    private record Counted(String policy, EventCount trigger, String session) {}

    private final SnapshotStore store;
    private final Subjects subjects;
    private final SessionFollower sessions;
    private final ActionFollower actions;
    private final Map<Counted, Integer> counts = new HashMap<>();

    private List<Policy> policies = List.of();
    private Appointments appointments;
    private Agenda agenda;

    Lookout(SnapshotStore store, Subjects subjects) {
        this.store = store;
        this.subjects = subjects;
        this.sessions = new SessionFollower(store.sessions());
        this.actions = new ActionFollower(store);
        this.appointments = new Appointments(store, Path.of("")); // of no policy yet
        this.agenda = new Agenda(policies, appointments);
    }

    /** From now on these count. What agents have done is not forgotten over it. */
    void use(PolicyFile current, Instant now) {
        Appointments its = new Appointments(store, current.source());
        Agenda next = new Agenda(current.policies(), its);
        next.begin(now);
        agenda = next;
        appointments = its;
        policies = current.policies();
    }

    void look(Instant now, Requests requests) {
        agenda.begin(now);
        for (Due due : agenda.due(now)) {
            appointments.ask(due.policy(), due.trigger(), now);
            requests.request(due.policy(), due.trigger(), "");
        }
        sessions.look((event, session) -> happened(event, session, requests));
        actions.look(action -> acted(action, requests));
    }

    /** What the clock asks for now, and does not ask for again. */
    List<Due> due(Instant now) {
        List<Due> due = agenda.due(now);
        due.forEach(one -> appointments.ask(one.policy(), one.trigger(), now));
        return due;
    }

    /** Of the policies that count now. */
    Appointments appointments() {
        return appointments;
    }

    /** When the clock brings the next one. */
    Optional<Instant> next(Instant now) {
        return agenda.next(now).stream().findFirst().map(Due::time);
    }

    void happened(Event event, String session, Requests requests) {
        for (Policy policy : policies) {
            if (policy.triggers().contains(event) && subjects.concerns(policy, session)) {
                requests.request(policy, event, session);
            }
        }
    }

    private void acted(Action action, Requests requests) {
        for (Policy policy : policies) {
            if (subjects.protects(policy, action.subject())) {
                policy.triggers().stream()
                        .filter(trigger -> trigger == Event.EVERY_ACTION || completes(policy, trigger, action))
                        .forEach(trigger -> requests.request(policy, trigger, action.session()));
            }
        }
    }

    /** Each run of an agent is counted by itself. */
    private boolean completes(Policy policy, When trigger, Action action) {
        if (!(trigger instanceof EventCount count) || action.session().isEmpty()) {
            return false;
        }
        Counted counted = new Counted(policy.name(), count, action.session());
        int number = counts.containsKey(counted) ? counts.get(counted) + 1 : recorded(policy, action);
        counts.put(counted, number % count.events());
        return number % count.events() == 0;
    }

    /** How many there are up to this one: we may have been started in the middle of the agent's run. */
    private int recorded(Policy policy, Action action) {
        int number = 0;
        for (Snapshot snapshot : store.sessions().snapshots(action.session())) {
            if (ActionFollower.isAction(snapshot.note()) && subjects.protects(policy, snapshot.subjectId())) {
                number++;
            }
            if (snapshot.id().equals(action.snapshot())) {
                break;
            }
        }
        return number;
    }
}
