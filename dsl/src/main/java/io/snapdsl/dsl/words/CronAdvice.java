package io.snapdsl.dsl.words;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What people write who know other crons, or who take a step for an interval. */
final class CronAdvice {
    private record Field(String name, int size, int first) {}

    private static final List<Field> FIELDS = List.of(
            new Field("minutes", 60, 0),
            new Field("hours", 24, 0),
            new Field("days", 31, 1),
            new Field("months", 12, 1),
            new Field("weekdays", 7, 0));

    private static final Map<String, String> NICKNAMES = Map.of(
            "@hourly", "0 * * * *",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@weekly", "0 0 * * 0",
            "@monthly", "0 0 1 * *",
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *");

    private static final Pattern STEP = Pattern.compile("\\*/(\\d{1,9})");

    private CronAdvice() {}

    /** What to write instead of {@code schedule}, if it is one of those. */
    static Optional<String> about(String schedule) {
        String text = schedule.strip();
        if (text.equals("@reboot")) {
            return Optional.of("write on policyStart, which is when 'snapdsl run' starts");
        }
        Optional<String> written = Optional.ofNullable(NICKNAMES.get(text));
        return written.map(fields -> "write '" + fields + "'").or(() -> aboutSteps(text.split("\\s+")));
    }

    private static Optional<String> aboutSteps(String... fields) {
        for (int i = 0; i < Math.min(fields.length, FIELDS.size()); i++) {
            Field field = FIELDS.get(i);
            for (String part : fields[i].split(",")) {
                Matcher step = STEP.matcher(part);
                if (step.matches() && Integer.parseInt(step.group(1)) > field.size()) {
                    return Optional.of("there are only " + field.size() + " " + field.name() + ", so '" + part
                            + "' would mean just '" + field.first() + "'. Write that, or every(…) for an interval");
                }
            }
        }
        return Optional.empty();
    }
}
