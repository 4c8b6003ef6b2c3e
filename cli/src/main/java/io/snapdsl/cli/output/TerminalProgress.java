package io.snapdsl.cli.output;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.shape.JsonText;
import io.snapdsl.engine.shape.Shapes;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Shows on standard error that work goes on: a line that renews itself on a terminal, JSON lines for scripts. */
public final class TerminalProgress implements Progress, AutoCloseable {
    private static final long FIRST_MS = 400;
    private static final long INTERVAL_MS = 200;
    private static final String CLEAR = "\r\u001b[K";

    private final boolean json;
    private final PrintStream err;
    private final LongAdder items = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final Thread painter = new Thread(this::paint, "snapdsl-progress");
    private volatile String step = "";
    private volatile String unit = "";
    private volatile long expected;
    private volatile boolean closed;
    private boolean painted;

    private TerminalProgress(boolean json, PrintStream err) {
        this.json = json;
        this.err = err;
        painter.setDaemon(true);
        painter.start();
    }

    /** Nothing of it when standard error goes to a pipe or file, but for notes. */
    public static Progress choose(boolean json, boolean atTerminal, PrintStream err) {
        return json || atTerminal ? new TerminalProgress(json, err) : new NotesOnly(err);
    }

    private record NotesOnly(PrintStream err) implements Progress {
        @Override
        public void begin(String step, String unit, long expected) {}

        @Override
        public void advance(long items, long bytes) {}

        @Override
        public void note(String text) {
            err.println(Output.plain(text));
        }
    }

    @Override
    public void begin(String newStep, String newUnit, long expectedItems) {
        items.reset();
        bytes.reset();
        expected = expectedItems;
        unit = newUnit;
        step = newStep;
    }

    @Override
    public void advance(long moreItems, long moreBytes) {
        items.add(moreItems);
        bytes.add(moreBytes);
    }

    @Override
    public void note(String text) {
        synchronized (err) {
            err.print(json ? JsonText.of(Map.of("note", text)) + "\n" : CLEAR + Output.plain(text) + "\n");
            err.flush();
        }
    }

    @Override
    public void close() {
        closed = true;
        painter.interrupt();
        synchronized (err) {
            if (painted && !json) {
                err.print(CLEAR);
                err.flush();
            }
        }
    }

    private void paint() {
        try {
            Thread.sleep(FIRST_MS);
            while (!closed) {
                synchronized (err) {
                    if (!closed && !step.isEmpty()) {
                        err.print(json ? jsonLine() : CLEAR + line());
                        err.flush();
                        painted = true;
                    }
                }
                Thread.sleep(INTERVAL_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String line() {
        long done = items.sum();
        String amount = "";
        if (expected > 0) {
            amount = String.format(
                    Locale.ROOT, ": %,d of %s (%d %%)", done, Output.count(expected, unit), done * 100 / expected);
        } else if (done > 0) {
            amount = ": " + Output.count(done, unit);
        }
        return Output.plain(step) + amount + (bytes.sum() > 0 ? ", " + Output.size(bytes.sum()) : "");
    }

    private String jsonLine() {
        return JsonText.of(Map.of(
                        "progress",
                        Shapes.object(
                                "step",
                                step,
                                "unit",
                                unit,
                                "items",
                                items.sum(),
                                "expected",
                                expected,
                                "bytes",
                                bytes.sum())))
                + "\n";
    }
}
