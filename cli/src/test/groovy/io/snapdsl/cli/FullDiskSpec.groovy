package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Requires

/** A disk that is really full: a small file system in memory. */
@Requires(value = { FullDiskSpec.canMount() }, reason = 'mounting a tmpfs needs root')
class FullDiskSpec extends CommandSpecification {
    private List<Path> mounted = []

    static boolean canMount() {
        def place = Files.createTempDirectory('mount')
        try {
            boolean possible = ['mount', '-t', 'tmpfs', '-o', 'size=1m', 'none', place.toString()].execute().waitFor() == 0
            if (possible) ['umount', place.toString()].execute().waitFor()
            return possible
        } catch (IOException noMount) {
            return false
        } finally {
            Files.delete(place)
        }
    }

    Path smallDisk(String name, String size) {
        def place = Files.createDirectories(temp.resolve(name))
        assert ['mount', '-t', 'tmpfs', '-o', "size=$size,mode=700", 'none', place.toString()].execute().waitFor() == 0
        mounted << place
        place
    }

    def cleanup() {
        mounted.each { assert ['umount', it.toString()].execute().waitFor() == 0 }
    }

    static long free(Path place) {
        Files.getFileStore(place).usableSpace
    }

    def 'a snapshot that does not fit fails cleanly; removing one makes room, on the full disk'() {
        given:
        smallDisk('store', '24m')
        write('small', 'one')
        def small = snap()
        write('big', randomBytes(1, 6_000_000))
        def big = snap()
        delete('big')
        write('small', 'two')
        snap()

        when: 'more than there is room for'
        write('huge', randomBytes(2, 12_000_000))
        def state = now()
        def result = snapdsl.run('snap', '--json')

        then:
        refused(result, 1, 'STORE_FULL')
        result.json.error.hint.contains('snapdsl rm')
        now() == state
        log().size() == 3
        everySnapshotIsIntact()

        when: 'again, filled to the last byte'
        fill(store)
        def again = snapdsl.run('snap', '--json')

        then:
        refused(again, 1, 'STORE_FULL')
        snapdsl.run('log').exit == 0
        broughtBack(small) == taken[small]

        when:
        def removal = snapdsl.run('rm', big, '--json')
        taken.remove(big)

        then:
        removal.exit == 0
        free(store) > 5_000_000
        everySnapshotIsIntact()

        when:
        Files.delete(store.resolve('filler'))
        delete('huge')
        write('medium', randomBytes(3, 3_000_000))
        snap()

        then:
        everySnapshotIsIntact()

        when: 'there is room again, so is there for the reserve'
        snapdsl.json('rm', small)
        taken.remove(small)

        then:
        Files.size(store.resolve('reserve')) == 8 << 20
        everySnapshotIsIntact()
    }

    def 'with a single snapshot too there is a way out: what the failed one left is taken away'() {
        given:
        def disk = smallDisk('store', '24m')
        write('small', 'one')
        def only = snap()
        def before = free(disk)
        write('huge', randomBytes(2, 20_000_000))

        when:
        def result = snapdsl.run('snap', '--json')

        then:
        refused(result, 1, 'STORE_FULL')
        ["'snapdsl prune'", "make room on that disk", "move the directory $disk"].each { assert result.json.error.hint.contains(it) }
        free(disk) < before - 8_000_000

        when:
        fill(disk)
        def prune = snapdsl.json('prune')
        Files.delete(disk.resolve('filler'))

        then:
        prune.removed == 0
        prune.bytesFreed > 8_000_000
        free(disk) > before - 2_000_000
        broughtBack(only) == taken[only]

        when:
        write('huge', randomBytes(2, 4_000_000))
        snap()

        then:
        everySnapshotIsIntact()
    }

    def 'pruning makes room on a full disk, also more than the reserve at once'() {
        given:
        smallDisk('store', '60m')
        (1..6).each {
            write('big', randomBytes(it, 6_000_000))
            snap()
        }
        write('big', 'small')
        def newest = snap()
        fill(store)

        when:
        def result = snapdsl.run('prune', '--keep-last', 1, '--json')

        then:
        result.exit == 0
        result.json.removed == 6
        free(store) > 35_000_000
        taken.keySet().retainAll([newest])
        everySnapshotIsIntact()
    }

    def 'a disk of #disk that snapshots of #files x #size bytes have filled is emptied again by #words'() {
        given:
        def place = smallDisk('store', disk)
        def full = (1..20).find { round ->
            files.times { write("big$it", randomBytes(100 * round + it, size)) }
            def result = snapdsl.run('snap', '--json')
            if (result.exit == 0) taken[result.json.id] = now()
            result.exit != 0
        }

        expect:
        full > 1
        everySnapshotIsIntact()

        when:
        def oldest = taken.keySet()[0]
        def result = words == 'rm' ? snapdsl.run('rm', oldest, '--json') : snapdsl.run('prune', '--keep-last', 1, '--json')
        def kept = words == 'rm' ? taken.keySet() - oldest : [taken.keySet().last()]

        then:
        result.exit == 0
        free(place) > room

        when:
        taken.keySet().retainAll(kept)
        files.times { delete("big$it") }
        write('small', 'there is room again')
        snap()

        then:
        everySnapshotIsIntact()

        where:
        disk   | files | size       | words   | room
        '100m' | 1     | 20_000_000 | 'rm'    | 20_000_000
        '100m' | 4     | 5_000_000  | 'prune' | 50_000_000
        '40m'  | 1     | 20_000_000 | 'prune' | 5_000_000
        '60m'  | 30    | 300_000    | 'rm'    | 9_000_000
        '7m'   | 1     | 300_000    | 'prune' | 4_000_000
        '8m'   | 1     | 500_000    | 'rm'    | 4_000_000
        '8m'   | 20    | 20_000     | 'prune' | 4_000_000
    }

    def 'consolidating makes room on a full disk; where patches are to be kept and do not fit, nothing is merged'() {
        given:
        smallDisk('store', '60m')
        def ids = (1..5).collect {
            write('big', randomBytes(it, 6_000_000))
            snap()
        }
        write('small', 'x')
        def newest = snap()
        fill(store)

        expect:
        refused(snapdsl.run('consolidate', '--preserve-diffs', '--json'), 1, 'STORE_FULL')
        log()*.id == [newest, *ids.reverse()]

        when:
        def result = snapdsl.run('consolidate', '--json')

        then:
        result.exit == 0
        result.json.originalCount == 5
        free(store) > 20_000_000
        broughtBack(result.json.results[0]) == taken[ids[4]]
        taken.keySet().retainAll([newest])
        everySnapshotIsIntact()
    }

    def 'a revert whose result does not fit into the store touches nothing'() {
        given:
        smallDisk('store', '24m')
        def words = (1..20).collect { randomBytes(it, 25_000).encodeHex().toString() }
        def lines = { Map changed -> (1..20).collect { changed[it] ?: words[it - 1] }.join('\n') }
        write('text', lines([:]))
        snap()
        write('text', lines(3: 'wrong'))
        def wrong = snap()
        write('text', lines(3: 'wrong', 15: 'right'))
        snap()
        fill(store)
        def before = DirectoryState.identities(workspace)

        expect:
        refused(snapdsl.run('revert', wrong, '--json'), 1, 'STORE_FULL')
        DirectoryState.identities(workspace) == before

        when:
        Files.delete(store.resolve('filler'))
        snapdsl.json('revert', wrong)

        then:
        read('text') == lines(15: 'right')
        everySnapshotIsIntact()
    }

    def 'a revert that does not fit into the workspace leaves no torn file, loses nothing, and can be undone'() {
        given:
        def place = smallDisk('small', '12m')
        workspace = Files.createDirectory(place.resolve('project'))
        snapdsl = snapdsl.in(workspace)
        ['a', 'b', 'c', 'd'].eachWithIndex { name, i -> write(name, randomBytes(i, 2_000_000)) }
        snap()
        ['a', 'b', 'c', 'd'].each { write(it, 'small now') }
        def wrong = snap()
        write('later', 'x')
        def later = snap()
        Files.write(place.resolve('other'), randomBytes(9, 7_000_000))

        when:
        def result = snapdsl.run('revert', wrong, '--json')

        then:
        result.exit == 3
        result.json.problems.every { it.reason =~ /(?i)no space/ }
        partialFiles().empty
        DirectoryState.contents(workspace).keySet() == ['a', 'b', 'c', 'd', 'later'] as Set

        when:
        Files.delete(place.resolve('other'))
        snapdsl.json('undo')

        then:
        now() == taken[later]
        snapdsl.json('revert', wrong).problems == []
        everySnapshotIsIntact()
    }

    def 'with #room bytes left, #words are done and recorded, again and again'() {
        given:
        def disk = smallDisk('store', '24m')
        (1..2).each {
            write('file', randomBytes(it, 900_000))
            (1..200).each { n -> write("many/$n", "$it $n") }
            snap()
        }
        def states = taken.values().toList()
        fill(disk)
        new RandomAccessFile(disk.resolve('filler').toFile(), 'rw').withCloseable { it.length = it.length() - room }

        expect:
        (words + words).eachWithIndex { word, n ->
            def answer = snapdsl.run(word, '--json', *(word == 'revert' ? [taken.keySet().last()] : []))
            assert answer.exit == 0: answer
            assert log().size() == 3 + n
            assert now() == states[n % 2]
            assert snapdsl.json('status').changes.empty
        }
        everySnapshotIsIntact()

        and: 'there is still enough for deletions'
        snapdsl.run('prune', '--keep-last', 1, '--json').exit == 0

        where:
        room   | words
        0      | ['undo', 'redo']
        32_768 | ['undo', 'redo']
        32_768 | ['revert', 'undo']
    }

    def 'without a reserve and without room an undo touches nothing, however often'() {
        given:
        def disk = smallDisk('store', '24m')
        write('file', 'one')
        def first = snap()
        write('file', 'two')
        def second = snap()
        snapdsl.json('status')
        Files.delete(disk.resolve('reserve'))
        fill(disk)
        new RandomAccessFile(disk.resolve('filler').toFile(), 'rw').withCloseable { it.length = it.length() - 600_000 }

        when:
        def answers = (1..3).collect { snapdsl.run('undo', '--json') }

        then:
        answers.each { refused(it, 1, 'STORE_FULL') }
        answers[0].json.error.message.contains('No file was touched')
        now() == taken[second]
        log().size() == 2

        when:
        Files.delete(disk.resolve('filler'))
        snapdsl.json('undo')

        then:
        now() == taken[first]
        everySnapshotIsIntact()
    }

    def 'however often a store on a full disk is looked at, #words still works'() {
        given:
        def disk = smallDisk('store', '40m')
        (1..3).each {
            write('file', randomBytes(it, 300_000))
            snap()
        }
        def filler = disk.resolve('filler')

        when: 'what is lent to each look is taken by others'
        def looks = (1..20).collect {
            fill(disk)
            snapdsl.run('log', '--json')
        }
        fill(disk)

        then:
        looks*.exit.unique() == [0]
        looks*.json*.snapshots*.size().unique() == [3]
        Files.size(disk.resolve('reserve')) == 4 << 20
        free(disk) < 4096
        snapdsl.json('status').changes.empty
        snapdsl.json('verify', '--read-data').clean

        when:
        def result = snapdsl.run(*words, '--json')
        Files.delete(filler)
        def left = log().findAll { !it.removed }*.id
        taken.keySet().retainAll(left)

        then:
        result.exit == 0
        left.size() == (words[0] == 'rm' ? 2 : 1)
        everySnapshotIsIntact()

        where:
        words << [['rm', '@1'], ['prune', '--keep-last', '1']]
    }

    def 'a moment whose restore does not fit is as it was in every part: #where is full'() {
        given:
        def minds = smallDisk('minds', '4m')
        def disk = smallDisk('store', '24m')
        def mind = minds.resolve('mind.json')
        def script = Files.writeString(temp.resolve('policy.groovy'), """
            def app = workspace('app') { path 'project' }
            def mind = state('mind') { path '$mind' }
            policy('p') { protect app, mind; on policyStart }
        """.stripIndent())
        write('file', 'one')
        Files.writeString(mind, '"' + 'x' * 1_000_000 + '"')
        snapdsl.json('run', script, '--once')
        def moment = snapdsl.json('moment', 'list').moments[0].id
        write('file', 'two')
        Files.writeString(mind, '"small"')
        write('file', randomBytes(7, 2_000_000))
        def state = now()
        def full = where == 'the store' ? disk : minds
        fill(full)

        when:
        def result = snapdsl.run('moment', 'restore', moment, '--json')

        then:
        result.exit == 1
        now() == state
        Files.readString(mind) == '"small"'

        when:
        Files.delete(full.resolve('filler'))
        snapdsl.json('moment', 'restore', moment)

        then:
        read('file') == 'one'
        Files.size(mind) > 1_000_000
        everySnapshotIsIntact()

        where:
        where << ['the store', 'the disk of the state']
    }

    private static void fill(Path disk) {
        def filler = disk.resolve('filler').toFile()
        try {
            new FileOutputStream(filler, true).withCloseable { out ->
                def block = new byte[4096]
                while (true) out.write(block)
            }
        } catch (IOException full) {
            assert free(disk) < 4096
        }
    }

    def 'a store on a disk that can only be read is read, also as a kill left it'() {
        given:
        def disk = smallDisk('store', '40m')
        write('file', 'one')
        snap()
        write('file', 'two')
        def second = snap()
        remount(disk, 'ro')

        expect:
        storeIsReadButNotWritten(second)

        when: 'the last words of a killed process are still in the log'
        remount(disk, 'rw')
        write('file', 'three')
        def state = now()
        assert snapdsl.runUntil('publish.after-commit', 'snap').exit == Snapdsl.KILLED
        assert Files.size(disk.resolve('store.db-wal')) > 0
        remount(disk, 'ro')
        def third = log()[0].id
        taken[third] = state

        then:
        log().size() == 3
        taken.each { id, before -> assert broughtBack(id) == before }

        cleanup:
        remount(disk, 'rw')
    }

    private Snapdsl.Result checkpoint(String json, String session = 'run') {
        def file = Files.writeString(temp.resolve('state.json'), json)
        snapdsl.run('state', 'checkpoint', 'mind', '--label', 'work', '--session', session, file, '--json')
    }

    def 'states are read where they can only be read'() {
        given: 'small ones, and one that is kept in parts'
        def disk = smallDisk('store', '40m')
        def large = '["' + 'all of it ' * 40_000 + '"]'
        ['{"n":1}', '{"n":2}', large].each { assert checkpoint(it).exit == 0 }
        remount(disk, 'ro')

        expect:
        snapdsl.json('state', 'list', 'mind').checkpoints*.number == [3, 2, 1]
        snapdsl.json('state', 'show', 'mind@2').value == [n: 2]
        snapdsl.run('state', 'restore', 'mind', 3).out == large + '\n'
        snapdsl.run('state', 'diff', 'mind', 1, 2).out == 'n: 1 -> 2\n'
        snapdsl.json('state', 'replay', 'run').with { [it.replayed, it.checkpoints, it.finding] } == [3, 3, null]
        snapdsl.json('state', 'export', 'run', '--to', 'out').events == 3
        snapdsl.json('moment', 'list').moments == []
        snapdsl.json('verify', '--read-data').clean

        and:
        refused(checkpoint('3'), 1, 'NO_PERMISSION')
        refused(snapdsl.run('state', 'event', 'run', '--type', 'x', '--json'), 1, 'NO_PERMISSION')
        refused(snapdsl.run('state', 'restore', 'mind', 1, '--rollback', '--json'), 1, 'NO_PERMISSION')
        refused(snapdsl.run('state', 'import', 'out', '--json'), 1, 'NO_PERMISSION')

        cleanup:
        remount(disk, 'rw')
    }

    def 'on a full disk nothing is half recorded, and a state still finds its way back'() {
        given:
        def disk = smallDisk('store', '24m')
        (1..3).each { assert checkpoint("{\"n\":$it}").exit == 0 }
        fill(disk)

        when: 'until the last free byte of a page is taken'
        def answers = (1..40).collect { checkpoint('["' + randomBytes(it, 6000).encodeHex() + '"]') }
        def kept = answers.count { it.exit == 0 }

        then:
        kept < 40
        answers.findAll { it.exit != 0 }.each { refused(it, 1, 'STORE_FULL') }
        snapdsl.json('state', 'replay', 'run').with { [it.checkpoints, it.finding] } == [3 + kept, null]

        when:
        def numbers = (1..5).collect { snapdsl.json('state', 'restore', 'mind', it % 3 + 1, '--rollback').rollback.number }

        then:
        numbers == (1..5).collect { 3 + kept + it }
        snapdsl.json('state', 'show', 'mind').value == [n: 3]
        snapdsl.json('verify', '--read-data').clean
    }

    def 'a store of an older format is read where it can only be read, and brought up to date on a full disk'() {
        given:
        def disk = smallDisk('store', '24m')
        def file = new StoreFile(disk)
        file.makeOfFormat1()
        Files.write(disk.resolve('reserve'), new byte[8 << 20])
        remount(disk, 'ro')

        expect:
        snapdsl.json('log', 'project').snapshots*.goal == ['second', 'first of format 1']
        snapdsl.run('verify', '--read-data').exit == 0
        snapdsl.json('state', 'list').states == []
        snapdsl.json('moment', 'list').moments == []

        when:
        remount(disk, 'rw')
        def before = file.value('PRAGMA user_version')
        fill(disk)
        def snapshots = snapdsl.json('log', 'project').snapshots
        Files.delete(disk.resolve('filler'))

        then:
        snapshots.size() == 2
        [before, file.value('PRAGMA user_version')] == [1, 7]
        snapdsl.run('verify', '--read-data').exit == 0
    }

    private static void remount(Path disk, String how) {
        assert ['mount', '-o', "remount,$how", disk.toString()].execute().waitFor() == 0
    }

    def 'a new store on a full disk is refused in words'() {
        given:
        def disk = smallDisk('store', '64k')
        fill(disk)
        write('file', 'x')

        expect:
        refused(snapdsl.run('snap', '--json'), 1, 'STORE_FULL')

        when:
        Files.delete(disk.resolve('filler'))
        assert ['mount', '-o', 'remount,size=30m', disk.toString()].execute().waitFor() == 0
        snap()

        then:
        everySnapshotIsIntact()
    }

    def 'a restore that does not fit leaves no torn file, loses nothing, and can be undone'() {
        given:
        def place = smallDisk('small', '12m')
        workspace = Files.createDirectory(place.resolve('project'))
        snapdsl = snapdsl.in(workspace)
        ['a', 'b', 'c', 'd'].eachWithIndex { name, i -> write(name, randomBytes(i, 2_000_000)) }
        def large = snap()
        ['a', 'b', 'c', 'd'].each { write(it, 'small now') }
        def small = snap()
        Files.write(place.resolve('other'), randomBytes(9, 7_000_000))

        when:
        def result = snapdsl.run('restore', large, '--json')

        then:
        result.exit == 3
        !result.json.problems.empty
        result.json.problems.every { it.reason =~ /(?i)no space/ }
        partialFiles().empty
        def old = contentsOf(taken[small])
        def wanted = contentsOf(taken[large])
        DirectoryState.contents(workspace).every { name, content -> content in [old[name], wanted[name]] }
        DirectoryState.contents(workspace).size() == 4

        when:
        Files.delete(place.resolve('other'))
        snapdsl.json('undo')

        then:
        now() == taken[small]

        when:
        snapdsl.json('restore', large)

        then:
        now() == taken[large]
        everySnapshotIsIntact()
    }

    private static Map<String, String> contentsOf(Map<String, DirectoryState.Entry> state) {
        state.collectEntries { [it.key, it.value.sha256] }
    }

    def 'a restore to a place that is too small says so'() {
        given:
        write('file', randomBytes(1, 3_000_000))
        write('other', 'x')
        def id = snap()
        def place = smallDisk('place', '1m')

        when:
        def result = snapdsl.run('restore', id, '--to', place.resolve('copy'), '--json')

        then:
        result.exit == 3
        result.json.problems*.path == ['file']
        DirectoryState.contents(place).keySet() == ['copy/other'] as Set
        everySnapshotIsIntact()
    }

    def 'hard links of two disks are not taken for one another, though their numbers are the same'() {
        given:
        ['one', 'two'].each { name ->
            def disk = smallDisk("project/$name", '1m')
            Files.writeString(disk.resolve('file'), name)
            Files.createLink(disk.resolve('twin'), disk.resolve('file'))
        }
        def id = snap()
        def copy = temp.resolve('out')

        when:
        snapdsl.run('restore', id, '--to', copy)

        then:
        ['one', 'two'].each { name ->
            assert Files.readString(copy.resolve("$name/file")) == name
            assert Files.isSameFile(copy.resolve("$name/file"), copy.resolve("$name/twin"))
        }
    }
}
