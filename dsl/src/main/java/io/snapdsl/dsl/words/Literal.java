package io.snapdsl.dsl.words;

import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Tags;
import io.snapdsl.engine.history.TimeExpressions;
import io.snapdsl.engine.policy.Cron;
import io.snapdsl.engine.policy.Hook.OnError;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** What must hold for a value. The checker asks before anything runs, the words ask again about what was computed. */
public enum Literal {
    NAME {
        @Override
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            return String.valueOf(value).isBlank() ? Optional.of("A name can't be empty.") : Optional.empty();
        }
    },
    COMMAND {
        @Override
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            return String.valueOf(value).isBlank()
                    ? Optional.of("A command can't be empty: leave it out, or write one.")
                    : Optional.empty();
        }
    },
    PATTERN {
        @Override
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            return String.valueOf(value).isBlank()
                    ? Optional.of("A pattern can't be empty: leave it out, or write one such as 'outputs/**'.")
                    : Optional.empty();
        }
    },
    COUNT(Number.class) {
        @Override
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            return value instanceof Number number && number.longValue() < 1
                    ? Optional.of("This must be 1 or more, not " + number + ".")
                    : Optional.empty();
        }
    },
    /** A number of snapshots to keep. */
    KEPT(Number.class) {
        @Override
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            return value instanceof Number number && number.longValue() < 1
                    ? Optional.of("A rule for " + number + " snapshots keeps nothing: leave it out, or give 1 or more.")
                    : Optional.empty();
        }
    },
    SIZE(Size.class) {
        @Override
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            return ((Size) value).bytes() < 1
                    ? Optional.of("A size must be more than nothing: give one such as 10.GB.")
                    : Optional.empty();
        }
    },
    /** How long snapshots are kept. */
    KEPT_FOR(Duration.class) {
        @Override
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            return unlessPositive(
                    value, "A rule for no time keeps nothing: leave it out, or give a duration such as 7.days.");
        }
    },
    /** How old the newest snapshot may get. */
    EXPECTED(Duration.class) {
        @Override
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            return unlessPositive(value, "Give a duration such as 1.hour.");
        }
    },
    WINDOW(Duration.class) {
        @Override
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            return unlessPositive(value, "A window must have a length, such as 5.minutes.");
        }
    },
    TIMEOUT(Duration.class) {
        @Override
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            return unlessPositive(value, "A timeout must leave some time: give 1.second or more.");
        }
    },
    INTERVAL(Duration.class) {
        @Override
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            return ((Duration) value).compareTo(Duration.ofSeconds(1)) < 0
                    ? Optional.of("A snapshot can be taken every second at most: give 1.second or more.")
                    : Optional.empty();
        }
    },
    QUIET(Duration.class) {
        @Override
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            return ((Duration) value).isNegative()
                    ? Optional.of("A time of quiet can't be negative.")
                    : Optional.empty();
        }
    },
    /** What a hook's failure can mean once there is nothing left to cancel. */
    AFTERWARDS(OnError.class) {
        @Override
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            return value == OnError.CANCEL
                    ? Optional.of("Only a hook before the snapshot can cancel it: here, use ignore or retry.")
                    : Optional.empty();
        }
    },
    CRON {
        @Override
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            Optional<String> advice = CronAdvice.about(String.valueOf(value));
            if (advice.isPresent()) {
                return advice.map(text -> "'" + value + "' is no schedule: " + text + ".");
            }
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
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            try {
                Path path = Places.resolve(surroundings.directory(), String.valueOf(value));
                boolean isGone = surroundings.workspacesMayBeGone() && Files.notExists(path);
                return isGone || Files.isDirectory(path)
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
        public Optional<String> mistake(Object value, Surroundings surroundings) {
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
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            return new TimeExpressions(Clock.systemDefaultZone())
                            .parse(String.valueOf(value))
                            .isPresent()
                    ? Optional.empty()
                    : Optional.of("'" + value + "' is no time: write '2026-11-16 09:00', or '2 hours ago'.");
        }
    },
    TAG {
        @Override
        public Optional<String> mistake(Object value, Surroundings surroundings) {
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
        public Optional<String> mistake(Object value, Surroundings surroundings) {
            try {
                SnapshotId.fromHex(String.valueOf(value));
                return Optional.empty();
            } catch (RuntimeException e) {
                return Optional.of("'" + value + "' is no snapshot's id: write all 64 digits, as 'snapdsl show' does.");
            }
        }
    };

    private static final Surroundings NOWHERE = new Surroundings(Path.of("/"), false);

    private final Class<?> type;

    Literal() {
        this(String.class);
    }

    Literal(Class<?> type) {
        this.type = type;
    }

    /** Whether it is a value of this kind at all; if not, types are the problem. */
    public boolean isFor(Object value) {
        return type.isInstance(value);
    }

    /** Whether a value that has nothing to do with files can't be. */
    boolean forbids(Object value) {
        return isFor(value) && mistake(value, NOWHERE).isPresent();
    }

    /**
     * @param surroundings the script's
     * @return what is wrong with {@code value}, if anything
     */
    public abstract Optional<String> mistake(Object value, Surroundings surroundings);

    private static Optional<String> unlessPositive(Object duration, String message) {
        return ((Duration) duration).isNegative() || ((Duration) duration).isZero()
                ? Optional.of(message)
                : Optional.empty();
    }
}
