package io.snapdsl.engine.run

import io.snapdsl.container.docker.DockerEngine
import io.snapdsl.container.docker.NeedsDocker
import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.consolidation.Strategy
import io.snapdsl.engine.container.Consistency
import io.snapdsl.engine.container.ContainerRuntime
import io.snapdsl.engine.policy.ConsolidateAfter
import io.snapdsl.engine.policy.When.Event
import io.snapdsl.engine.retention.KeepRules
import io.snapdsl.engine.retention.Limits
import io.snapdsl.engine.session.AgentSessions
import java.time.ZoneOffset
import java.util.function.Supplier

@NeedsDocker
class ContainerPolicySpec extends ContainerRunSpecification {
    @Override
    String address() {
        DockerEngine.sharedAddress()
    }

    def cleanup() {
        removeBox()
    }

    def 'a container is taken with the workspace when an agent starts and ends its run'() {
        given:
        startBox()
        write('before')
        run(policy(subjects: [workspace(), container()], Event.RUN_START, Event.RUN_END))
        def sessions = new AgentSessions(ws.store.sessions(), ws.clock, new Random(0))

        when:
        sessions.start('agent', '', '')
        soon.eventually { assert triggers() == ['run_start'] }
        write('after')
        sessions.end('agent', '')

        then:
        soon.eventually { assert triggers() == ['run_start', 'run_end'] }
        taken()*.note()*.session() == ['agent', 'agent']
        taken()*.note()*.policy() == ['p', 'p']
        taken()[0].root() != taken()[1].root()
        ws.store.catalog().head(ws.workspace.id()).get().note().session() == 'agent'
        docker { it.inspect(box).get().status() } == ContainerRuntime.Status.RUNNING
    }

    def 'what the engine tells of a container is a trigger: it starts, is stopped, dies by itself'() {
        given:
        create(Cmd: ['sh', '-c', 'date +%N > /data/started; trap "date +%N > /data/stopped; exit 0" TERM; while [ ! -e /data/die ]; do sleep 0.1; done; rm /data/die; exit 3'])
        run(policy(Event.CONTAINER_START, Event.CONTAINER_STOP, Event.CONTAINER_DIE))
        sleep(2000)

        when:
        docker { it.start(box) }

        then:
        soon.eventually { assert triggers() == ['container_start'] }

        when:
        docker { it.stop(box) }

        then: 'that it died is not told apart from that it was stopped'
        soon.eventually { assert triggers() == ['container_start', 'container_stop'] }

        when:
        docker { it.start(box) }
        soon.eventually { assert triggers().size() == 3 }
        sh('touch /data/die')

        then:
        soon.eventually { assert triggers() == ['container_start', 'container_stop', 'container_start', 'container_die'] }
        !('failed' in names())
    }

    def 'a capture that stops the container itself is no trigger'() {
        given:
        create(Cmd: ['sh', '-c', 'date +%N > /data/started; trap "exit 0" TERM; while true; do sleep 0.1; done'])
        run(policy(subjects: [container(Consistency.STOP)], Event.CONTAINER_START, Event.CONTAINER_STOP, Event.CONTAINER_DIE))
        sleep(2000)

        when:
        docker { it.start(box) }
        soon.eventually { assert triggers() == ['container_start'] }
        sleep(5000)

        then:
        triggers() == ['container_start']
        docker { it.inspect(box).get().status() } == ContainerRuntime.Status.RUNNING
    }

    def 'a container that is not there is told once, holds nothing else up, and is taken when it starts'() {
        given:
        ws.write('file', 'one')

        when:
        run(policy(subjects: [container(), workspace()], Event.POLICY_START, Event.MANUAL))
        soon.eventually { assert 'taken' in names() }
        3.times { time ->
            ws.write('file', "two $time")
            runner.request(Event.MANUAL, '')
            soon.eventually { assert names().count('taken') == time + 2 }
        }

        then:
        names().count('failed') == 1
        names().count('retrying') == 0
        events.find { it[0] == 'failed' }[4].code() == ErrorCode.UNKNOWN_CONTAINER

        when:
        startBox()

        then: 'for the last trigger only'
        soon.eventually { assert triggers() == ['manual'] }

        when:
        stop()

        then:
        allDone
    }

    def 'a run that is told to stop while a container is missing has lost nothing'() {
        given:
        run(policy(Event.POLICY_START, Event.POLICY_STOP))
        soon.eventually { assert 'failed' in names() }

        when:
        stop()

        then:
        allDone
        names().count('failed') == 1
    }

    def 'what a policy does not keep of a container goes, and its images with it; nothing of it is merged'() {
        given:
        startBox()
        def last = new KeepRules(2, [:], Optional.empty(), [] as Set, [] as Set, KeepRules.Anchor.NEWEST, ZoneOffset.UTC)
        def once = { Map settings ->
            new SteppedRun(ws.store, ws.workspaces, ws.clock, Progress.NONE, this::connect as Supplier<ContainerRuntime>, listener,
                file(policy(settings, Event.POLICY_START))).start()
        }
        3.times { time ->
            sh("echo $time > /own")
            assert once(limits: new Limits(Optional.of(10), Optional.empty(), Optional.empty()))
        }
        def plan = new PolicyPlan.Planner(ws.store, ws.workspaces, ws.clock, Progress.NONE, this::connect as Supplier<ContainerRuntime>)
            .plan(file(policy(keep: last, Event.MANUAL)))[0]

        expect:
        images().size() == 6
        plan.retention().findAll { !it.keep() }*.id() == [taken()[0].id()]
        plan.subjects()[0].known().get().subject() == subject().get()
        plan.subjects()[0].obstacle().empty

        when:
        once(keep: last, merge: new ConsolidateAfter(new Strategy.Sequential(), 1, false))

        then:
        taken()*.isRemoved() == [true, false, false]
        taken().every { it.replacedBy().empty }
        images().size() == 4
        !('consolidated' in names())
    }

    def 'a plan says that a container is missing'() {
        when:
        def plan = new PolicyPlan.Planner(ws.store, ws.workspaces, ws.clock, Progress.NONE, this::connect as Supplier<ContainerRuntime>)
            .plan(file(policy(Event.POLICY_START)))[0]

        then:
        plan.subjects()[0].known().empty
        plan.subjects()[0].obstacle().get().startsWith("There is no container '$box'.")
    }

    def 'a container that runs out of memory is taken'() {
        given:
        create(
            Cmd: ['sh', '-c', 'while [ ! -e /data/go ]; do sleep 0.1; done; x=x; while true; do x=$x$x; done'],
            HostConfig: [Binds: ["$box-data:/data".toString()], Memory: 16 * 1024 * 1024, MemorySwap: 16 * 1024 * 1024])
        run(policy(Event.CONTAINER_OOM))
        sleep(2000)
        docker { it.start(box) }

        when:
        sh('touch /data/go')

        then:
        soon.eventually { assert triggers() == ['container_oom'] }
    }
}
