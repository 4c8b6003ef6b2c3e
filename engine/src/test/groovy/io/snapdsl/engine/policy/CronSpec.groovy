package io.snapdsl.engine.policy

import java.time.Instant
import java.time.ZoneId
import java.time.ZonedDateTime
import java.time.temporal.ChronoUnit
import spock.lang.Specification

class CronSpec extends Specification {
    static List<String> times(String cron, String zone, String after, int count = 3) {
        def times = []
        def instant = ZonedDateTime.parse("$after[$zone]").toInstant()
        count.times {
            instant = Cron.parse(cron).next(instant, ZoneId.of(zone)).get()
            times << instant.atZone(ZoneId.of(zone)).toOffsetDateTime().toString()
        }
        times
    }

    def '#cron is due at the times that it says'() {
        expect:
        times(cron, 'UTC', '2026-11-16T14:20Z') == due.collect { it + 'Z' }

        where:
        cron                    | due
        '*/15 9-18 * * MON-FRI' | ['2026-11-16T14:30', '2026-11-16T14:45', '2026-11-16T15:00']
        '0 9 * * mon'           | ['2026-11-23T09:00', '2026-11-30T09:00', '2026-12-07T09:00']
        '0 0 1 JAN,JUL *'       | ['2027-01-01T00:00', '2027-07-01T00:00', '2028-01-01T00:00']
        '5/20 0 * * *'          | ['2026-11-17T00:05', '2026-11-17T00:25', '2026-11-17T00:45']
        '0 0 * * SAT-SUN'       | ['2026-11-21T00:00', '2026-11-22T00:00', '2026-11-28T00:00']
        '0 0 * * 7'             | ['2026-11-22T00:00', '2026-11-29T00:00', '2026-12-06T00:00']
        '0 0 29 2 *'            | ['2028-02-29T00:00', '2032-02-29T00:00', '2036-02-29T00:00']
    }

    def 'when both kinds of day are restricted, either is enough'() {
        expect:
        times('0 12 13 * FRI', 'UTC', '2026-01-01T00:00Z') == ['2026-01-02T12:00Z', '2026-01-09T12:00Z', '2026-01-13T12:00Z']
    }

    def 'what falls into the hour that summer time skips is due once, right after it'() {
        expect:
        times('*/20 2 * * *', 'Europe/Berlin', '2026-03-29T00:00+01:00', 2) == ['2026-03-29T03:00+02:00', '2026-03-30T02:00+02:00']
    }

    def 'in the hour that comes twice, a named hour is due once, every hour twice'() {
        expect:
        times('30 2 * * *', 'Europe/Berlin', '2026-10-25T00:00+02:00', 2) == ['2026-10-25T02:30+02:00', '2026-10-26T02:30+01:00']
        times('30 * * * *', 'Europe/Berlin', '2026-10-25T02:00+02:00') ==
            ['2026-10-25T02:30+02:00', '2026-10-25T02:30+01:00', '2026-10-25T03:30+01:00']
    }

    def 'nothing is left out and nothing made up, in #zone, with seed #seed'() {
        given: 'a random schedule and a day'
        def random = new Random(seed)
        def number = { int from, int to -> from + random.nextInt(to - from + 1) }
        def some = { int from, int to -> random.nextBoolean() ? '*' : (1..number(1, 4)).collect { number(from, to) }.join(',') }
        def cron = [some(0, 59), some(0, 23), some(1, 31), some(1, 12), some(0, 7)].join(' ')
        def start = ZonedDateTime.of(2026, number(1, 12), number(1, 28), number(0, 23), number(0, 59), 0, 0, ZoneId.of(zone))

        when: 'its next time is looked for minute by minute'
        def expected = start.toInstant()
        def fields = cron.split(' ').collect { it == '*' ? null : it.split(',')*.toInteger() }
        def limit = start.plusYears(1).toInstant()
        def matches = { ZonedDateTime at ->
            def allowed = { int field, int value -> fields[field] == null || value in fields[field] }
            def weekday = fields[4] == null || fields[4].any { it % 7 == at.dayOfWeek.value % 7 }
            def day = fields[2] && fields[4] ? allowed(2, at.dayOfMonth) || weekday : allowed(2, at.dayOfMonth) && weekday
            allowed(0, at.minute) && allowed(1, at.hour) && allowed(3, at.monthValue) && day
        }
        do expected = expected.plus(1, ChronoUnit.MINUTES) while (expected < limit && !matches(expected.atZone(ZoneId.of(zone))))
        def found = Cron.parse(cron).next(start.toInstant(), ZoneId.of(zone))

        then:
        expected >= limit || found.get() == expected

        where: 'clocks that never change'
        [seed, zone] << [1..30, ['UTC', 'Asia/Kathmandu']].combinations()
    }

    def 'a rare day is found without looking at every minute until then'() {
        given:
        def cron = Cron.parse('0 0 29 2 *')

        expect:
        cron.next(Instant.parse('2096-03-01T00:00:00Z'), ZoneId.of('UTC')).get() == Instant.parse('2104-02-29T00:00:00Z')
    }

    def "'#cron' is refused: #why"() {
        when:
        Cron.parse(cron)

        then:
        def e = thrown(IllegalArgumentException)
        e.message == why

        where:
        cron          | why
        '* * *'       | 'a schedule has five fields (minute hour day month weekday), not 3'
        ' '           | 'a schedule has five fields (minute hour day month weekday), not 0'
        '61 * * * *'  | "'61' is no minute: allowed are 0 to 59"
        '* 24 * * *'  | "'24' is no hour: allowed are 0 to 23"
        '* * 0 * *'   | "'0' is no day of month: allowed are 1 to 31"
        '* * * FOO *' | "'FOO' is no month: allowed are * and 1 to 12, JAN to DEC"
        '* * * * 8'   | "'8' is no weekday: allowed are 0 to 7, SUN to SAT"
        '5-2 * * * *' | "'5-2' is no minute: the range goes backwards; write it as two, separated by a comma"
        '*/0 * * * *' | "'*/0' is no minute: a step is a number from 1 on"
        '1,,2 * * * *' | "'' is no minute: allowed are * and 0 to 59"
        '1-2-3 * * * *' | "'1-2-3' is no minute: a range is FROM-TO"
        '*/2/2 * * * *' | "'*/2/2' is no minute: one step is enough"
        '0 0 30 2 *'  | 'there is no such day: the schedule would never be due'
    }
}
