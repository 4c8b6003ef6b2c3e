package io.snapdsl.engine.shape;

import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.Changes;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** The changes that people see. They are looked up as they are written, however many there are. */
public record ChangeShapes(Changes changes) {
    public void forEach(Consumer<Change> action) {
        changes.visible().forEach(action);
    }

    public Elements shapes() {
        return consumer -> forEach(change -> consumer.accept(shape(change)));
    }

    /** As {@link #shapes}, with what each file was and is, under keys that begin with the given words. */
    public Elements shapes(String was, String is) {
        return consumer -> forEach(change -> {
            Map<String, Object> shape = shape(change);
            shape.putAll(Shapes.version(was, change.before()));
            shape.putAll(Shapes.version(is, change.after()));
            consumer.accept(shape);
        });
    }

    public static String word(Change change) {
        return change.kind().name().toLowerCase(Locale.ROOT);
    }

    public static Map<String, Object> shape(Change change) {
        Map<String, Object> shape = Shapes.path("path", change.path());
        shape.put("change", word(change));
        return shape;
    }
}
