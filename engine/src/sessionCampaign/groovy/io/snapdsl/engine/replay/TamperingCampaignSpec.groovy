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
            row.values.state.length.times { at -> failsWith(row, 'state', at, random.nextInt(8)) }
        }
    }

    def 'bytes of each compressed pack: each where zstd says how it packed, and many of the rest'() {
        given:
        def random = new Random(9)

        expect:
        history.rowsOf('pack').findAll { it.values.compressed == 1 }.each { row ->
            int length = row.values.data.length
            def places = (0..<Math.min(200, length)) + (length > 200 ? (200..<length).step(97) : [])
            places.each { at -> failsWith(row, 'data', at, random.nextInt(8)) }
        }
    }

    private void failsWith(TamperedHistory.Row row, String column, int at, int bit) {
        def finding = history.with(row, column, at, bit).finding()
        assert [row, at, bit, finding.map { it.code() }.orElse(null), finding.map { it.clock() }.orElse(0L)] ==
            [row, at, bit, ErrorCode.DAMAGED, row.clock]
    }
}
