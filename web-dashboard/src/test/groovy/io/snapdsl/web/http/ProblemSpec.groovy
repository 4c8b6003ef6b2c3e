package io.snapdsl.web.http

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.SnapdslException
import spock.lang.Specification

/** What programs can tell by the status alone. */
class ProblemSpec extends Specification {

    def 'whatever is unknown is 404: #code'() {
        expect:
        status(code) == 404

        where:
        code << ErrorCode.values().findAll { it.name().startsWith('UNKNOWN_') && it != ErrorCode.UNKNOWN_CHANGES_DETECTED }
    }

    def 'that no engine of containers runs is no mistake of the server'() {
        expect:
        status(ErrorCode.NO_CONTAINER_ENGINE) == 503
    }

    private static int status(ErrorCode code) {
        Problem.of(new SnapdslException(code, 'what', 'so what')).status()
    }
}
