package io.snapdsl.web.http;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Drops clients that send or take so slowly that they seem to be after our threads, and after the locks that are held while
 * they are answered. Who is answered with little, now and then, as listeners to events are, is not slow. (Jetty's own
 * handler for this measures all requests as one, so that a slow one hides among the others.)
 */
public final class SlowClients extends Handler.Wrapper {
    private final Duration grace;
    private final long slowest;

    /**
     * @param grace for how long anybody may be slow
     * @param slowest bytes a second, from then on
     */
    public SlowClients(Duration grace, long slowest) {
        this.grace = grace;
        this.slowest = slowest;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Sending sending = new Sending(request);
        return super.handle(sending, new Taking(sending, response), callback);
    }

    private boolean isSlow(long nanos, long bytes) {
        return nanos > grace.toNanos() && bytes < slowest * (nanos - grace.toNanos()) / 1e9;
    }

    /** A request whose body comes bit by bit. */
    private final class Sending extends Request.Wrapper {
        private final long begun = System.nanoTime();
        private long bytes;
        private volatile Content.Chunk refusal;

        Sending(Request request) {
            super(request);
        }

        @Override
        public Content.Chunk read() {
            if (refusal != null) {
                return refusal;
            }
            Content.Chunk chunk = super.read();
            bytes += chunk == null ? 0 : chunk.remaining();
            return chunk;
        }

        @Override
        public void demand(Runnable whenThere) {
            if (isSlow(System.nanoTime() - begun, bytes)) {
                refusal = Content.Chunk.from(new HttpException.RuntimeException(
                        HttpStatus.REQUEST_TIMEOUT_408, "the body comes too slowly"));
                whenThere.run();
            } else {
                super.demand(whenThere);
            }
        }
    }

    /** An answer that is taken bit by bit: it ends where a piece of it is not gone after the time it may take. */
    private final class Taking extends Response.Wrapper {
        Taking(Request request, Response response) {
            super(request, response);
        }

        @Override
        public void write(boolean last, ByteBuffer piece, Callback callback) {
            int bytes = piece == null ? 0 : piece.remaining();
            if (bytes == 0) {
                super.write(last, piece, callback);
                return;
            }
            long millis = grace.toMillis() + 1000L * bytes / slowest;
            Scheduler.Task hangingUp =
                    getRequest().getComponents().getScheduler().schedule(this::hangUp, millis, TimeUnit.MILLISECONDS);
            super.write(last, piece, Callback.from(hangingUp::cancel, callback));
        }

        private void hangUp() {
            getRequest()
                    .getConnectionMetaData()
                    .getConnection()
                    .getEndPoint()
                    .close(new TimeoutException("the answer is taken too slowly"));
        }
    }
}
