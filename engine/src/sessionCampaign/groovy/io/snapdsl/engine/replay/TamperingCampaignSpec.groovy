package io.snapdsl.engine.replay

import io.snapdsl.engine.ErrorCode
import java.nio.file.Path
import spock.lang.AutoCleanup
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir

/** One byte of every field of every row: the replay fails at exactly the event that the row belongs to. */
class TamperingCampaignSpec extends Specification {
    @TempDir
    @Shared
    Path base

    @Shared
    @AutoCleanup
    TamperedHistory history

    def setupSpec() {
        history = new TamperedHistory(base, 7, 100)
    }

    def 'the #place byte of #table #column'() {
        given:
        def random = new Random("$place $table $column".hashCode())

        expect:
        history.rowsOf(table).each { row ->
            def finding = history.with(row, column, place, random.nextInt(7)).finding()
            assert [row, finding.get().code(), finding.get().clock()] == [row, ErrorCode.DAMAGED, row.clock]
        }

        where:
        [table, column, place] << TamperedHistory.FIELDS.collectMany { table, columns ->
            [[table], columns, TamperedHistory.PLACES].combinations()
        }
    }

    def 'each byte of each packed state'() {
        given:
        def random = new Random(8)

        expect:
        history.rowsOf('checkpoint').each { row ->
            row.values.state.length.times { at ->
                int bit = random.nextInt(8)
                def finding = history.with(row, 'state', at, bit).finding()
                assert [row, at, bit, finding.map { it.code() }.orElse(null), finding.map { it.clock() }.orElse(0L)] ==
                    [row, at, bit, ErrorCode.DAMAGED, row.clock]
            }
        }
    }
}
