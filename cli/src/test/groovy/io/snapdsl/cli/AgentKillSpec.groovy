package io.snapdsl.cli

/** A short hammering; a long one is the campaign: ./gradlew :cli:agentCampaign. */
class AgentKillSpec extends AgentScenarios {
    def 'two agents at once, while the hub is killed: whatever a file was after a call can be brought back (seed #seed)'() {
        when:
        def agents = hammer(300, 3, seed)

        then:
        everyStateIsThere(agents)
        agents*.words*.size().sum() == 0
        chainHasNoGap()
        theStoreIsClean()

        where:
        seed = new Random().nextLong()
    }
}
