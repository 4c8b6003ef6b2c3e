package io.snapdsl.cli;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Words for a reader whose memory is short: of many, the beginning, and the end, where it says what became of it. */
final class Excerpt extends OutputStream {
    private static final int BEGINNING = 40_000;
    private static final int END = 4_000;

    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();
    private final byte[] end = new byte[END];
    private long later;

    @Override
    public void write(int b) {
        if (beginning.size() < BEGINNING) {
            beginning.write(b);
        } else {
            end[(int) (later++ % END)] = (byte) b;
        }
    }

    String text() {
        String first = beginning.toString(StandardCharsets.UTF_8);
        if (later <= END) {
            return first + new String(end, 0, (int) later, StandardCharsets.UTF_8);
        }
        ByteArrayOutputStream last = new ByteArrayOutputStream();
        int oldest = (int) (later % END);
        last.write(end, oldest, END - oldest);
        last.write(end, 0, oldest);
        return first + "\n… " + (later - END) + " more bytes are left out here …\n"
                + last.toString(StandardCharsets.UTF_8);
    }
}
