package io.snapdsl.testkit

import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Specification

class DocumentSpec extends Specification {
    static final Path ROOT = Path.of(System.getProperty('snapdsl.root'))

    def 'the specification in the document is the one that is run'() {
        given:
        def document = Files.readString(ROOT.resolve('docs/testing-policies.md'))

        expect:
        (document =~ /(?s)```groovy\n(.*?)```/)[0][1] ==
            Files.readString(ROOT.resolve('samples/nightly-retention/NightlyRetentionSpec.groovy'))
    }
}
