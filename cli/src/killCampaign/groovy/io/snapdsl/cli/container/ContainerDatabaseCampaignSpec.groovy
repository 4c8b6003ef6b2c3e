package io.snapdsl.cli.container

import io.snapdsl.container.docker.NeedsDocker

@NeedsDocker
class ContainerDatabaseCampaignSpec extends DatabaseScenario {
    def 'a database that is written without pause is whole in fifty snapshots'() {
        given:
        startWriter('WAL')

        expect:
        databaseSurvives(50)
    }
}
