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
        startBox()
        ws.write('file', 'one')
        run(policy(subjects: [container(), workspace()], Event.MANUAL, Event.CONTAINER_START))
        soon.eventually { assert runner != null }
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
        soon.eventually { assert triggers() == ['manual'] }
        names().count('engineReturned') == 1

        when: 'that it died with its engine is known'
        docker { it.start(box) }
        write('again')

        then:
        soon.eventually { assert 'container_start' in triggers() || names().count('unchanged') > 0 }
        names().count('failed') == 1
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
