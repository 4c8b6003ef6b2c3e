package io.snapdsl.web.hook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the file {@code hub} says: on the first line the port, on the second the process that listens there. A server that was
 * killed leaves the file behind, and then anybody may listen on that port: who sends the token there looks first whether that
 * very process still runs. So does the launcher's lib/hook.sh.
 */
public record HubListener(int port, RunningProcess process) {
    static Path file(Path store) {
        return store.resolve("hub");
    }

    /** Empty if nobody can tell us from others. */
    static Optional<HubListener> ours(int port) {
        return RunningProcess.of(ProcessHandle.current().pid()).map(process -> new HubListener(port, process));
    }

    /** The server of that store, if it still runs. */
    public static Optional<HubListener> alive(Path store) {
        return announced(file(store)).filter(found -> found.process().isAlive());
    }

    /** Empty if it is not there, or not as we write it. */
    static Optional<HubListener> announced(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.size() == 2 && lines.get(0).matches("\\d{1,5}")
                    ? RunningProcess.parse(lines.get(1))
                            .map(process -> new HubListener(Integer.parseInt(lines.get(0)), process))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    String text() {
        return port + "\n" + process + "\n";
    }
}
