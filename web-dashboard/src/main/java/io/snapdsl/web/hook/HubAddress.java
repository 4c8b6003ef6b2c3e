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
 * Where hooks on this machine find the server: its port, in the file {@code hub} beside the store and the token. It is only a
 * hint. Without it, or when nobody listens there any more, a hook does its work by itself. Of several servers of one store
 * the last one to start is found; when it stops and takes the file away, one of those that still run takes its place.
 */
public final class HubAddress {
    private static final long LOOK_MS = 1000;

    private final Path file;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "hub address");
        thread.setDaemon(true);
        return thread;
    });
    private Optional<String> announced = Optional.empty();

    private HubAddress(Path file) {
        this.file = file;
    }

    public static HubAddress in(Path store) {
        return new HubAddress(store.resolve("hub"));
    }

    public synchronized void announce(int port) {
        String text = port + "\n";
        try {
            write(text);
        } catch (IOException e) {
            return; // A store that can only be read takes no hooks either.
        }
        announced = Optional.of(text);
        clock.scheduleWithFixedDelay(this::takeFreePlace, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    }

    private synchronized void takeFreePlace() {
        try {
            if (announced.isPresent() && Files.notExists(file)) {
                write(announced.get());
            }
        } catch (IOException e) {
            return; // The next look tries again.
        }
    }

    private void write(String text) throws IOException {
        Path draft = Files.createTempFile(file.getParent(), "hub-", ".new");
        Files.writeString(draft, text);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Unless another has taken our place. */
    public synchronized void withdraw() {
        clock.shutdown();
        try {
            if (announced.isPresent() && Files.readString(file).equals(announced.get())) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            return; // Whoever follows it finds nobody, and helps itself.
        } finally {
            announced = Optional.empty();
        }
    }
}
