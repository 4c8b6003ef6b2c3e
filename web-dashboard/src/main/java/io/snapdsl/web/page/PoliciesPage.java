package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.RestorePlan;
import io.snapdsl.engine.retention.Forecast;
import io.snapdsl.engine.run.Agenda;
import io.snapdsl.engine.run.Agenda.Due;
import io.snapdsl.engine.run.PolicyRunner;
import io.snapdsl.engine.shape.JsonText;
import io.snapdsl.web.Figures;
import io.snapdsl.web.RetentionOutlook;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** What runs by itself: each policy with where its settings stand, what is due next, and what it will remove. */
public final class PoliciesPage implements Route.Group {
    private static final int UPCOMING = 5;
    private static final int LISTED = 200;

    /** @param line in the script; 0 if it stands nowhere because it is the default */
    public record Setting(String word, String value, int line) {}

    public record Card(Policy policy, List<Setting> settings, List<Due> upcoming, boolean paused) {}

    /**
     * @param source the script, or empty when no policy runs here
     * @param isLong whether what will go is only looked for if somebody asks
     * @param token where the file with the token is
     * @param host of this server
     */
    public record Model(
            Frame frame,
            String source,
            List<Card> cards,
            List<RestorePlan> plans,
            List<Subject> subjects,
            boolean isLong,
            String token,
            String host) {
        /** The script's name without its directory. */
        public String script() {
            return source.substring(source.lastIndexOf('/') + 1);
        }

        public String goingBack(RestorePlan plan) {
            return "snapdsl restore --plan " + Command.quote(plan.name()) + " --policy " + Command.quote(source);
        }

        /** No command reaches into this process; the API does. */
        public String asking(String word, String policy) {
            String body = JsonText.of(Map.of("policy", policy));
            return "curl -H \"Authorization: Bearer $(cat " + Command.quote(token) + ")\" -d " + Command.quote(body)
                    + " http://" + host + "/api/v1/policies/" + word;
        }
    }

    /** @param name whose snapshots */
    public record Outlook(String name, List<Forecast.Going> going, long kept, long others, Show show) {}

    private final StoreView view;

    public PoliciesPage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/policies", this::show),
                Route.page("/policies/forecast", this::forecast),
                Route.action("/policies/run", ctx -> act(ctx, PolicyRunner::runNow)),
                Route.action("/policies/pause", ctx -> act(ctx, PolicyRunner::pause)),
                Route.action("/policies/resume", ctx -> act(ctx, PolicyRunner::resume)));
    }

    private void show(Context ctx) {
        Optional<PolicyFile> file = view.policies().flatMap(PolicyRunner::inForce);
        List<Subject> subjects = view.store().subjects().all().stream()
                .filter(Workspace.class::isInstance)
                .toList();
        Frame frame = new Frame(
                "Policies",
                "/policies",
                file.map(one -> "snapdsl plan " + Command.quote(one.source().toString()))
                        .or(() -> Optional.of("snapdsl prune --all --dry-run").filter(any -> !subjects.isEmpty())),
                new Show(view));
        Template.render(
                ctx,
                "policies",
                new Model(
                        frame,
                        file.map(one -> one.source().toString()).orElse(""),
                        file.map(this::cards).orElse(List.of()),
                        file.map(PolicyFile::plans).orElse(List.of()),
                        subjects,
                        isLong(subjects),
                        view.store().checkup().directory().resolve("token").toString(),
                        Optional.ofNullable(ctx.header("Host")).orElse("")));
    }

    private boolean isLong(List<Subject> subjects) {
        return subjects.stream()
                        .flatMap(subject -> view.catalog().head(subject.id()).stream())
                        .mapToLong(Snapshot::sequence)
                        .sum()
                > Figures.MOST_COUNTED_UNASKED;
    }

    private List<Card> cards(PolicyFile file) {
        PolicyRunner runner = view.policies().orElseThrow();
        return file.policies().stream()
                .map(policy -> new Card(
                        policy,
                        new PolicySettings(policy, file.lines().getOrDefault(policy.name(), Map.of())).all(),
                        new Agenda(List.of(policy), view.store().policyRuns().of(file.source()))
                                .upcoming(view.clock().instant(), UPCOMING),
                        runner.isPaused(policy.name())))
                .toList();
    }

    private void forecast(Context ctx) {
        Query query = new Query(ctx);
        Forecast.Outlook outlook = new RetentionOutlook(view).of(query);
        List<Forecast.Going> going = outlook.going();
        Template.render(
                ctx,
                "forecast",
                new Outlook(
                        query.text("policy").or(() -> query.text("subject")).orElse(""),
                        going.subList(0, Math.min(LISTED, going.size())),
                        outlook.kept(),
                        Math.max(0, going.size() - LISTED),
                        new Show(view)));
    }

    private void act(Context ctx, BiConsumer<PolicyRunner, String> action) {
        action.accept(view.runner(), Form.text(ctx, "policy").orElse(""));
        ctx.redirect("/policies", HttpStatus.SEE_OTHER);
    }
}
