package io.snapdsl.cli

import java.time.Instant

class StatsSpec extends CommandSpecification {
    def 'an account of what the store holds'() {
        given:
        write('same', randomBytes(1, 1_000_000))
        write('text', 'word ' * 20_000)
        def first = snap()
        write('other', randomBytes(2, 500_000))
        def second = snap()
        write('other', 'small')
        def third = snap()

        when:
        def stats = snapdsl.json('stats')

        then:
        stats.keySet().containsAll(['store', 'bytesOnDisk', 'fileBytes', 'storedBytes', 'compressionRatio', 'chunks', 'packs', 'subjects'])
        [stats.totalSnapshots, stats.consolidatedSnapshots] == [3, 0]
        [stats.oldestSnapshot, stats.newestSnapshot] == [first, third]
        stats.logicalBytes == 3 * 1_100_000 + 500_000 + 5
        stats.fileBytes == 1_100_000 + 500_000 + 5
        stats.uniqueBytes > stats.fileBytes
        stats.spaceSaved == stats.logicalBytes - stats.storedBytes
        stats.growthPerDay == stats.uniqueBytes
        Math.abs(stats.compressionRatio - stats.uniqueBytes / stats.storedBytes) < 0.001

        when:
        snapdsl.json('prune', '--keep-last', 1, '--keep', first)
        def pruned = snapdsl.json('stats')

        then:
        pruned.totalSnapshots == 2
        pruned.logicalBytes == 2 * 1_100_000 + 5
        pruned.fileBytes == 1_100_000 + 5
        pruned.subjects[0].snapshots == 2
    }

    def 'growth is by the days of the store, and what the last week added is told apart'() {
        given:
        write('old', randomBytes(1, 1_000_000))
        snap()
        write('new', randomBytes(2, 700_000))
        snap()
        new StoreFile(store).update('UPDATE snapshot SET seconds = ? WHERE sequence = 1', [Instant.now().epochSecond - 10 * 86_400])

        when:
        def stats = snapdsl.json('stats', '--growth')

        then:
        Math.abs(stats.growthPerDay - stats.uniqueBytes / 10) < 100
        stats.growthPerDayRecently in 100_000..100_500
        snapdsl.run('stats', '--growth').out =~ /growth     17\d\.\d kB of unique content a day\n           100\.\d kB a day in the last 7 days/
        !snapdsl.json('stats').containsKey('growthPerDayRecently')
    }

    def 'an empty store is all zero'() {
        given:
        snapdsl.json('init')

        expect:
        with(snapdsl.json('stats')) {
            [totalSnapshots, logicalBytes, uniqueBytes, spaceSaved, growthPerDay] == [0, 0, 0, 0, 0]
            [oldestSnapshot, newestSnapshot, compressionRatio] == [null, null, 1]
        }
    }
}
