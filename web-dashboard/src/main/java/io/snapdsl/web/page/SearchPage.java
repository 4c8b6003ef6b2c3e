package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.web.SearchRun;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Optional;

/** Finds goals, paths and contents. */
public final class SearchPage implements Route.Group {
    public record Model(
            Frame frame, List<Subject> subjects, String subject, String text, Optional<SearchRun.Found> found) {}

    private final StoreView view;

    public SearchPage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.page("/search", this::show));
    }

    private void show(Context ctx) {
        Query query = new Query(ctx);
        List<Subject> subjects = view.catalog().subjects();
        Optional<String> text = query.text("q");
        boolean chosen = query.text("subject").isPresent() || subjects.isEmpty();
        Optional<Subject> subject = chosen && !subjects.isEmpty()
                ? Optional.of(view.subject(query))
                : subjects.stream().findFirst();
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
                        subject.map(Subject::name).orElse(""),
                        text.orElse(""),
                        text.isPresent()
                                ? subject.map(one -> SearchRun.search(view, one, text.get()))
                                : Optional.empty()));
    }
}
