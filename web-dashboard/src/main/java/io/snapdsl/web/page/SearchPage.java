package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.web.SearchRun;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds goals, paths and contents. */
public final class SearchPage implements Route.Group {
    /**
     * @param subject the one that is searched, or empty for all
     * @param found empty while there is nothing to look for
     */
    public record Model(
            Frame frame,
            List<Subject> subjects,
            String subject,
            String text,
            Optional<Map<Subject, SearchRun.Found>> found) {}

    private final StoreView view;

    public SearchPage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.page("/search", view.reading(this::show)));
    }

    private void show(Context ctx) {
        Query query = new Query(ctx);
        List<Subject> subjects = view.store().subjects().all();
        Optional<String> text = query.text("q");
        List<Subject> searched = query.text("subject").isPresent() ? List.of(view.subject(query)) : subjects;
        Frame frame = new Frame(
                "Search",
                "/search",
                text.map(word -> "snapdsl log --grep " + Command.quote(word)),
                new Show(view.clock()));
        Template.render(
                ctx,
                "search",
                new Model(
                        frame,
                        subjects,
                        query.text("subject").orElse(""),
                        text.orElse(""),
                        text.map(word -> SearchRun.search(view, searched, word))));
    }
}
