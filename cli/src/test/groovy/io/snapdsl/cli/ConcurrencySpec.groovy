package io.snapdsl.cli

import java.nio.file.Files

/** Many processes, one store. */
class ConcurrencySpec extends CommandSpecification {
    static final int PROCESSES = 8
    static final int ROUNDS = 3

    def 'eight processes snapping one workspace, from the very first snapshot on, make one chain'() {
        given:
        ordinaryProject()

        when:
        def results = (1..ROUNDS).collectMany { round ->
            write('file', "round $round")
            Snapdsl.finishAll((1..PROCESSES).collect { snapdsl.start([:], 'snap', '-m', "$round-$it", '--json') })
        }

        then:
        results.each { assert it.exit == 0: it }
        def log = log()
        log*.sequence == (PROCESSES * ROUNDS..1).toList()
        log*.id as Set == results*.json*.id as Set
        log*.goal as Set == [1..ROUNDS, 1..PROCESSES].combinations().collect { round, n -> "$round-$n".toString() } as Set
        log.init()*.previousId == log.tail()*.id
        broughtBack(log[0].id) == now()
        theStoreIsClean()
    }

    def 'eight workspaces share one store, and some of their content'() {
        given:
        def shared = randomBytes(1, 2_000_000)
        def workspaces = (1..PROCESSES).collect { n ->
            def other = snapdsl.in(Files.createDirectories(temp.resolve("w$n/project")))
            Files.write(other.workspace.resolve('shared'), shared)
            other
        }

        when:
        def results = (1..ROUNDS).collectMany { round ->
            workspaces.eachWithIndex { it, n -> Files.writeString(it.workspace.resolve('own'), "$n in round $round") }
            Snapdsl.finishAll(workspaces.collect { it.start([:], 'snap', '--json') })
        }

        then:
        results.each { assert it.exit == 0: it }
        workspaces.each { one ->
            def log = one.json('log').snapshots
            assert log*.sequence == (ROUNDS..1).toList()
            def copy = temp.resolve('copy-' + one.workspace.parent.fileName)
            assert one.run('restore', log[0].id, '--to', copy).exit == 0
            assert DirectoryState.of(copy) == DirectoryState.of(one.workspace)
        }
        results*.json*.subject as Set == (['project'] + (2..PROCESSES).collect { "project-$it".toString() }) as Set
        theStoreIsClean()
    }

    def 'snapping, restoring, removing, reading and verifying at once disturb nobody'() {
        given: 'two workspaces, one of them with much to remove'
        ordinaryProject()
        def ids = (1..6).collect { n -> write('file', "state $n"); write("bulk-$n", randomBytes(n, 600_000)); snap() }
        def other = snapdsl.in(Files.createDirectory(temp.resolve('other')))
        Files.writeString(other.workspace.resolve('file'), 'other')
        other.json('snap')

        when:
        def results = (0..3).collectMany { round ->
            Files.writeString(other.workspace.resolve('file'), "other in $round")
            Snapdsl.finishAll([
                snapdsl.start([:], 'rm', ids[round + 1], '--json'),
                snapdsl.start([:], 'restore', ids[0], '--json'),
                snapdsl.start([:], 'cat', ids[0], 'data/large.bin', '--json'),
                other.start([:], 'snap', '--json'),
                snapdsl.start([:], 'verify', '--read-data', '--json'),
                snapdsl.start([:], 'undo', '--json'),
                snapdsl.start([:], 'show', ids[5], '--files', '--json')])
        }

        then:
        results.each { assert it.exit == 0: it }
        taken.keySet().removeAll(ids[1..4])
        log()*.sequence == (log().size()..1).toList()
        everySnapshotIsIntact()
    }

    def 'snaps while others consolidate: none is lost, and the chain is whole'() {
        given:
        ordinaryProject()
        def ids = (1..4).collect { write('file', "before $it"); snap() }

        when:
        def results = (1..ROUNDS).collectMany { round ->
            write('file', "round $round")
            Snapdsl.finishAll([
                snapdsl.start([:], 'consolidate', '--min', 2, '--json'),
                snapdsl.start([:], 'snap', '--json'),
                snapdsl.start([:], 'snap', '--json'),
                snapdsl.start([:], 'consolidate', '--min', 2, '--json')])
        }

        then:
        results.each { assert it.exit == 0: it }
        def snapped = results*.json.findAll { it.sequence }
        snapped*.sequence.sort() == (5..4 + 2 * ROUNDS).toList()
        def shown = log()*.id
        [*ids, *snapped*.id].each { id ->
            assert id in shown || snapdsl.json('show', id).replacedById in shown
        }
        broughtBack(shown[0]) == now()
        theStoreIsClean()
    }

    def 'pruning while others restore: a restore is done whole or refused as unknown'() {
        given:
        ordinaryProject()
        def ids = (1..6).collect { write('file', "state $it"); write('bulk', randomBytes(it, 600_000)); snap() }

        when:
        def results = [[4, 0], [3, 1], [3, 4]].collectMany { keep, index ->
            Snapdsl.finishAll([
                snapdsl.start([:], 'prune', '--keep-last', keep, '--json'),
                snapdsl.start([:], 'restore', ids[index], '--json')])
        }

        then:
        results.each { assert it.exit == 0 || it.json.error.code == 'UNKNOWN_SNAPSHOT': it }
        results.any { it.exit == 0 && it.json.target }
        def left = log().findAll { !it.removed }
        left.size() >= 3
        broughtBack(left[0].id) == now()
        taken.keySet().retainAll(left*.id)
        everySnapshotIsIntact()
    }

    def 'snaps while others revert: what is there is in the history, and the chain is whole'() {
        given:
        def lines = { Map changed -> (1..20).collect { changed[it] ?: it }.join('\n') }
        write('text', lines([:]))
        snap()
        write('text', lines(3: 'wrong'))
        def wrong = snap()
        write('text', lines(3: 'wrong', 15: 'right'))

        when:
        def results = Snapdsl.finishAll([
            snapdsl.start([:], 'snap', '--json'),
            snapdsl.start([:], 'revert', wrong, '--json'),
            snapdsl.start([:], 'snap', '--json'),
            snapdsl.start([:], 'revert', wrong, '--json')])

        then:
        results.each { assert it.exit == 0: it }
        read('text') == lines(15: 'right')
        def log = log()
        log*.sequence == (log.size()..1).toList()
        log.init()*.previousId == log.tail()*.id
        log.count { it.trigger == 'revert' } == 1
        log.any { snapdsl.run('cat', it.id, 'text').out == lines(3: 'wrong', 15: 'right') }
        broughtBack(log[0].id) == now()
        everySnapshotIsIntact()
    }

    def 'a snapshot that is removed while its restore waits is refused as unknown, not as damage'() {
        given:
        ordinaryProject()
        def first = snap()
        write('file', 'two')
        snap()
        def holder = holdWorkspaceLock()

        when:
        def rm = snapdsl.start([:], 'rm', first, '--json')
        def restore = snapdsl.start([:], 'restore', first, '--json')
        holder.destroy()
        def (removed, restored) = Snapdsl.finishAll([rm, restore])

        then: 'whichever came first, the answer fits'
        removed.exit == 0
        restored.exit == 0 || restored.json.error.code == 'UNKNOWN_SNAPSHOT'
        taken.remove(first)
        everySnapshotIsIntact()
    }

    def 'a removal beside a reader that takes its time is made, and says that the space comes later'() {
        given: 'somebody pages through a large file, and has stopped in the middle'
        ordinaryProject()
        def first = snap()
        write('data/large.bin', randomBytes(7, 3_000_000))
        snap()
        def reader = snapdsl.start([:], 'cat', '@latest', 'data/large.bin')
        def page = reader.inputStream.readNBytes(1000)

        when:
        def result = snapdsl.run('rm', first, '--wait', 1, '--json')

        then:
        refused(result, 6, 'LOCKED')
        result.json.error.message.contains('removed')
        log()[-1].removed
        taken.remove(first)

        when: 'the reader reads on, and something is removed again'
        def rest = Snapdsl.finish(reader)
        def read = new ByteArrayOutputStream()
        [page, rest.bytes].each { read.writeBytes(it) }
        write('file', 'more')
        snap()
        def freed = snapdsl.json('rm', '@1')

        then:
        rest.exit == 0
        Arrays.equals(read.toByteArray(), randomBytes(7, 3_000_000))
        freed.bytesFreed > 0
        taken.remove(freed.removed[0])
        everySnapshotIsIntact()
    }

    def 'who is locked out is told by whom, after as long as it was willing to wait'() {
        given:
        write('file', 'one')
        snap()
        def holder = holdWorkspaceLock()

        when:
        def result = snapdsl.run('snap', '--wait', 1, '--json')

        then:
        refused(result, 6, 'LOCKED')
        result.json.error.message.contains("process ${holder.pid()}")
        result.json.error.hint.contains('--wait')

        when: 'the holder dies without a word'
        holder.destroyForcibly().waitFor()
        snap()

        then:
        everySnapshotIsIntact()

        cleanup:
        holder?.destroyForcibly()
    }
}
