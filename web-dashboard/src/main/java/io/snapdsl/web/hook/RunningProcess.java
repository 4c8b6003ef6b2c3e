package io.snapdsl.web.hook;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process of this machine. Its id alone may be another one's by now.
 *
 * @param since when it began: the kernel's own number where there is {@code /proc}, else what {@code ps} says. What tells the
 *     two apart is that the first has digits only.
 */
record RunningProcess(long id, String since) {
    private static final int ID = 0;
    /** In {@code stat}, after the name: as proc(5) has it, the 22nd in all. */
    private static final int BEGAN = 19;

    /** Empty if there is no such process, or nobody can say when it began. */
    static Optional<RunningProcess> of(long id) {
        Path proc = Path.of("/proc");
        return (Files.exists(proc.resolve("self/stat")) ? byKernel(proc, id) : byPs(id))
                .map(since -> new RunningProcess(id, since));
    }

    /** As {@link #toString} has it. */
    static Optional<RunningProcess> parse(String line) {
        String[] words = line.strip().split("\\s+", 2);
        return words.length == 2 && words[ID].matches("\\d{1,18}")
                ? Optional.of(new RunningProcess(Long.parseLong(words[ID]), words[1]))
                : Optional.empty();
    }

    boolean isAlive() {
        return of(id).filter(this::equals).isPresent();
    }

    private static Optional<String> byKernel(Path proc, long id) {
        try {
            String stat = Files.readString(proc.resolve(id + "/stat"), StandardCharsets.ISO_8859_1);
            // A name may have anything in it, spaces and brackets too.
            return Optional.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[BEGAN]);
        } catch (IOException e) {
            return Optional.empty(); // It has ended.
        }
    }

    static Optional<String> byPs(long id) {
        ProcessBuilder ps = new ProcessBuilder("ps", "-o", "lstart=", "-p", String.valueOf(id));
        ps.environment().put("LC_ALL", "C");
        ps.environment().put("TZ", "UTC0");
        try {
            Process asked = ps.redirectError(ProcessBuilder.Redirect.DISCARD).start();
            asked.getOutputStream().close();
            String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return Optional.of(answer).filter(text -> !text.isEmpty());
        } catch (IOException e) {
            return Optional.empty(); // There is no ps.
        }
    }

    @Override
    public String toString() {
        return id + " " + since;
    }
}
