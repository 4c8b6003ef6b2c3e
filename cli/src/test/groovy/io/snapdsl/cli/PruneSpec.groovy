package io.snapdsl.cli

import java.nio.file.Files
import java.time.Duration
import java.time.Instant
import java.time.ZoneId
import java.time.format.DateTimeFormatter

class PruneSpec extends CommandSpecification {
    /** One snapshot for each age; ids in the same order. */
    List<String> snapshotsOfAges(List<Duration> ages) {
        def ids = ages.collect { age ->
            write('file', "state of $age ago")
            snap()
        }
        // Afterwards: no snapshot is added to a chain whose end was altered.
        [ids, ages].transpose().each { id, age -> setAge(id, age) }
        ids
    }

    /** Only the database can have an old snapshot so soon; its entry then doesn't match its id, which 'verify' would say. */
    void setAge(String id, Duration age) {
        new StoreFile(store).update('UPDATE snapshot SET seconds = ? WHERE id = ?',
            [Instant.now().minus(age).epochSecond, StoreFile.bytes(id)])
    }

    static List<String> kept(Object answer) {
        answer.snapshots.findAll { it.action == 'keep' }*.id
    }

    List<String> present() {
        log().findAll { !it.removed }*.id
    }

    static Duration days(int n) {
        Duration.ofDays(n)
    }

    def 'a dry run lists each snapshot with what becomes of it and why, and removes nothing'() {
        given:
        def ids = (1..5).collect { write('file', "state $it"); snap() }

        when:
        def answer = snapdsl.json('prune', '--keep-last', 2, '--keep', ids[0], '--dry-run')
        def text = snapdsl.run('prune', '--keep-last', 2, '--keep', '@4', '--dry-run')

        then:
        [answer.dryRun, answer.kept, answer.removed, answer.bytesFreed] == [true, 3, 2, null]
        answer.snapshots*.id == ids.reverse()
        answer.snapshots*.action == ['keep', 'keep', 'remove', 'remove', 'keep']
        answer.snapshots*.reasons == [['the newest of project', 'among the last 2'], ['among the last 2'],
            ['no rule keeps it'], ['no rule keeps it'], ['named by its id']]
        answer.snapshots[0].keySet() == ['id', 'sequence', 'subject', 'time', 'action', 'reasons'] as Set
        text.exit == 0
        text.out.readLines().size() == 6
        text.out.readLines()[2] ==~ /remove  ${ids[2].substring(0, 10)}      #3  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d  no rule keeps it/
        text.out.readLines().last() == 'Would remove 2 snapshots and keep 3.'
        present() == ids.reverse()

        when:
        def real = snapdsl.json('prune', '--keep-last', 2, '--keep', ids[0])

        then: 'the real thing does the same'
        real.snapshots == answer.snapshots
        [real.dryRun, real.kept, real.removed] == [false, 3, 2]
        present() == [ids[4], ids[3], ids[0]]
        taken.keySet().removeAll([ids[1], ids[2]])
        everySnapshotIsIntact()

        and: 'there is nothing left to do'
        snapdsl.json('prune', '--keep-last', 2, '--keep', ids[0]).removed == 0
    }

    def 'the times of a dry run are those of the calendar that the rules go by'() {
        given:
        def id = snapshotsOfAges([days(3), days(1)])[0]
        def time = new StoreFile(store).value('SELECT seconds FROM snapshot WHERE id = ?', [StoreFile.bytes(id)]) as long
        def there = Instant.ofEpochSecond(time).atZone(ZoneId.of(zone)).format(DateTimeFormatter.ofPattern('yyyy-MM-dd HH:mm:ss'))

        expect:
        snapdsl.run('prune', '--keep-daily', 5, '--zone', zone, '--dry-run').out.readLines()
            .any { it.contains(id.take(10)) && it.contains("  $there  ") }

        where:
        zone << ['Asia/Tokyo', 'America/Los_Angeles']
    }

    def 'what no other snapshot needs is given back to the file system'() {
        given:
        write('shared', randomBytes(1, 500_000))
        write('big', randomBytes(2, 6_000_000))
        snap()
        delete('big')
        2.times { write('file', it); snap() }
        def before = Files.size(store.resolve('store.db'))

        when:
        def result = snapdsl.run('prune', '--keep-last', 2)

        then:
        result.out ==~ /Removed 1 snapshot, kept 2; the store is [56]\.\d MB smaller\.\n/
        Files.size(store.resolve('store.db')) < before - 5_500_000
        taken.remove(taken.keySet()[0])
        everySnapshotIsIntact()
    }

    def 'the default rules keep what is young, and thin out what is old'() {
        given:
        def ids = snapshotsOfAges([days(4000), days(3999), days(400), days(6), days(0)])
        def store = new StoreFile(store)

        expect: 'few as they are, these are among the last 100'
        snapdsl.json('prune', '--dry-run').removed == 0

        and: 'by age alone, only the years count for the oldest'
        kept(snapdsl.json('prune', '--keep-within', '7d', '--keep-yearly', 10, '--dry-run')).containsAll(ids[1..4])
        kept(snapdsl.json('prune', '--keep-within', '1 week', '--dry-run')) == [ids[4], ids[3]]
        kept(snapdsl.json('prune', '--keep-hourly', 1, '--dry-run')) == [ids[4]]
        kept(snapdsl.json('prune', '--keep-last', 0, '--dry-run')) == [ids[4]]
    }

    def 'tagged ones stay, and do not count towards a limit'() {
        given:
        def ids = (1..5).collect {
            write('file', "state $it")
            it == 2 ? snapdsl.json('snap', '--tag', 'release').id : snap()
        }

        expect:
        kept(snapdsl.json('prune', '--keep-tagged', 'release', '--dry-run')) == [ids[4], ids[1]]
        kept(snapdsl.json('prune', '--keep-tagged', 'release', '--keep-last', 9, '--max-per-subject', 3, '--dry-run')) == ids[1..4].reverse()
        kept(snapdsl.json('prune', '--keep-tagged', 'other', '--dry-run')) == [ids[4]]
    }

    def 'limits of the whole store take the oldest of all workspaces'() {
        given:
        def other = snapdsl.in(Files.createDirectory(temp.resolve('other')))
        def ids = (1..4).collect {
            [snapdsl, other].collect { where ->
                Files.writeString(where.workspace.resolve('file'), "state $it of ${where.workspace}")
                snap(where)
            }
        }.flatten()

        when:
        def answer = snapdsl.json('prune', '--all', '--max-per-subject', 3, '--max-total', 5, '--dry-run')

        then:
        kept(answer) as Set == ids.drop(3) as Set
        answer.snapshots*.subject.toUnique() == ['other', 'project']
        answer.snapshots.find { it.id == ids[0] }.reasons == ['over the limit of 3 per workspace']
        answer.snapshots.find { it.id == ids[2] }.reasons == ['over the limit of 5 in all']

        and: 'one workspace only, by its name'
        snapdsl.json('prune', 'other', '--keep-last', 1).removed == 3
        present().size() == 4
    }

    def 'the size limit leaves as many of the newest as fit, and the dry run says the same'() {
        given:
        def ids = (1..5).collect { write('noise', randomBytes(it, 1_000_000)); snap() }

        when:
        def plan = snapdsl.json('prune', '--all', '--max-size', '3.5MB', '--dry-run')
        def answer = snapdsl.json('prune', '--all', '--max-size', '3.5MB')

        then:
        kept(plan) == ids.drop(2).reverse()
        plan.snapshots.last().reasons == ['over the size limit']
        answer.snapshots == plan.snapshots
        answer.bytesFreed > 1_900_000
        snapdsl.json('stats').storedBytes in 3_000_000..3_500_000
        taken.keySet().removeAll(ids.take(2))
        everySnapshotIsIntact()

        and: 'a limit that nothing can meet leaves the newest'
        def missed = snapdsl.run('prune', '--all', '--max-size', '10 kB', '--json')
        missed.exit == 3
        kept(missed.json) == [ids[4]]
        snapdsl.run('prune', '--all', '--max-size', '10 kB').err.contains('still holds more than --max-size')
        present() == [ids[4]]
        snapdsl.json('prune', '--all', '--max-size', '1 GiB').removed == 0
    }

    def 'snapdsl prune #words is refused: #message'() {
        given:
        write('file', 'one')
        snap()

        when:
        def result = snapdsl.run('prune', *words, '--json')

        then:
        refused(result, 2, code)
        result.json.error.message.contains(message)

        where:
        words                          | code               | message
        ['--keep-last', '-1']          | 'USAGE'            | '--keep-last -1'
        ['--keep-daily', '-7']         | 'USAGE'            | '--keep-daily -7'
        ['--keep-daily', 'some']       | 'USAGE'            | '--keep-daily'
        ['--keep-within', 'soon']      | 'USAGE'            | "'soon' is not a span of time"
        ['--keep', 'abcdef']           | 'UNKNOWN_SNAPSHOT' | 'abcdef'
        ['--anchor', 'middle']         | 'USAGE'            | "'middle'"
        ['--zone', 'Mars/Olympus']     | 'USAGE'            | 'Mars/Olympus'
        ['--max-total', '5']           | 'USAGE'            | '--max-total'
        ['--max-size', '5GB']          | 'USAGE'            | '--max-size'
        ['--all', '--max-size', 'big'] | 'USAGE'            | "'big' is not a size"
        ['--max-per-subject', '0']     | 'USAGE'            | '--max-per-subject 0'
        ['--all', 'project']           | 'USAGE'            | '--all'
        ['nosuch']                     | 'UNKNOWN_SUBJECT'  | 'nosuch'
    }

    def 'a snapshot of another workspace is not kept by name, unless all are pruned'() {
        given:
        2.times { write('file', it); snap() }
        def other = snapdsl.in(Files.createDirectory(temp.resolve('other')))
        def there = (1..2).collect { Files.writeString(other.workspace.resolve('file'), "$it"); other.json('snap').id }

        when:
        def result = snapdsl.run('prune', '--keep-last', 1, '--keep', there[0], '--json')

        then:
        refused(result, 2, 'USAGE')
        result.json.error.message.contains("'other'")
        present().size() == 2
        kept(snapdsl.json('prune', '--all', '--keep-last', 1, '--keep', there[0])).containsAll(there)
    }

    def 'a workspace that is being used is waited for, not pruned meanwhile'() {
        given:
        2.times { write('file', it); snap() }
        def holder = new ProcessBuilder('python3', '-c', """
import fcntl, sys
file = open('${store}/locks/subject-1', 'r+')
fcntl.lockf(file, fcntl.LOCK_EX)
print('locked', flush=True)
sys.stdin.read()""").start()
        holder.inputStream.newReader().readLine() == 'locked'

        when:
        def result = snapdsl.run('prune', '--keep-last', 1, '--wait', 1, '--json')

        then:
        refused(result, 6, 'LOCKED')
        present().size() == 2
        snapdsl.json('prune', '--keep-last', 1, '--dry-run').removed == 1

        cleanup:
        holder?.destroy()
    }
}
