package io.snapdsl.engine.state;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a rollback leaves in its checkpoint's label: {@code rollback::LABEL#NUMBER}.
 *
 * @param label that of the checkpoint whose state was brought back
 * @param number and its number
 */
public record Rollback(String label, long number) {
    private static final Pattern LABEL = Pattern.compile("rollback::(.*)#([1-9][0-9]{0,17})", Pattern.DOTALL);

    /** The rollback that made {@code checkpoint}, if one did: anybody may call a checkpoint so, but nothing goes back to what is later. */
    public static Optional<Rollback> in(Checkpoint checkpoint) {
        Matcher matcher = LABEL.matcher(checkpoint.label());
        return matcher.matches()
                ? Optional.of(new Rollback(matcher.group(1), Long.parseLong(matcher.group(2))))
                        .filter(rollback -> rollback.number < checkpoint.number())
                : Optional.empty();
    }

    String text() {
        return "rollback::" + label + "#" + number;
    }
}
