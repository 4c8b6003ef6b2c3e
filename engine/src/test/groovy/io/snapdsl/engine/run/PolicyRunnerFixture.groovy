package io.snapdsl.engine.run

import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.policy.Declared
import io.snapdsl.engine.policy.Policy
import io.snapdsl.engine.policy.PolicyFile
import io.snapdsl.engine.policy.When
import io.snapdsl.engine.retention.KeepRules
import io.snapdsl.engine.retention.Limits
import java.lang.reflect.Proxy
import java.nio.file.Path
import java.time.Clock
import java.time.Duration
import java.time.Instant
import java.time.ZoneId
import java.time.ZoneOffset
import java.util.concurrent.CopyOnWriteArrayList
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir
import spock.util.concurrent.PollingConditions

/** A runner whose clock is set by hand: it looks around every second. */
abstract class PolicyRunnerFixture extends Specification {
    static final START = Instant.parse('2026-11-16T12:00:00Z')
    static final YEAR = Duration.ofDays(365)
    static final Duration TWO_LOOKS = Duration.ofMillis(2500)

    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    List<String> events = new CopyOnWriteArrayList<>()
    RunListener listener = Proxy.newProxyInstance(RunListener.classLoader, [RunListener] as Class[]) { proxy, method, arguments ->
        events << method.name
        onEvent(method.name)
        null
    } as RunListener
    Closure onEvent = {}
    volatile Instant time = START
    Clock clock = new Clock() {
        Instant instant() { PolicyRunnerFixture.this.time }

        ZoneId getZone() { ZoneOffset.UTC }

        Clock withZone(ZoneId zone) { this }
    }
    PollingConditions soon = new PollingConditions(timeout: 120)

    Duration patience = Duration.ofSeconds(30)
    volatile Boolean allDone
    PolicyRunner runner
    Thread thread

    def setup() {
        ws = new WorkspaceFixture(base)
    }

    def cleanup() {
        runner?.stop()
        thread?.join()
        runner?.close()
    }

    Policy policy(Map settings = [:], When... triggers) {
        def declared = new Declared.Workspace('workspace', ws.directory, Optional.empty(), Optional.empty(), Optional.empty())
        new Policy('p', [declared], triggers.toList(), Optional.ofNullable(settings.keep), Limits.NONE, Optional.empty(),
            settings.hooks ?: [], Optional.ofNullable(settings.expectEvery))
    }

    void run(Policy policy) {
        runner = new PolicyRunner(ws.store, ws.workspaces, clock, { throw new AssertionError() }, listener, patience)
        thread = Thread.start { allDone = runner.run(file(policy)) }
    }

    static PolicyFile file(Policy policy) {
        new PolicyFile(Path.of('policy.groovy'), Optional.empty(), policy.subjects(), [policy], [])
    }

    static KeepRules last(int number) {
        new KeepRules(number, [:], Optional.empty(), [] as Set, [] as Set, KeepRules.Anchor.NEWEST, ZoneOffset.UTC)
    }

    int snapshots() {
        ws.store.catalog().timeline(ws.workspace.id()).count()
    }

    int count(String event) {
        events.count(event)
    }
}
