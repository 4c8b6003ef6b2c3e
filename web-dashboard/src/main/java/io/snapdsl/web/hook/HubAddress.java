package io.snapdsl.web.hook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Where hooks on this machine find the server: a {@link HubListener}, in the file {@code hub} beside the store and the token.
 * Without it, or when that process is gone, a hook does its work by itself. Of several servers of one store the last one to
 * start is found; when it stops and takes the file away, or was killed, one of those that still run takes its place.
 */
public final class HubAddress {
    private static final long LOOK_MS = 5000;

    private final Path file;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "hub address");
        thread.setDaemon(true);
        return thread;
    });
    private Optional<HubListener> announced = Optional.empty();

    private HubAddress(Path file) {
        this.file = file;
    }

    public static HubAddress in(Path store) {
        return new HubAddress(HubListener.file(store));
    }

    public synchronized void announce(int port) {
        Optional<HubListener> ours = HubListener.ours(port);
        if (ours.isEmpty()) {
            return; // Whoever looked could not tell us from others, and hooks help themselves.
        }
        try {
            write(ours.get());
        } catch (IOException e) {
            return; // A store that can only be read takes no hooks either.
        }
        announced = ours;
        clock.scheduleWithFixedDelay(this::takeFreePlace, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    }

    private synchronized void takeFreePlace() {
        try {
            if (announced.isPresent() && isFree()) {
                write(announced.get());
            }
        } catch (IOException e) {
            return; // The next look tries again.
        }
    }

    /** Looked at all the time: whether that id is another's by now is left to those who ask. */
    private boolean isFree() {
        return HubListener.announced(file)
                .flatMap(found -> ProcessHandle.of(found.process().id()))
                .isEmpty();
    }

    private void write(HubListener listener) throws IOException {
        Path draft = Files.createTempFile(file.getParent(), "hub-", ".new");
        Files.writeString(draft, listener.text());
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Unless another has taken our place. */
    public synchronized void withdraw() {
        clock.shutdown();
        try {
            if (announced.isPresent() && HubListener.announced(file).equals(announced)) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            return; // Whoever follows it finds nobody, and helps itself.
        } finally {
            announced = Optional.empty();
        }
    }
}
