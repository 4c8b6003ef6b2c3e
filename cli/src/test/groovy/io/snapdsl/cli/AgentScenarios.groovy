package io.snapdsl.cli

import groovy.json.JsonSlurper
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.nio.charset.StandardCharsets
import java.nio.file.Files
import java.util.concurrent.Executors
import java.util.concurrent.Future
import java.util.concurrent.TimeUnit

/**
 * Two agents at work in one workspace, as fast as they can, while the hub they tell is killed again and again. What then is
 * demanded: every state that a file was in after a call of which the agent was told that it is kept can be brought back.
 */
abstract class AgentScenarios extends CommandSpecification {
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

    /** By the hub that has outlived it all. */
    void everyStateIsThere(List<SimulatedAgent> agents) {
        int found = 0
        agents.each { agent ->
            agent.states.each { file, states ->
                def versions = versions(file)
                int next = 0
                versions.each { if (next < states.size() && it == states[next]) next++ }
                assert next == states.size(): "$file: of ${states.size()} states, in their order, only the first $next are among ${versions.size()} versions"
                found += next
            }
        }
        println "$found states are there; hooks had ${agents*.words*.size().sum()} words to say: ${agents*.words.flatten().unique().take(5)}"
    }

    /** Oldest first; null where it was not there. */
    List<String> versions(String file) {
        def answer = get("history?path=$file&limit=1000")
        assert answer.statusCode() == 200: "$file: ${text(answer)}"
        def versions = new JsonSlurper().parseText(text(answer)).versions.reverse()
        assert versions.size() < 1000
        versions.collect { it.exists ? text(get("snapshots/$it.id/content?path=$file")) : null }
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
