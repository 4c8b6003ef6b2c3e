package io.snapdsl.engine.run

import io.snapdsl.container.docker.DockerEngine
import io.snapdsl.container.docker.NeedsDocker
import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.policy.When.Event
import java.nio.file.Files
import spock.lang.IgnoreIf

@NeedsDocker
@IgnoreIf({ !DockerEngine.canStart() })
class EngineAwaySpec extends ContainerRunSpecification {
    DockerEngine engine

    def setup() {
        engine = DockerEngine.start(Files.createTempDirectory('engine'))
    }

    def cleanup() {
        engine.stop()
    }

    @Override
    String address() {
        engine.address
    }

    def 'an engine that goes away is told once; when it is back, so are its containers'() {
        given:
        create(HostConfig: [Binds: ["$box-data:/data".toString()], RestartPolicy: [Name: 'always']])
        docker { it.start(box) }
        ws.write('file', 'one')
        run(policy(subjects: [container(), workspace()], Event.MANUAL, Event.CONTAINER_START, Event.CONTAINER_DIE))
        sleep(3000)

        when:
        engine.kill()
        soon.eventually { assert 'troubled' in names() }
        3.times { time ->
            ws.write('file', "two $time")
            runner.request(Event.MANUAL, '')
            soon.eventually { assert names().count('taken') == time + 1 }
        }
        sleep(5000)

        then: 'the other subjects are taken as ever'
        names().count('troubled') == 1
        names().count('failed') == 1
        events.find { it[0] == 'failed' }[4].code() == ErrorCode.NO_CONTAINER_ENGINE
        taken() == []

        when:
        engine.start()

        then: 'what was asked for meanwhile is made up for, once'
        soon.eventually { assert triggers().take(1) == ['manual'] }
        names().count('engineReturned') == 1

        and: 'and so is that the container died with its engine and was started again, which nobody has told'
        soon.eventually { assert attended().containsAll([Event.CONTAINER_DIE, Event.CONTAINER_START]) }
        names().count('failed') == 1
        triggers().count('manual') == 1
    }

    Set attended() {
        events.findAll { it[0] in ['taken', 'unchanged'] }.collect { it[2] }
    }

    def 'a run begins without an engine'() {
        given:
        startBox()
        engine.stop()

        when:
        run(policy(Event.POLICY_START))

        then:
        soon.eventually { assert 'failed' in names() && 'troubled' in names() }

        when:
        engine.start()
        docker { it.start(box) }

        then:
        soon.eventually { assert triggers() == ['policy_start'] }
    }
}
