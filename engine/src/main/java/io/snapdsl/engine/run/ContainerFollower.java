package io.snapdsl.engine.run;

import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.policy.When.Event;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/**
 * Notices what happens to containers, by what their engine tells. Listening is a thread's work, because an engine may take
 * its time to answer; an engine that is away is asked again and again, and what it would have told meanwhile is found out
 * by comparing what is there with what was.
 */
final class ContainerFollower implements AutoCloseable {
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(2);

    /** Is told what there is to tell, by whoever looks. */
    interface Listener {
        void happened(Event event, String container);

        /** Said once, until it is back. */
        void away(Exception why);

        /** @param again whether it was said to be away */
        void reached(boolean again);
    }

    private interface News {
        void tell(Listener listener);
    }

    /** @param since when it was started, in the engine's words; empty if it doesn't run */
    private record Seen(Optional<String> since) {
        static Seen of(Optional<Inspected> container) {
            return new Seen(container.filter(found -> found.status().isAlive()).map(Inspected::started));
        }
    }

    private final ContainerEngine engine;
    private final Queue<News> news = new ConcurrentLinkedQueue<>();
    private final Map<String, Seen> seen = new HashMap<>();
    /** Those that died, and may have been stopped: then the engine says so next. */
    private final Set<String> dying = new HashSet<>();

    private volatile Set<String> names = Set.of();
    private Optional<Thread> thread = Optional.empty();
    private boolean isAway;

    ContainerFollower(ContainerEngine engine) {
        this.engine = engine;
    }

    /** From now on these count. Who follows none needs no engine. */
    synchronized void follow(Set<String> containers) {
        names = Set.copyOf(containers);
        if (!names.isEmpty() && thread.isEmpty()) {
            Thread made = new Thread(this::listen, "snapdsl-containers");
            made.setDaemon(true);
            made.start();
            thread = Optional.of(made);
        }
    }

    /** Tells what has happened since the last look. */
    synchronized void look(Listener listener) {
        Set<String> unexplained = Set.copyOf(dying);
        for (News next = news.poll(); next != null; next = news.poll()) {
            next.tell(listener);
        }
        unexplained.stream().filter(dying::remove).forEach(name -> listener.happened(Event.CONTAINER_DIE, name));
    }

    private void listen() {
        try {
            while (true) {
                try {
                    listenUntilGone();
                } catch (InterruptedException e) {
                    throw e;
                } catch (Exception e) {
                    news.add(listener -> lost(listener, e));
                }
                Thread.sleep(BETWEEN_ATTEMPTS.toMillis());
            }
        } catch (InterruptedException closed) {
            // Nobody listens any more.
        }
    }

    private void listenUntilGone() throws Exception {
        ContainerRuntime runtime = engine.runtime();
        try {
            listen(runtime);
        } finally {
            engine.lost(runtime);
        }
    }

    private void listen(ContainerRuntime runtime) throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        AutoCloseable stream = runtime.events(event -> heard(event, runtime), gone::countDown);
        try {
            catchUp(runtime);
            news.add(this::found);
            gone.await();
        } finally {
            stream.close();
        }
    }

    private void found(Listener listener) {
        listener.reached(isAway);
        isAway = false;
    }

    private void lost(Listener listener, Exception why) {
        if (!isAway) {
            isAway = true;
            listener.away(why);
        }
    }

    /** By the thread that hears the engine. */
    private void heard(ContainerRuntime.Event event, ContainerRuntime runtime) {
        String name = event.name();
        if (!names.contains(name)) {
            return;
        }
        boolean isOurs = engine.ownStops().isOurs(name);
        if (Set.of("start", "die").contains(event.action())) {
            remember(name, runtime);
        }
        if (!isOurs) {
            tell(event.action(), name);
        }
    }

    private void tell(String action, String name) {
        switch (action) {
            case "start" -> news.add(listener -> started(listener, name));
            case "die" -> news.add(listener -> dying.add(name));
            case "stop" ->
                news.add(listener -> {
                    dying.remove(name);
                    listener.happened(Event.CONTAINER_STOP, name);
                });
            case "oom" -> news.add(listener -> listener.happened(Event.CONTAINER_OOM, name));
            default -> {
                // Nothing that a policy can wait for.
            }
        }
    }

    private void started(Listener listener, String name) {
        if (dying.remove(name)) {
            listener.happened(Event.CONTAINER_DIE, name);
        }
        listener.happened(Event.CONTAINER_START, name);
    }

    private void remember(String name, ContainerRuntime runtime) {
        try {
            Seen now = Seen.of(runtime.inspect(name));
            synchronized (seen) {
                seen.put(name, now);
            }
        } catch (SnapdslException gone) {
            // Whatever has become of it is found out when the engine is back.
        }
    }

    /** What was there before, when nobody had looked yet, is no news. */
    private void catchUp(ContainerRuntime runtime) {
        for (String name : names) {
            Seen now = Seen.of(runtime.inspect(name));
            Seen before;
            synchronized (seen) {
                before = seen.getOrDefault(name, now);
                seen.put(name, now);
            }
            if (!before.equals(now)) {
                before.since().ifPresent(since -> news.add(listener -> dying.add(name)));
                now.since().ifPresent(since -> news.add(listener -> started(listener, name)));
            }
        }
    }

    @Override
    public synchronized void close() {
        thread.ifPresent(Thread::interrupt);
    }
}
