package io.snapdsl.engine.policy;

import io.snapdsl.engine.Durations;
import io.snapdsl.engine.history.Trigger;
import java.time.Duration;
import java.time.ZoneId;

/** What makes a policy take a snapshot. */
public sealed interface When {
    /** How plans and logs call it. */
    String words();

    /** What its snapshots have as their trigger. */
    Trigger trigger();

    /** Something that happens, rather than a time. */
    enum Event implements When {
        MANUAL("when asked for", Trigger.MANUAL),
        RUN_START("when an agent's run starts", Trigger.RUN_START),
        RUN_END("when an agent's run ends", Trigger.RUN_END),
        EVERY_ACTION("after every action", Trigger.ACTION),
        POLICY_START("when the policy starts", Trigger.POLICY_START),
        POLICY_STOP("when the policy stops", Trigger.POLICY_STOP),
        CONTAINER_START("when the container starts", Trigger.CONTAINER_START),
        CONTAINER_STOP("when the container stops", Trigger.CONTAINER_STOP),
        CONTAINER_DIE("when the container dies", Trigger.CONTAINER_DIE),
        CONTAINER_OOM("when the container runs out of memory", Trigger.CONTAINER_OOM);

        private final String words;
        private final Trigger trigger;

        Event(String words, Trigger trigger) {
            this.words = words;
            this.trigger = trigger;
        }

        /** Whether it is the engine of the containers that tells of it. */
        public boolean isOfContainers() {
            return switch (this) {
                case CONTAINER_START, CONTAINER_STOP, CONTAINER_DIE, CONTAINER_OOM -> true;
                default -> false;
            };
        }

        @Override
        public Trigger trigger() {
            return trigger;
        }

        @Override
        public String words() {
            return words;
        }
    }

    /** @param runMissed whether a time that passed while nothing ran is made up for, once */
    record Schedule(Cron cron, ZoneId zone, boolean runMissed) implements When {
        @Override
        public String words() {
            return "at " + cron + " (" + zone + ")";
        }

        @Override
        public Trigger trigger() {
            return Trigger.SCHEDULE;
        }
    }

    /** @param jitter up to so much later, by chance, so that many policies don't all start at once */
    record Interval(Duration every, Duration jitter) implements When {
        @Override
        public String words() {
            String late = jitter.isZero() ? "" : ", by chance up to " + Durations.words(jitter) + " later";
            return "every " + Durations.words(every).replaceFirst("^1 ", "") + late;
        }

        @Override
        public Trigger trigger() {
            return Trigger.INTERVAL;
        }
    }

    /** @param quiet how long nothing may have changed before the snapshot is taken */
    record FileChange(Duration quiet) implements When {
        @Override
        public String words() {
            return "when files change, after " + Durations.words(quiet) + " of quiet";
        }

        @Override
        public Trigger trigger() {
            return Trigger.FILE_CHANGE;
        }
    }

    record EventCount(int events) implements When {
        @Override
        public String words() {
            return "after every " + events + " events";
        }

        @Override
        public Trigger trigger() {
            return Trigger.EVENT_COUNT;
        }
    }
}
