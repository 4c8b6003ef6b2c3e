package io.snapdsl.web.hook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Where hooks on this machine find the server: its port, in the file {@code hub} beside the store and the token. It is only a
 * hint. Without it, or when nobody listens there any more, a hook does its work by itself.
 */
public final class HubAddress {
    private final Path file;
    private Optional<String> announced = Optional.empty();

    private HubAddress(Path file) {
        this.file = file;
    }

    public static HubAddress in(Path store) {
        return new HubAddress(store.resolve("hub"));
    }

    /** Of several servers of one store, the last one to start is found. */
    public void announce(int port) {
        String text = port + "\n";
        try {
            Path draft = Files.createTempFile(file.getParent(), "hub-", ".new");
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            announced = Optional.of(text);
        } catch (IOException e) {
            announced = Optional.empty(); // A store that can only be read takes no hooks either.
        }
    }

    /** Unless another has taken our place. */
    public void withdraw() {
        try {
            if (announced.isPresent() && Files.readString(file).equals(announced.get())) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            return; // Whoever follows it finds nobody, and helps itself.
        }
    }
}
