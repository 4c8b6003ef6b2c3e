package io.snapdsl.cli

/** A store that an earlier snapdsl has made. */
class OlderStoreSpec extends CommandSpecification {
    private StoreFile file

    def setup() {
        file = new StoreFile(store)
        file.makeOfFormat1()
    }

    private int getFormat() {
        file.value('PRAGMA user_version') as int
    }

    private boolean isWhole() {
        assert snapdsl.json('log', 'project').snapshots*.goal == ['second', 'first of format 1']
        theStoreIsClean()
        assert format == 7
        true
    }

    def 'killed at #point it is as it was or as it will be, and the next command goes on'() {
        when:
        def result = snapdsl.runUntil(point, 'log', 'project')

        then:
        result.exit == Snapdsl.KILLED
        format == left
        whole

        where:
        point                   | left
        'migrate.before-commit' | 1
        'migrate.after-commit'  | 7
    }

    def 'eight processes at once bring it up to date, and each does its work'() {
        given:
        write('file', 'one')

        when:
        def results = Snapdsl.finishAll((1..8).collect { snapdsl.start([:], 'snap', '--json') })

        then:
        results.each { assert it.exit == 0: it }
        log().size() == 8
        whole
    }
}
