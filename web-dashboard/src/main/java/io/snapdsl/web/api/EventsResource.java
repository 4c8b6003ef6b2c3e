package io.snapdsl.web.api;

import io.javalin.http.sse.SseClient;
import io.javalin.http.sse.SseHandler;
import io.snapdsl.engine.shape.JsonText;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.store.AuditLog.Logged;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.web.Activity;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Tells whoever listens what happens to the store, as server-sent events. They come from the audit log, so that what
 * other processes do is told as well, and a client that was away gets what it missed: it says what it heard last.
 */
public final class EventsResource implements Route.Group, AutoCloseable {
    private static final long LOOK_MS = 500;
    /** A connection on which nothing is sent for long is taken for a dead one. */
    private static final long SIGN_OF_LIFE_MS = 10_000;

    private static final int AT_ONCE = 500;

    private final SnapshotStore store;
    private final Activity activity;
    /** Whether the last word about what is going on was that nothing is. */
    private boolean isQuiet = true;

    private final Queue<Listener> listeners = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "events");
        thread.setDaemon(true);
        return thread;
    });
    private Future<?> looking = CompletableFuture.completedFuture(null);

    private static final class Listener {
        private final SseClient client;
        private long heard;
        private long quietMs;

        Listener(SseClient client, long heard) {
            this.client = client;
            this.heard = heard;
        }
    }

    public EventsResource(StoreView view) {
        this.store = view.store();
        this.activity = view.activity();
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.get(
                        Route.API + "/events",
                        "Server-sent events: 'operation' for each entry of the audit log as it is made, 'progress' while this"
                                + " server is at work on something.",
                        new SseHandler(this::add))
                .with("after", "Begin behind the operation with this number; else with what comes next.")
                .answering("text/event-stream"));
    }

    private void add(SseClient client) {
        String heard = Optional.ofNullable(client.ctx().header("Last-Event-ID"))
                .orElse(client.ctx().queryParam("after"));
        boolean known = heard != null && heard.matches("\\d{1,18}");
        Listener listener = new Listener(
                client, known ? Long.parseLong(heard) : store.auditLog().newestNumber());
        client.keepAlive();
        client.onClose(() -> listeners.remove(listener));
        client.sendComment("listening");
        synchronized (this) {
            listeners.add(listener);
            if (looking.isDone()) {
                looking = clock.scheduleWithFixedDelay(this::tell, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
            }
        }
    }

    /** While nobody listens, nobody looks. */
    private synchronized void rest() {
        if (listeners.isEmpty()) {
            looking.cancel(false);
        }
    }

    private void tell() {
        rest();
        String progress = progress();
        for (Listener listener : listeners) {
            if (listener.client.terminated()) {
                listeners.remove(listener);
                continue;
            }
            try {
                if (!progress.isEmpty()) {
                    listener.client.sendEvent("progress", progress);
                }
                tell(listener);
            } catch (RuntimeException e) {
                // The store is busy, say, or the client is gone: the one asks again, the other is found out above.
                listener.client.close();
            }
        }
    }

    /** What is going on; once more when it has ended; else nothing. */
    private String progress() {
        List<Activity.Running> running = activity.running();
        boolean hasNews = !running.isEmpty() || !isQuiet;
        isQuiet = running.isEmpty();
        return hasNews
                ? JsonText.of(Shapes.object(
                        "running", running.stream().map(Activity.Running::shape).toList()))
                : "";
    }

    private void tell(Listener listener) {
        List<Logged> news = store.auditLog().after(listener.heard, AT_ONCE);
        for (Logged logged : news) {
            listener.client.sendEvent(
                    "operation", JsonText.of(OperationsResource.shape(logged, store)), String.valueOf(logged.number()));
            listener.heard = logged.number();
        }
        listener.quietMs = news.isEmpty() ? listener.quietMs + LOOK_MS : 0;
        if (listener.quietMs >= SIGN_OF_LIFE_MS) {
            listener.client.sendComment("still here");
            listener.quietMs = 0;
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        listeners.forEach(listener -> listener.client.close());
    }
}
