package io.snapdsl.engine.moment;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.store.Moments;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds the moment someone means: {@code @latest}, {@code @1} for the one before, an id or its beginning. */
public final class MomentFinder {
    private static final Pattern BACK = Pattern.compile("@(latest|\\d{1,18})");
    private static final Pattern ID = Pattern.compile("[0-9a-fA-F]{4,64}");
    private static final String LIST = "'snapdsl moment list' lists all there are.";
    private static final int LISTED = 5;

    private final Moments moments;

    public MomentFinder(Moments moments) {
        this.moments = moments;
    }

    public Moment find(String expression) {
        String text = expression.strip();
        Matcher back = BACK.matcher(text);
        if (back.matches()) {
            return back(back.group(1).equals("latest") ? 0 : Long.parseLong(back.group(1)));
        }
        if (!ID.matcher(text).matches()) {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_MOMENT,
                    "'" + text + "' is neither a moment's id nor @latest, @1, @2….",
                    LIST + " At least the first four characters of an id are needed.");
        }
        return byId(text.toLowerCase(Locale.ROOT));
    }

    private Moment back(long steps) {
        Optional<Moment> newest = moments.back(0);
        if (newest.isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_MOMENT,
                    "There is no moment yet.",
                    "A policy that protects several subjects takes them as one: protect app, box");
        }
        return moments.back(steps)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_MOMENT, "@" + steps + " goes back too far: there are fewer moments.", LIST));
    }

    private Moment byId(String prefix) {
        List<Moment> found = moments.findByPrefix(prefix, LISTED);
        if (found.isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_MOMENT,
                    "No moment's id starts with '" + prefix + "'.",
                    LIST + " For a snapshot, leave out 'moment'.");
        }
        if (found.size() > 1) {
            String ids = found.stream().map(m -> m.id().hex().substring(0, 16)).collect(Collectors.joining(", "));
            throw new SnapdslException(
                    ErrorCode.AMBIGUOUS_MOMENT,
                    "More than one moment's id starts with '" + prefix + "': " + ids
                            + (found.size() == LISTED ? ", …" : "") + ".",
                    "Give more characters of the id.");
        }
        return found.get(0);
    }
}
