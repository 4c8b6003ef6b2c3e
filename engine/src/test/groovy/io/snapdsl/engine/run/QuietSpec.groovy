package io.snapdsl.engine.run

import io.snapdsl.engine.Progress
import io.snapdsl.engine.policy.When.FileChange
import java.time.Duration

/** Of several quiet periods in one policy the shortest counts, wherever it stands. */
class QuietSpec extends PolicyRunnerFixture {
    static final LONG = new FileChange(Duration.ofHours(1))
    static final SHORT = new FileChange(Duration.ofMillis(50))

    def 'a run waits for the shortest quiet'() {
        given:
        run(policy(*triggers))
        soon.eventually { assert count('taken') + count('unchanged') >= 1 }
        sleep(TWO_LOOKS.toMillis())
        def before = snapshots()

        when:
        ws.write('file', 'one')

        then:
        soon.within(30) { assert snapshots() == before + 1 }
        ws.store.catalog().head(ws.workspace.id()).get().note().goal() == SHORT.words()

        where:
        triggers << [[LONG, SHORT], [SHORT, LONG]]
    }

    def 'so does one that is told when to look'() {
        given:
        def stepped = new SteppedRun(ws.store, ws.workspaces, clock, Progress.NONE, { throw new AssertionError() }, listener,
            file(policy(LONG, SHORT)))
        stepped.start()

        when:
        stepped.changed(ws.workspace.id())

        then:
        stepped.next().get() == START + SHORT.quiet()
    }
}
