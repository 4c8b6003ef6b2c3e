import io.snapdsl.testkit.PolicyTrial
import java.nio.file.Path
import java.time.LocalDate
import java.time.ZoneId
import spock.lang.AutoCleanup
import spock.lang.Specification

class NightlyRetentionSpec extends Specification {
    static final NEW_YEAR = LocalDate.parse('2026-01-01').atStartOfDay(ZoneId.of('Europe/Berlin'))

    @AutoCleanup
    def trial = PolicyTrial.of(Path.of('policy.groovy'), NEW_YEAR)
    def project = trial.workspace('nightly')

    def 'after a year of work, the last nights, weeks and months can be gone back to'() {
        when:
        365.times { day ->
            project.write('notes.txt', "what was written on day $day")
            trial.advance(1.day)
        }
        def kept = project.kept()
        def days = kept*.time*.toLocalDate()

        then: 'there was one every night, at two; or at three, in the night that has no two'
        project.snapshots().size() == 365
        project.snapshots()*.time.findAll { it.hour != 2 }*.toString() == ['2026-03-29T03:00+02:00[Europe/Berlin]']

        and: 'there are still the last 14 nights, the last 8 Mondays, and the first of each month'
        days.containsAll((0..13).collect { LocalDate.parse('2026-12-31').minusDays(it) })
        days.containsAll((0..7).collect { LocalDate.parse('2026-12-28').minusWeeks(it) })
        days.containsAll((1..12).collect { LocalDate.of(2026, it, 1) })

        and: 'nothing else, and each for a reason'
        kept.size() == 32
        kept.first().reasons == ['monthly: oldest of 2026-01', 'yearly: oldest of 2026']
        project.removed()*.reasons.flatten().unique() == ['no rule keeps it']
    }
}
