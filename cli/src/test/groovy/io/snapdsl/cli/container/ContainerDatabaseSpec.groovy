package io.snapdsl.cli.container

import io.snapdsl.container.docker.NeedsDocker

@NeedsDocker
class ContainerDatabaseSpec extends DatabaseScenario {
    def 'a database that is written without pause is whole in every snapshot, with its journal as #journal'() {
        given:
        startWriter(journal)

        expect:
        databaseSurvives(times)

        where:
        journal  | times
        'WAL'    | 3
        'DELETE' | 2
    }
}
