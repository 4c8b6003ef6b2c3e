package io.snapdsl.cli

import io.snapdsl.storage.sqlite.SqliteSnapshotStore
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.nio.charset.StandardCharsets
import java.nio.file.Files
import java.time.Duration
import java.util.concurrent.Executors
import java.util.concurrent.Future
import java.util.concurrent.TimeUnit

/**
 * Two agents at work in one workspace, as fast as they can, while the hub they tell is killed again and again. What then is
 * demanded: every state that a file was in after a call of which the agent was told that it is kept can be brought back.
 */
abstract class AgentScenarios extends CommandSpecification {
    static final int ASKED_OF_HUB = 100
    static final HttpClient CLIENT = HttpClient.newHttpClient()

    Process hub
    int port

    def cleanup() {
        hub?.destroyForcibly()?.waitFor()
    }

    void startHub() {
        hub = snapdsl.start([:], 'serve', '--port', 0, '--json')
        port = new Events(hub).next('dashboard').port
    }

    void killHub() {
        hub.toHandle().destroyForcibly()
        assert hub.waitFor() == Snapdsl.KILLED
    }

    /** @return what the agents remember */
    List<SimulatedAgent> hammer(int calls, int kills, long seed) {
        println "$calls calls, $kills kills, seed $seed"
        def random = new Random(seed)
        ordinaryProject()
        startHub()
        def agents = ['claude', 'codex'].collect { new SimulatedAgent(it, snapdsl, new Random(random.nextLong()), calls.intdiv(2)) }
        def pool = Executors.newFixedThreadPool(agents.size())
        try {
            def runs = agents.collect { pool.submit(it) }
            kills.times { kill ->
                awaitCalls(agents, runs, (kill + 1) * calls.intdiv(kills + 1))
                sleep(random.nextInt(40)) // at any instant of a call
                killHub()
                sleep(random.nextInt(1500)) // for so long, every hook does it by itself
                startHub()
            }
            return runs*.get(1, TimeUnit.HOURS)
        } finally {
            pool.shutdownNow()
        }
    }

    static void awaitCalls(List<SimulatedAgent> agents, List<Future<?>> runs, int count) {
        while (agents*.done.sum() < count) {
            runs.findAll { it.done }*.get() // One that failed never gets there.
            sleep(5)
        }
    }

    /** By the engine, which goes through the chain once, byte for byte; and a sample by the hub that has outlived it all. */
    void everyStateIsThere(List<SimulatedAgent> agents) {
        def kept = new KeptStates(agents*.states.sum() as Map<String, List<String>>)
        SqliteSnapshotStore.open(store, Duration.ofMinutes(1)).withCloseable { opened ->
            kept.look(opened, opened.subjects().all().first().id())
        }
        kept.assertWhole()
        kept.sample(ASKED_OF_HUB, new Random(kept.found.size())).each { state ->
            assert content(state.snapshot, state.file) == state.text: "$state.file of $state.snapshot, as the hub has it"
        }
        println "${kept.found.size()} states of ${kept.expected.size()} files are there; hooks had ${agents*.words*.size().sum()} words to say: ${agents*.words.flatten().unique().take(5)}"
    }

    /** Null where it was not there. */
    String content(String snapshot, String file) {
        def answer = get("snapshots/$snapshot/content?path=$file")
        assert answer.statusCode() in [200, 404]: "$file: ${text(answer)}"
        answer.statusCode() == 200 ? text(answer) : null
    }

    HttpResponse<byte[]> get(String what) {
        def token = Files.readString(store.resolve('token')).strip()
        def request = HttpRequest.newBuilder(new URI("http://127.0.0.1:$port/api/v1/$what")).header('Authorization', "Bearer $token")
        CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray())
    }

    static String text(HttpResponse<byte[]> answer) {
        new String(answer.body(), StandardCharsets.ISO_8859_1)
    }

    void chainHasNoGap() {
        def log = snapdsl.json('log', '--limit', 1_000_000).snapshots.reverse()
        assert log*.sequence == (1..log.size()).toList()
        assert log*.previousId == [null] + log*.id.dropRight(1)
        println "${log.size()} snapshots"
    }
}
