package io.snapdsl.container.docker;

import io.snapdsl.engine.container.ContainerRuntime.Archive;
import java.io.BufferedOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.util.function.Consumer;

/**
 * Turns an archive that wants to be written into one that can be read. When writing it fails, reading it does too:
 * an archive that stopped half-way must not be taken for one that is complete.
 */
final class ArchivePipe {
    private static final int BUFFER = 64 * 1024;

    private final Archive archive;
    private final Pipe pipe;
    private volatile boolean wanted = true;
    private volatile Throwable failure;

    private ArchivePipe(Archive archive, Pipe pipe) {
        this.archive = archive;
        this.pipe = pipe;
    }

    /** Has {@code send} read the archive. What went wrong in writing it counts for more than what came of that. */
    static void through(Archive archive, Consumer<InputStream> send) {
        try {
            new ArchivePipe(archive, Pipe.open()).run(send);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run(Consumer<InputStream> send) throws IOException {
        Thread writer = new Thread(this::write, "docker-archive");
        writer.setDaemon(true);
        writer.start();
        try {
            send.accept(new Guarded(Channels.newInputStream(pipe.source())));
        } catch (RuntimeException e) {
            end(writer);
            throwFailure();
            throw e;
        }
        end(writer);
        throwFailure();
    }

    private void write() {
        try {
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(pipe.sink()), BUFFER);
            archive.writeTo(out);
            out.flush();
        } catch (Throwable e) {
            if (wanted) {
                failure = e;
            }
        } finally {
            close(pipe.sink());
        }
    }

    private void end(Thread writer) {
        closeSource();
        try {
            writer.join();
        } catch (InterruptedException e) {
            writer.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    /** Whoever still writes hears of it at the next write, and that failure is nobody's fault. */
    private void closeSource() {
        wanted = false;
        close(pipe.source());
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

    private static void close(AutoCloseable end) {
        try {
            end.close();
        } catch (Exception e) {
            throw new IllegalStateException("a pipe's end can always be closed", e);
        }
    }

    /** Its end is an end only if nothing failed. */
    private final class Guarded extends FilterInputStream {
        Guarded(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            return checked(super.read());
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return checked(super.read(bytes, offset, length));
        }

        /** By the client, when the engine takes no more. */
        @Override
        public void close() {
            closeSource();
        }

        private int checked(int result) throws IOException {
            if (result < 0 && failure != null) {
                throw new IOException("the archive could not be written", failure);
            }
            return result;
        }
    }
}
