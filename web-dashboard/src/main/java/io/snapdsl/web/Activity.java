package io.snapdsl.web;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.shape.Shapes;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** What the pages have set going and is not done yet, for everybody who looks on. */
public final class Activity {
    /** One of them, and how far it is; {@code expected} is 0 when nobody can know how much there is to do. */
    public static final class Running implements Progress {
        private final String what;
        private final String subject;
        private final Instant since;
        private final AtomicLong items = new AtomicLong();
        private volatile String step = "";
        private volatile String unit = "";
        private volatile long expected;

        private Running(String what, String subject, Instant since) {
            this.what = what;
            this.subject = subject;
            this.since = since;
        }

        @Override
        public void begin(String nextStep, String nextUnit, long nextExpected) {
            items.set(0);
            step = nextStep;
            unit = nextUnit;
            expected = nextExpected;
        }

        @Override
        public void advance(long more, long bytes) {
            items.addAndGet(more);
        }

        public Map<String, Object> shape() {
            return Shapes.object(
                    "what", what,
                    "subject", subject,
                    "since", since,
                    "step", step,
                    "unit", unit,
                    "done", items.get(),
                    "expected", expected);
        }
    }

    private final Clock clock;
    private final Queue<Running> running = new ConcurrentLinkedQueue<>();

    Activity(Clock clock) {
        this.clock = clock;
    }

    /** Does {@code work}, which tells how far it is. */
    public <T> T during(String what, String subject, Function<Progress, T> work) {
        Running one = new Running(what, subject, clock.instant());
        running.add(one);
        try {
            return work.apply(one);
        } finally {
            running.remove(one);
        }
    }

    public List<Running> running() {
        return List.copyOf(running);
    }
}
