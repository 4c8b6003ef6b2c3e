package io.snapdsl.web

import groovy.json.JsonSlurper
import io.snapdsl.engine.Progress
import io.snapdsl.engine.capture.WatchedWorkspaces
import io.snapdsl.engine.capture.WorkspaceCapture
import io.snapdsl.engine.continuity.OperationRecorder
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.history.Workspaces
import io.snapdsl.engine.store.SnapshotStore
import io.snapdsl.storage.sqlite.SqliteSnapshotStore
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.nio.file.Files
import java.nio.file.Path
import java.time.Clock
import java.time.Duration
import spock.lang.Specification
import spock.lang.TempDir

/** A real server on a free port, with a workspace and a store of its own. */
abstract class DashboardSpecification extends Specification {
    static {
        // Java's client does not let anybody pretend, unless it is told to.
        System.setProperty('jdk.httpclient.allowRestrictedHeaders', 'host,origin,connection')
    }

    @TempDir
    Path base

    Path directory
    SnapshotStore store
    WatchedWorkspaces watched
    Subject.Workspace workspace
    DashboardServer server
    StoreView view
    HttpClient client = HttpClient.newHttpClient()

    def setup() {
        directory = Files.createDirectory(base.resolve('shop')).toRealPath()
        store = SqliteSnapshotStore.open(base.resolve('store'), patience)
        watched = new WatchedWorkspaces(store)
        def workspaces = new Workspaces(store, Path.of('/no/home'))
        workspace = workspaces.register(directory, false).workspace()
        view = viewOf(workspaces)
        server = DashboardServer.start(view, watched, [], 0)
    }

    /** How long a request waits for a lock. */
    Duration getPatience() {
        Duration.ofSeconds(5)
    }

    StoreView viewOf(Workspaces workspaces) {
        new StoreView(store, workspaces, Clock.systemUTC(), { throw new IllegalStateException('no engine here') }, Optional.empty(), Optional.empty())
    }

    def cleanup() {
        server?.close()
        watched?.close()
        store?.close()
    }

    String getToken() {
        Files.readString(base.resolve('store/token')).strip()
    }

    void write(String path, String text) {
        def file = directory.resolve(path)
        Files.createDirectories(file.parent)
        Files.writeString(file, text)
    }

    Snapshot snap(String goal = '', String tool = '', String session = '') {
        new OperationRecorder(store, new WorkspaceCapture(store, Progress.NONE), Clock.systemUTC())
            .record(workspace, Note.manual(tool, goal, session), false).snapshot()
    }

    /** Without any credentials, unless headers bring them. */
    HttpResponse<String> request(String method, String path, Map<String, String> headers = [:], String body = null) {
        def publisher = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body)
        def builder = HttpRequest.newBuilder(URI.create("http://127.0.0.1:${server.port()}$path")).method(method, publisher)
        headers.each { name, value -> builder.header(name, value) }
        client.send(builder.build(), HttpResponse.BodyHandlers.ofString())
    }

    HttpResponse<String> get(String path, Map<String, String> headers = [:]) {
        request('GET', path, [Authorization: "Bearer $token".toString()] + headers)
    }

    Object json(String path) {
        def response = get(path)
        assert response.statusCode() == 200: response.body()
        new JsonSlurper().parseText(response.body())
    }

    HttpResponse<String> post(String path, String body, Map<String, String> headers = [:]) {
        request('POST', path, [Authorization: "Bearer $token".toString()] + headers, body)
    }

    /** What a browser has after the printed link was opened. */
    String getCookie() {
        def response = request('GET', server.link() - "http://127.0.0.1:${server.port()}")
        response.headers().firstValue('Set-Cookie').get().split(';')[0]
    }
}
