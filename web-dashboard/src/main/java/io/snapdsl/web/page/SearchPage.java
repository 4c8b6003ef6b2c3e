package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotLog;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.web.SearchRun;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds goals at once, and then paths and contents piece by piece: each piece is looked for no longer than a moment. */
public final class SearchPage implements Route.Group {
    private static final Duration PATIENCE = Duration.ofMillis(100);

    /** A text, taken apart where the wanted one is. */
    public record Marked(String before, String hit, String after) {
        static Marked of(String text, String wanted) {
            int at = text.toLowerCase(Locale.ROOT).indexOf(wanted.toLowerCase(Locale.ROOT));
            int end = at + wanted.length();
            return at < 0 || end > text.length()
                    ? new Marked(text, "", "")
                    : new Marked(text.substring(0, at), text.substring(at, end), text.substring(end));
        }
    }

    /**
     * @param older where more goals may be; null if these are all
     * @param files where what is found in its files is; null if it has none
     */
    public record Part(Subject subject, List<Snapshot> goals, String older, String files) {}

    /**
     * @param subject the one that is searched, or empty for all
     * @param parts none while there is nothing to look for
     */
    public record Model(
            Frame frame, List<Subject> subjects, String subject, String text, List<Part> parts, boolean asked) {
        public Marked marked(String found) {
            return Marked.of(found, text);
        }
    }

    /**
     * @param more where the next piece is; null at the end
     * @param waits whether the next one is fetched when somebody scrolls to it, because there is much already
     * @param nothing whether all was looked at, and nothing found
     */
    public record Piece(
            Snapshot snapshot,
            String subject,
            SearchRun.Files files,
            String text,
            String more,
            boolean waits,
            boolean nothing,
            Show show) {
        public Marked marked(String found) {
            return Marked.of(found, text);
        }
    }

    private final StoreView view;

    public SearchPage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/search", view.reading(this::show)),
                Route.page("/search/files", view.reading(this::piece)));
    }

    private void show(Context ctx) {
        Query query = new Query(ctx);
        List<Subject> subjects = view.store().subjects().all();
        Optional<String> text = query.text("q");
        List<Subject> searched = query.text("subject").isPresent() ? List.of(view.subject(query)) : subjects;
        Frame frame = new Frame(
                "Search",
                "/search",
                text.filter(word -> searched.size() == 1)
                        .map(word -> "snapdsl log "
                                + Command.quote(searched.get(0).name()) + " --grep " + Command.quote(word)),
                new Show(view));
        Template.render(
                ctx,
                "search",
                new Model(
                        frame,
                        subjects,
                        query.text("subject").orElse(""),
                        text.orElse(""),
                        text.stream()
                                .flatMap(word -> searched.stream().map(subject -> part(subject, word)))
                                .filter(part -> part.files != null || !part.goals.isEmpty() || part.older != null)
                                .toList(),
                        text.isPresent()));
    }

    private Part part(Subject subject, String text) {
        SnapshotLog.Page found = SearchRun.goals(view, subject, text);
        List<Snapshot> goals = found.snapshots();
        String older = found.next().isPresent() ? Link.timeline(subject) + "&grep=" + Link.encode(text) : null;
        String files = view.catalog()
                .head(subject.id())
                .filter(head -> !head.isRemoved())
                .map(head -> address(head, text, !goals.isEmpty()))
                .orElse(null);
        return new Part(subject, goals, older, files);
    }

    private void piece(Context ctx) {
        Query query = new Query(ctx);
        Snapshot snapshot = view.snapshot(query.required("snapshot"), query);
        String text = query.required("q");
        SearchRun.Files files = SearchRun.files(view, snapshot, text, query.path("after"), PATIENCE);
        boolean found = !files.isEmpty() || query.text("found").isPresent();
        String more = files.reached()
                .map(path -> address(snapshot, text, found) + "&after=" + Link.encode(path))
                .orElse(null);
        Template.render(
                ctx,
                "searchPiece",
                new Piece(
                        snapshot,
                        snapshot.facts().subject(),
                        files,
                        text,
                        more,
                        !files.isEmpty(),
                        more == null && !found,
                        new Show(view)));
    }

    private static String address(Snapshot snapshot, String text, boolean found) {
        return "/search/files?snapshot=" + snapshot.id().hex() + "&q=" + Link.encode(text)
                + (found ? "&found=yes" : "");
    }
}
