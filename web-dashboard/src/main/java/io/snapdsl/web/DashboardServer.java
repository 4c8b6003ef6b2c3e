package io.snapdsl.web;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.agent.AgentHub;
import io.snapdsl.engine.capture.WatchedWorkspaces;
import io.snapdsl.web.api.Api;
import io.snapdsl.web.hook.Hooks;
import io.snapdsl.web.hook.HubAddress;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.EarlyRefusals;
import io.snapdsl.web.http.Mounted;
import io.snapdsl.web.http.Problem;
import io.snapdsl.web.http.Refusal;
import io.snapdsl.web.http.Route;
import io.snapdsl.web.http.SlowClients;
import io.snapdsl.web.page.Assets;
import io.snapdsl.web.page.Pages;
import io.snapdsl.web.page.Template;
import io.snapdsl.web.security.AccessToken;
import io.snapdsl.web.security.Gate;
import io.snapdsl.web.security.ResponseHeaders;
import java.net.BindException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.LowResourceMonitor;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The dashboard and the HTTP API of one store, for the user of this machine alone. */
public final class DashboardServer implements AutoCloseable {
    public static final int USUAL_PORT = 7070;

    private static final String HOST = "127.0.0.1";
    private static final long LARGEST_BODY = 1 << 20;
    private static final int THREADS = 64;
    private static final long IDLE_MS = 30_000;
    /** Between looks at whether threads run short: its own second wakes an idle server for nothing. */
    private static final int LOOK_MS = 10_000;

    private static final Duration GRACE = Duration.ofSeconds(5);
    /** Bytes a second: who is slower holds a thread for nothing. */
    private static final long SLOWEST_CLIENT = 2048;

    private static final String BEGUN = "begun";

    private static final EarlyRefusals EARLY = new EarlyRefusals(LARGEST_BODY);

    private final Javalin javalin;
    private final Gate gate;
    private final Api api;
    private final StoreView view;
    private final AgentHub hub;
    private final HubAddress address;
    private final List<Mounted> mounted;
    private volatile long lastAsked = System.nanoTime();

    private DashboardServer(StoreView view, WatchedWorkspaces watched, List<Mounted> mounted) {
        this.view = view;
        this.mounted = List.copyOf(mounted);
        gate = new Gate(AccessToken.in(view.store().checkup().directory()), this::port);
        api = new Api(view);
        address = HubAddress.in(view.store().checkup().directory());
        hub = new AgentHub(view.store(), view.workspaces(), watched::of, view.clock(), AgentHub.USUAL_BUDGET);
        List<Route> routes = Stream.concat(Stream.of(api, new Pages(view), new Hooks(hub)), mounted.stream())
                .map(Route.Group::routes)
                .flatMap(List::stream)
                .toList();
        javalin = Javalin.create(config -> {
            setUp(config);
            guard(config);
            routes.forEach(route -> config.routes.addHttpHandler(route.method(), route.path(), route::handle));
        });
    }

    /**
     * @param watched where agents are at work; whoever made it closes it, after the server
     * @param mounted what it answers beside its own
     * @param port 0 for any that is free
     * @throws SnapdslException {@code IN_USE} if another program listens there
     */
    public static DashboardServer start(StoreView view, WatchedWorkspaces watched, List<Mounted> mounted, int port) {
        DashboardServer server = new DashboardServer(view, watched, mounted);
        try {
            server.javalin.start(HOST, port);
            server.address.announce(server.port());
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw isTaken(e) ? taken(port, e) : e;
        }
    }

    /** What opens the dashboard in a browser. */
    public String link() {
        return gate.link();
    }

    public int port() {
        return javalin.port();
    }

    /** How long nobody has asked for anything. */
    public Duration idle() {
        return Duration.ofNanos(System.nanoTime() - lastAsked);
    }

    /** What the server really answers under the API's path, as "GET /api/v1/…". */
    List<String> apiRoutes() {
        return javalin.unsafe.internalRouter.allHttpHandlers().stream()
                .map(handler -> handler.endpoint)
                .filter(endpoint -> endpoint.path.startsWith(Route.API + "/"))
                .map(endpoint -> endpoint.method.name() + " " + endpoint.path)
                .toList();
    }

    @Override
    public void close() {
        api.close();
        address.withdraw();
        javalin.stop();
        hub.close();
        view.figures().close();
    }

    private static void setUp(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.http.maxRequestSize = LARGEST_BODY;
        config.http.prefer405over404 = true;
        config.jetty.threadPool = new QueuedThreadPool(THREADS, 4);
        config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
        config.jetty.modifyServer(DashboardServer::limit);
    }

    /** Javalin looks at the announced length only; this counts. */
    private static void limit(Server server) {
        SlowClients slow = new SlowClients(GRACE, SLOWEST_CLIENT);
        slow.setHandler(new SizeLimitHandler(LARGEST_BODY, -1));
        server.setHandler(slow);
        server.setErrorHandler(EARLY);
        server.getBeans(LowResourceMonitor.class).forEach(monitor -> monitor.setPeriod(LOOK_MS));
        for (var connector : server.getConnectors()) {
            ((ServerConnector) connector).setIdleTimeout(IDLE_MS);
        }
    }

    private void guard(JavalinConfig config) {
        config.routes.before(ctx -> {
            lastAsked = System.nanoTime();
            ctx.attribute(BEGUN, lastAsked);
            ResponseHeaders.set(ctx);
            gate.check(ctx);
        });
        config.routes.after(DashboardServer::tellTime);
        config.routes.get(Gate.ENTRANCE, gate::enter);
        config.routes.get(Assets.PATH + "{name}", Assets::serve);
        config.routes.exception(HttpResponseException.class, (e, ctx) -> explain(ctx, refusal(e, ctx)));
        config.routes.exception(Exception.class, (e, ctx) -> explain(ctx, e));
    }

    /** How long it took to make the answer, for whoever wonders where the time goes: browsers show it. */
    private static void tellTime(Context ctx) {
        Long begun = ctx.attribute(BEGUN);
        if (begun != null) {
            double millis = (System.nanoTime() - begun) / 1e6;
            ctx.header("Server-Timing", String.format(Locale.ROOT, "answer;dur=%.1f", millis));
        }
    }

    private static Refusal refusal(HttpResponseException e, Context ctx) {
        return e.getStatus() == 404
                ? new Refusal(404, "There is nothing at " + ctx.path() + ".", "Start at the overview: /")
                : new Refusal(e.getStatus(), e.getMessage(), "See /api/v1/openapi.json for what can be asked.");
    }

    /** For programs as JSON, for people as a page. */
    private void explain(Context ctx, Exception failure) {
        Problem problem =
                Problem.of(early(failure).<Exception>map(refusal -> refusal).orElse(failure));
        String path = ctx.path();
        boolean forProgram = path.startsWith(Route.API)
                || path.startsWith(Hooks.PATH)
                || mounted.stream().anyMatch(other -> other.isAt(path));
        if (forProgram) {
            Answer.problem(ctx, problem);
        } else {
            Template.problem(ctx, problem);
        }
    }

    /** Found out only while the body was read. */
    private static Optional<Refusal> early(Throwable failure) {
        if (failure == null) {
            return Optional.empty();
        }
        if (failure instanceof HttpException refused && refused.getCode() == HttpStatus.PAYLOAD_TOO_LARGE_413) {
            return Optional.of(EARLY.tooLarge());
        }
        if (failure instanceof HttpException refused && refused.getCode() == HttpStatus.REQUEST_TIMEOUT_408) {
            return Optional.of(EARLY.tooSlow());
        }
        return early(failure.getCause());
    }

    private static boolean isTaken(Throwable failure) {
        return failure != null && (failure instanceof BindException || isTaken(failure.getCause()));
    }

    private static SnapdslException taken(int port, RuntimeException cause) {
        return new SnapdslException(
                ErrorCode.IN_USE,
                "Another program listens on port " + port + " already.",
                "Choose another port with --port N, or --port 0 for any that is free; if it is snapdsl itself, its"
                        + " dashboard is at http://127.0.0.1:" + port + "/.",
                cause);
    }
}
