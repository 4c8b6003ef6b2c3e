package io.snapdsl.cli.command;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.retention.Limits;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The limits of {@code prune}. */
final class LimitOptions {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)\\s*([kmgt]i?)?b?");
    private static final Map<String, Long> UNITS = Map.of(
            "k",
            1_000L,
            "m",
            1_000_000L,
            "g",
            1_000_000_000L,
            "t",
            1_000_000_000_000L,
            "ki",
            1L << 10,
            "mi",
            1L << 20,
            "gi",
            1L << 30,
            "ti",
            1L << 40);

    @Option(
            names = "--max-per-subject",
            paramLabel = "N",
            description = "At most N of each workspace. What is pinned, in a milestone, or chosen by --keep or"
                    + " --keep-tagged is not counted.")
    private Optional<Integer> perSubject;

    @Option(names = "--max-total", paramLabel = "N", description = "At most N of all workspaces together; with --all.")
    private Optional<Integer> total;

    @Option(
            names = "--max-size",
            paramLabel = "10GB",
            description = "At most so much stored content (compressed, as 'stats' shows it); with --all.")
    private Optional<String> size;

    /** @param all whether the whole store is pruned: a limit on it is not one workspace's to meet */
    Limits limits(boolean all) {
        if (!all && (total.isPresent() || size.isPresent())) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    (total.isPresent() ? "--max-total" : "--max-size") + " is a limit of the whole store.",
                    "Give --all too, to prune all workspaces.");
        }
        return new Limits(
                perSubject.map(number -> atLeastOne("--max-per-subject", number)),
                total.map(number -> atLeastOne("--max-total", number)),
                size.map(LimitOptions::bytes));
    }

    private static int atLeastOne(String option, int number) {
        if (number < 1) {
            throw new SnapdslException(ErrorCode.USAGE, option + " " + number + " leaves nothing.", "Give 1 or more.");
        }
        return number;
    }

    private static long bytes(String text) {
        Matcher size = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!size.matches()) {
            throw new SnapdslException(ErrorCode.USAGE, "'" + text + "' is not a size.", "Write 500MB, 10GB or 2GiB.");
        }
        long unit = size.group(2) == null ? 1 : UNITS.get(size.group(2));
        return new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(unit)).longValue();
    }
}
