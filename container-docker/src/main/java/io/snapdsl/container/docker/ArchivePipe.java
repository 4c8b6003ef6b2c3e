package io.snapdsl.container.docker;

import io.snapdsl.engine.container.ContainerRuntime.Archive;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/** Has an archive that wants to be written sent by someone who wants to read it. */
final class ArchivePipe {
    private final Archive archive;
    private final BlockQueue blocks = new BlockQueue();
    private volatile Throwable failure;

    private ArchivePipe(Archive archive) {
        this.archive = archive;
    }

    /** Has {@code send} read the archive. What went wrong in writing it counts for more than what came of that. */
    static void through(Archive archive, Consumer<InputStream> send) {
        try {
            new ArchivePipe(archive).run(send);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run(Consumer<InputStream> send) throws IOException {
        Thread writer = new Thread(this::write, "docker-archive");
        writer.setDaemon(true);
        writer.start();
        try {
            send.accept(blocks.reading());
        } catch (RuntimeException e) {
            end(writer);
            throwFailure();
            throw e;
        }
        end(writer);
        throwFailure();
    }

    private void write() {
        BlockQueue.Writing out = blocks.writing();
        try {
            archive.writeTo(out);
            out.complete();
        } catch (Throwable e) {
            // That nobody wants to read the rest is not the archive's failure.
            if (!blocks.isAbandoned()) {
                failure = e;
            }
            out.giveUp();
        }
    }

    private void end(Thread writer) {
        blocks.abandon();
        try {
            writer.join();
        } catch (InterruptedException e) {
            writer.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    private void throwFailure() throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }
}
