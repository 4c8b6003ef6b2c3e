package io.snapdsl.engine.policy;

import io.snapdsl.engine.Durations;
import java.time.Duration;
import java.time.ZoneId;

/** What makes a policy take a snapshot. */
public sealed interface When {
    /** How plans and logs call it. */
    String words();

    /** Something that happens, rather than a time. */
    enum Event implements When {
        MANUAL("when asked for"),
        RUN_START("when an agent's run starts"),
        RUN_END("when an agent's run ends"),
        EVERY_ACTION("after every action"),
        POLICY_START("when the policy starts"),
        POLICY_STOP("when the policy stops"),
        CONTAINER_START("when the container starts"),
        CONTAINER_STOP("when the container stops"),
        CONTAINER_DIE("when the container dies");

        private final String words;

        Event(String words) {
            this.words = words;
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
    }

    /** @param jitter up to so much later, by chance, so that many policies don't all start at once */
    record Interval(Duration every, Duration jitter) implements When {
        @Override
        public String words() {
            return "every " + Durations.words(every);
        }
    }

    /** @param quiet how long nothing may have changed before the snapshot is taken */
    record FileChange(Duration quiet) implements When {
        @Override
        public String words() {
            return "when files change, after " + Durations.words(quiet) + " of quiet";
        }
    }

    record EventCount(int events) implements When {
        @Override
        public String words() {
            return "after every " + events + " events";
        }
    }
}
