package io.snapdsl.dsl

import io.snapdsl.engine.policy.Policy
import io.snapdsl.engine.policy.PolicyFile
import java.nio.file.Files
import java.nio.file.Path
import java.time.Clock
import java.time.Duration
import java.time.Instant
import java.time.ZoneId
import spock.lang.Specification
import spock.lang.TempDir

/** A directory with a script in it, and what becomes of the script. */
abstract class PolicySpecification extends Specification {
    static final ZONE = ZoneId.of('Europe/Berlin')
    static final NOW = Instant.parse('2026-11-16T12:00:00Z')

    @TempDir
    Path directory

    Path getScript() {
        directory.resolve('policy.groovy')
    }

    PolicyLoader loader(Duration limit = Duration.ofSeconds(30)) {
        new PolicyLoader(directory.resolve('cache'), 'test', Clock.fixed(NOW, ZONE), limit)
    }

    Loaded load(String text) {
        Files.writeString(script, text)
        loader().load(script)
    }

    PolicyFile valid(String text) {
        def loaded = load(text)
        if (loaded instanceof Loaded.Mistaken) {
            throw new AssertionError((Object) loaded.mistakes()*.text().join('\n'))
        }
        loaded.policies()
    }

    List<Mistake> mistakes(String text) {
        def loaded = load(text)
        loaded instanceof Loaded.Mistaken ? loaded.mistakes() : []
    }

    /** The one policy of a script that has a workspace, a container and a state. */
    Policy policy(String body) {
        valid("""
            def app = workspace('app') { path '.' }
            def box = container('box')
            def mind = state('mind')
            policy('p') {
                $body
            }
        """).policies()[0]
    }
}
