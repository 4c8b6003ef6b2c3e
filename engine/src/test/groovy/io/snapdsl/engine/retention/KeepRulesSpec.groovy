package io.snapdsl.engine.retention

import static io.snapdsl.engine.retention.KeepRules.Anchor.NEWEST
import static io.snapdsl.engine.retention.KeepRules.Anchor.OLDEST
import static io.snapdsl.engine.retention.Period.*

import io.snapdsl.engine.history.HookFailure
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.history.SubjectId
import io.snapdsl.engine.history.UnknownChanges
import java.nio.file.Path
import java.time.Duration
import java.time.Instant
import java.time.LocalDateTime
import java.time.ZoneId
import spock.lang.Specification

class KeepRulesSpec extends Specification {
    static final UTC = ZoneId.of('UTC')
    static final BERLIN = ZoneId.of('Europe/Berlin')
    static final NOW = Instant.parse('2026-12-31T23:30:00Z')

    static KeepRules rules(Map with) {
        def all = [last: 0, periods: [:], within: null, tags: [], ids: [], anchor: NEWEST, zone: UTC] + with
        new KeepRules(all.last, all.periods, Optional.ofNullable(all.within), all.tags as Set, all.ids as Set, all.anchor, all.zone)
    }

    static Subject subject(int number = 1) {
        new Subject.Workspace(new SubjectId(number), "w$number", Path.of('/w'), new Subject.Birth(number, Instant.EPOCH), UnknownChanges.AUTO_INTEGRATE, Optional.empty(), HookFailure.PROCEED, OptionalInt.empty())
    }

    /** With the newest protected, as it always is. */
    static List<Decision> decide(ListedTimeline timeline, KeepRules rules, Map tags = [:], Instant now = NOW, Subject of = subject()) {
        def retention = new Retention(of, [rules.over(timeline, { tags[it] ?: [] as Set }, now)])
        timeline.points.collect {
            retention.decide(it, it.is(timeline.points[0]) ? Optional.of('the newest') : Optional.<String>empty())
        }
    }

    static List<Instant> kept(List<Decision> decisions) {
        decisions.findAll { it.keep() }*.snapshot()*.time()
    }

    static List<String> keptOf(List<String> times, KeepRules rules) {
        kept(decide(ListedTimeline.of(times.collect { Instant.parse(it) }), rules))*.toString()
    }

    /** A snapshot each twenty minutes of a whole year. */
    static ListedTimeline year() {
        def times = []
        for (def t = Instant.parse('2026-01-01T00:10:00Z'); t <= NOW; t = t.plusSeconds(1200)) times << t
        ListedTimeline.of(times)
    }

    def 'of a year, #what'() {
        when:
        def times = kept(decide(year(), rules(given)))

        then:
        times.size() == count
        times.last() == Instant.parse(oldest)
        times == times.toSorted().reverse()

        where:
        what                       | given                                   || count  | oldest
        'the last 10'              | [last: 10]                              || 10     | '2026-12-31T20:30:00Z'
        'all within 7 days'        | [within: Duration.ofDays(7)]            || 505    | '2026-12-24T23:30:00Z'
        '24 hours'                 | [periods: [(HOURLY): 24]]               || 24     | '2026-12-31T00:50:00Z'
        '14 days'                  | [periods: [(DAILY): 14]]                || 14     | '2026-12-18T23:50:00Z'
        '14 days, oldest of each'  | [periods: [(DAILY): 14], anchor: OLDEST]|| 15     | '2026-12-18T00:10:00Z'
        '4 weeks'                  | [periods: [(WEEKLY): 4]]                || 4      | '2026-12-13T23:50:00Z'
        '12 months'                | [periods: [(MONTHLY): 12]]              || 12     | '2026-01-31T23:50:00Z'
        'more months than it has'  | [periods: [(MONTHLY): 99]]              || 12     | '2026-01-31T23:50:00Z'
        'years'                    | [periods: [(YEARLY): 3]]                || 1      | '2026-12-31T23:30:00Z'
        'years, oldest of each'    | [periods: [(YEARLY): 3], anchor: OLDEST]|| 2      | '2026-01-01T00:10:00Z'
        'no rule at all'           | [:]                                     || 1      | '2026-12-31T23:30:00Z'
        'nothing, by every rule'   | [last: 0, periods: [(DAILY): 0]]        || 1      | '2026-12-31T23:30:00Z'
        'more than there are'      | [last: 1_000_000]                       || 26_279 | '2026-01-01T00:10:00Z'
    }

    def 'what a year comes down to by the default rules, again and again, is the same'() {
        given:
        def once = decide(year(), KeepRules.standard(UTC))

        when:
        def left = new ListedTimeline(once.findAll { it.keep() }*.snapshot())
        def twice = decide(left, KeepRules.standard(UTC))

        then:
        once.count { it.keep() } in 505..600
        twice.every { it.keep() }
        twice*.reasons() == once.findAll { it.keep() }*.reasons()
    }

    def 'each rule that wants a snapshot is named'() {
        given:
        def timeline = ListedTimeline.of(['2026-12-31T23:00:00Z', '2026-12-31T23:10:00Z', '2026-12-31T23:20:00Z'].collect { Instant.parse(it) })
        def id = timeline.points[1].id()
        def all = rules(last: 2, periods: [(HOURLY): 1, (WEEKLY): 5, (YEARLY): 1], within: Duration.ofMinutes(25), tags: ['release'], ids: [id])

        expect:
        decide(timeline, all, [release: [timeline.points[2].id()] as Set])*.reasons() == [
            ['the newest', 'among the last 2', 'within 25 minutes', 'hourly: newest of 2026-12-31 23:00',
                'weekly: newest of 2026-W53', 'yearly: newest of 2026'],
            ['among the last 2', 'within 25 minutes', 'named by its id'],
            ['tagged release']]
        decide(timeline, rules(last: 1))*.reasons()[1..2] == [['no rule keeps it'], ['no rule keeps it']]
    }

    def 'days are those of the local calendar: #zone'() {
        expect:
        keptOf(['2026-05-01T20:30:00Z', '2026-05-01T22:30:00Z', '2026-05-02T21:30:00Z', '2026-05-02T22:30:00Z'],
            rules(periods: [(DAILY): 9], zone: ZoneId.of(zone))) == times

        where:
        zone               | times
        'UTC'              | ['2026-05-02T22:30:00Z', '2026-05-01T22:30:00Z']
        'Europe/Berlin'    | ['2026-05-02T22:30:00Z', '2026-05-02T21:30:00Z', '2026-05-01T20:30:00Z']
        '+01:30'           | ['2026-05-02T22:30:00Z', '2026-05-02T21:30:00Z', '2026-05-01T20:30:00Z']
        'America/New_York' | ['2026-05-02T22:30:00Z', '2026-05-01T22:30:00Z']
    }

    def 'when summer time #begins, the #period periods are still those of the calendar'() {
        given: 'one snapshot each half hour of three days'
        def start = LocalDateTime.parse(day + 'T00:00').minusDays(1).atZone(BERLIN).toInstant()
        def end = LocalDateTime.parse(day + 'T00:00').plusDays(2).atZone(BERLIN).toInstant()
        def times = []
        for (def t = start; t < end; t = t.plusSeconds(1800)) times << t

        when:
        def decisions = decide(ListedTimeline.of(times), rules(periods: [(period): 1000], zone: BERLIN, anchor: OLDEST), [:], end)
        def local = kept(decisions).findAll { it >= times[0] }*.atZone(BERLIN).findAll { it.toLocalDate().toString() == day }

        then:
        local.size() == count
        local.every { it.minute == 0 }

        where:
        day          | begins   | period || count
        '2026-03-29' | 'begins' | DAILY  || 1
        '2026-03-29' | 'begins' | HOURLY || 23
        '2026-10-25' | 'ends'   | DAILY  || 1
        '2026-10-25' | 'ends'   | HOURLY || 25
    }

    def 'weeks are those of ISO, across the turn of the year'() {
        expect: 'Friday 1 January 2027 is in the last week of 2026'
        keptOf(['2026-12-27T12:00:00Z', '2026-12-28T12:00:00Z', '2027-01-01T12:00:00Z', '2027-01-03T12:00:00Z', '2027-01-04T12:00:00Z'],
            rules(periods: [(WEEKLY): 9])) == ['2027-01-04T12:00:00Z', '2027-01-03T12:00:00Z', '2026-12-27T12:00:00Z']
    }

    def 'periods without a snapshot are not counted'() {
        expect:
        keptOf(['2020-01-01T12:00:00Z', '2024-01-01T12:00:00Z', '2026-01-01T12:00:00Z'], rules(periods: [(DAILY): 2])) ==
            ['2026-01-01T12:00:00Z', '2024-01-01T12:00:00Z']
    }

    def 'of snapshots of the same instant, the #anchor is the one that is so in the chain'() {
        given:
        def same = Instant.parse('2026-05-01T12:00:00Z')
        def later = Instant.parse('2026-05-02T12:00:00Z')
        def decisions = decide(ListedTimeline.of([same, same, same, later]), rules(periods: [(DAILY): 2], anchor: anchor))

        expect:
        decisions.findAll { it.keep() }*.snapshot()*.sequence() == sequence

        where:
        anchor | sequence
        NEWEST | [4, 3]
        OLDEST | [4, 1]
    }

    def 'a clock that went back does not confuse the periods'() {
        given: 'the newest of the chain has the oldest time'
        def timeline = ListedTimeline.of(['2026-05-02T12:00:00Z', '2026-05-02T13:00:00Z', '2026-05-01T12:00:00Z'].collect { Instant.parse(it) })

        expect:
        decide(timeline, rules(periods: [(DAILY): 2])).findAll { it.keep() }*.snapshot()*.sequence() == [2, 3]
    }

    def 'limits take the oldest first, after the rules; what is protected or was chosen neither goes nor counts: #what'() {
        given: 'two workspaces, in turn'
        def one = ListedTimeline.of((1..6).collect { Instant.parse("2026-05-0${it}T12:00:00Z") })
        def two = ListedTimeline.of((1..6).collect { Instant.parse("2026-05-0${it}T13:00:00Z") })
        def chosen = rules(last: 5, tags: ['t'])
        def decisions = decide(one, chosen, [t: [one.points[4].id()] as Set]) +
            decide(two, rules(last: 5), [:], NOW, subject(2))

        when:
        def limited = new Limits(Optional.ofNullable(per), Optional.ofNullable(total), Optional.empty()).applyCounts(decisions)

        then:
        [1, 2].collect { n -> limited.findAll { it.keep() && it.subject().id().value() == n }*.snapshot()*.sequence() } == left
        limited.findAll { !it.keep() }*.reasons().flatten() as Set == ['no rule keeps it', *reasons] as Set

        where:
        what             | per  | total || left                               | reasons
        'none'           | null | null  || [[6, 5, 4, 3, 2], [6, 5, 4, 3, 2]] | []
        'per workspace'  | 3    | null  || [[6, 5, 4, 2], [6, 5, 4]]          | ['over the limit of 3 per workspace']
        'in all'         | null | 6     || [[6, 5, 4, 2], [6, 5, 4]]          | ['over the limit of 6 in all']
        'in all, odd'    | null | 5     || [[6, 5, 2], [6, 5, 4]]             | ['over the limit of 5 in all']
        'both'           | 4    | 4     || [[6, 5, 2], [6, 5]]                | ['over the limit of 4 per workspace', 'over the limit of 4 in all']
        'not to be met'  | 1    | 1     || [[6, 2], [6]]                      | ['over the limit of 1 per workspace']
        'wide enough'    | 5    | 10    || [[6, 5, 4, 3, 2], [6, 5, 4, 3, 2]] | []
    }
}
