package io.snapdsl.dsl.words;

import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Tags;
import io.snapdsl.engine.history.TimeExpressions;
import io.snapdsl.engine.policy.Cron;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** What must hold for a value. The checker asks before anything runs, the words ask again about what was computed. */
public enum Literal {
    NAME {
        @Override
        public Optional<String> mistake(Object value, Path directory) {
            return String.valueOf(value).isBlank() ? Optional.of("A name can't be empty.") : Optional.empty();
        }
    },
    COUNT {
        @Override
        public Optional<String> mistake(Object value, Path directory) {
            return value instanceof Number number && number.longValue() < 1
                    ? Optional.of("This must be 1 or more, not " + number + ".")
                    : Optional.empty();
        }
    },
    /** A number of snapshots to keep. */
    KEPT {
        @Override
        public Optional<String> mistake(Object value, Path directory) {
            return value instanceof Number number && number.longValue() < 1
                    ? Optional.of("A rule for " + number + " snapshots keeps nothing: leave it out, or give 1 or more.")
                    : Optional.empty();
        }
    },
    CRON {
        @Override
        public Optional<String> mistake(Object value, Path directory) {
            try {
                Cron.parse(String.valueOf(value));
                return Optional.empty();
            } catch (IllegalArgumentException e) {
                return Optional.of("'" + value + "' is no schedule: " + e.getMessage() + ".");
            }
        }
    },
    DIRECTORY {
        @Override
        public Optional<String> mistake(Object value, Path directory) {
            try {
                Path path = Places.resolve(directory, String.valueOf(value));
                return Files.isDirectory(path)
                        ? Optional.empty()
                        : Optional.of(
                                Files.exists(path)
                                        ? path + " is no directory: a workspace is one."
                                        : "There is no directory " + path + ".");
            } catch (InvalidPathException e) {
                return Optional.of("'" + value + "' can't be a path: " + e.getReason() + ".");
            }
        }
    },
    ZONE {
        @Override
        public Optional<String> mistake(Object value, Path directory) {
            try {
                ZoneId.of(String.valueOf(value));
                return Optional.empty();
            } catch (DateTimeException e) {
                return Optional.of("'" + value + "' is no time zone: write one such as 'Europe/Berlin' or 'UTC'.");
            }
        }
    },
    TIME {
        @Override
        public Optional<String> mistake(Object value, Path directory) {
            return new TimeExpressions(Clock.systemDefaultZone())
                            .parse(String.valueOf(value))
                            .isPresent()
                    ? Optional.empty()
                    : Optional.of("'" + value + "' is no time: write '2026-11-16 09:00', or '2 hours ago'.");
        }
    },
    TAG {
        @Override
        public Optional<String> mistake(Object value, Path directory) {
            try {
                Tags.checked(List.of(String.valueOf(value)));
                return Optional.empty();
            } catch (SnapdslException e) {
                return Optional.of(e.getMessage());
            }
        }
    },
    ID {
        @Override
        public Optional<String> mistake(Object value, Path directory) {
            try {
                SnapshotId.fromHex(String.valueOf(value));
                return Optional.empty();
            } catch (RuntimeException e) {
                return Optional.of("'" + value + "' is no snapshot's id: write all 64 digits, as 'snapdsl show' does.");
            }
        }
    };

    /** Whether it is a value of this kind at all; if not, types are the problem. */
    public boolean isFor(Object value) {
        return value instanceof Number == (this == COUNT || this == KEPT);
    }

    /**
     * @param directory the script's
     * @return what is wrong with {@code value}, if anything
     */
    public abstract Optional<String> mistake(Object value, Path directory);
}
