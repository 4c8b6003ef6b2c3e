package io.snapdsl.cli.command

import spock.lang.Specification

class IdleMemorySpec extends Specification {
    static final long MB = 1_000_000
    long used = 20 * MB
    long taken = 32 * MB
    long needed = 20 * MB
    int collections = 0
    def memory = new IdleMemory({ used }, { taken }, {
        collections++
        used = needed
        taken = needed * 1.5 as long
    })

    void looks(long usedNow, long takenNow) {
        used = usedNow
        taken = takenNow
        memory.look()
    }

    def 'while there is work, nothing is collected; when it is over, once'() {
        when:
        (1..5).each { looks(20 * MB * it, 200 * MB) }

        then:
        collections == 0

        when:
        looks(used, taken)
        (1..5).each { looks(used + 1000, taken) }

        then:
        collections == 1
        taken == 30 * MB

        when: 'a second large snapshot'
        looks(150 * MB, 200 * MB)
        looks(150 * MB, 200 * MB)

        then:
        collections == 2
    }

    def 'what is really needed is not collected again and again'() {
        given:
        needed = 180 * MB

        when:
        (1..10).each { looks(Math.max(used, needed), Math.max(taken, 256 * MB as long)) }

        then:
        collections == 1
    }
}
