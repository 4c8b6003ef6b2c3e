package io.snapdsl.cli

/** Ten thousand calls of tools, and twenty-five kills. */
class AgentCampaignSpec extends AgentScenarios {
    def 'two agents at once, while the hub is killed again and again: whatever a file was after a call can be brought back (seed #seed)'() {
        when:
        def agents = hammer(10_000, 25, seed)

        then:
        everyStateIsThere(agents)
        chainHasNoGap()
        theStoreIsClean()

        where:
        seed = Long.getLong('snapdsl.seed', new Random().nextLong())
    }
}
