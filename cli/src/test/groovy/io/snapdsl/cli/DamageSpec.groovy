package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.StandardOpenOption

/** Damage is found, named with what it touches, stays where it is, and is healed where the content still exists. */
class DamageSpec extends CommandSpecification {
    StoreFile file

    def setup() {
        file = new StoreFile(store)
    }

    Object packOf(String sha256) {
        file.value('SELECT pack FROM chunk WHERE hash = ?', [StoreFile.bytes(sha256)])
    }

    /** The content of small files is one chunk, named by the hash of its bytes. */
    String sha(String name) {
        now()[name].sha256
    }

    void flipByte(Object pack) {
        byte[] data = file.value('SELECT data FROM pack WHERE id = ?', [pack])
        data[data.length.intdiv(2)] ^= 1
        assert file.update('UPDATE pack SET data = ? WHERE id = ?', [data, pack]) == 1
    }

    void damageIsFound(Map<String, List<String>> snapshotsByPath, String... options) {
        def json = snapdsl.run('verify', '--json', *options)
        assert json.exit == 5: json
        assert !json.json.clean
        assert json.json.damaged.collectEntries { [it.path, it.snapshots as Set] } == snapshotsByPath.collectEntries { [it.key, it.value as Set] }
        def text = snapdsl.run('verify', *options)
        assert text.exit == 5
        assert text.out.contains('DAMAGE FOUND')
        snapshotsByPath.each { path, ids ->
            assert text.out.contains(path ?: '(top)')
            ids.each { assert text.out.contains(it.substring(0, 10)) }
        }
        noStackTrace(text)
    }

    def 'one flipped bit in stored content is found, and only what it is in is lost'() {
        given:
        write('sound', randomBytes(1, 700_000))
        def before = snap()
        write('dir/victim', randomBytes(2, 700_000))
        def first = snap()
        write('sound', randomBytes(3, 700_000))
        def second = snap()

        when:
        flipByte(packOf(sha('dir/victim')))

        then: 'without reading it, it cannot be seen'
        snapdsl.run('verify').exit == 0
        damageIsFound(['dir/victim': [first, second]], '--read-data')

        and: 'all else comes back, in and out of the snapshots concerned'
        broughtBack(before) == taken[before]
        def partly = snapdsl.run('restore', first, '--to', temp.resolve('partly'), '--json')
        partly.exit == 3
        partly.json.problems*.path == ['dir/victim']
        DirectoryState.contents(temp.resolve('partly')) == ['sound': taken[first].sound.sha256]
        refused(snapdsl.run('cat', first, 'dir/victim', '--json'), 5, 'DAMAGED')

        when: 'the workspace still has it'
        assert snapdsl.run('verify', '--read-data', '--repair').exit == 5
        snap()

        then:
        everySnapshotIsIntact()
    }

    def 'a damaged file is not restored over a good one'() {
        given:
        write('victim', randomBytes(1, 700_000))
        def first = snap()
        def pack = packOf(sha('victim'))
        write('victim', 'the good one')
        snap()
        flipByte(pack)

        when:
        def result = snapdsl.run('restore', first, '--json')

        then:
        result.exit == 3
        result.json.problems*.path == ['victim']
        read('victim') == 'the good one'
        partialFiles().empty
    }

    def 'a #what that is missing is found without reading everything, and healed'() {
        given: 'three files in one pack'
        ['one', 'two', 'dir/three'].each { write(it, "content of $it") }
        def first = snap()
        write('unrelated', 'x')
        def second = snap()

        when:
        assert file.update(removal, [StoreFile.bytes(sha('one'))]) == 1

        then:
        damageIsFound(touched.collectEntries { [it, [first, second]] })

        when:
        assert snapdsl.run('verify', '--repair').exit == 5
        snap()

        then:
        everySnapshotIsIntact()

        where:
        what    | touched                     | removal
        'chunk' | ['one']                     | 'DELETE FROM chunk WHERE hash = ?'
        'pack'  | ['one', 'two', 'dir/three'] | 'DELETE FROM pack WHERE id = (SELECT pack FROM chunk WHERE hash = ?)'
    }

    def 'the damaged tree of the newest snapshot does not keep the next one from being taken'() {
        given:
        ordinaryProject()
        def first = snap()
        write('README.md', 'changed')
        def second = snap()
        byte[] root = file.value('SELECT root FROM snapshot WHERE id = ?', [StoreFile.bytes(second)])
        file.update('DELETE FROM chunk WHERE hash = ?', [root])

        expect:
        damageIsFound(['': [second]])

        when:
        assert snapdsl.run('verify', '--repair').exit == 5
        write('README.md', 'changed again')
        def third = snap()

        then:
        broughtBack(first) == taken[first]
        broughtBack(third) == taken[third]
        damageIsFound(['': [second]])

        when: 'and not from going back either'
        snapdsl.json('restore', first)

        then:
        now() == taken[first]
    }

    def 'a snapshot missing from the #where of its chain is missed'() {
        given:
        def ids = (1..3).collect { write('file', "state $it"); snap() }

        when:
        file.update('DELETE FROM snapshot WHERE id = ?', [StoreFile.bytes(ids[index])])
        def result = snapdsl.run('verify', '--json')

        then:
        result.exit == 5
        result.json.findings.join() =~ finding

        and: 'the others are still there'
        (ids - ids[index]).each { assert broughtBack(it) == taken[it] }

        where:
        where       | index | finding
        'beginning' | 0     | /History of project: snapshots 1 to 1 are missing/
        'middle'    | 1     | /History of project: snapshots 2 to 2 are missing/
        'end'       | 2     | /snapshot \w{10}, made on .*, is in the audit log but not in any history/
    }

    def 'an altered #column of an entry is found out'() {
        given:
        def ids = (1..2).collect { write('file', "state $it"); snap() }

        when:
        file.update("UPDATE snapshot SET $column = ? WHERE id = ?", [value, StoreFile.bytes(ids[0])])
        def result = snapdsl.run('verify', '--json')

        then:
        result.exit == 5
        result.json.findings.any { it.contains(ids[0].substring(0, 10)) && it.contains('was altered') }
        broughtBack(ids[1]) == taken[ids[1]]

        where:
        column    | value
        'goal'    | 'another goal'
        'seconds' | 12345
        'tool'    | 'somebody else'
        'session' | 'x'
        'created' | 99
    }

    def 'a store that was cut off at #share says so, names what is touched, and gives back all else'() {
        given:
        write('early', randomBytes(1, 600_000))
        def first = snap()
        (1..5).each { write("late/$it", randomBytes(10 + it, 600_000)) }
        write('middle', 'small')
        def second = snap()
        truncate(share)
        def before = Files.readAllBytes(file.file)

        when:
        def results = [[], ['--read-data']].collect { snapdsl.run('verify', '--json', *it) }

        then:
        results.each {
            assert it.exit == 5
            noStackTrace(it)
            assert it.json.findings[0] ==~ /The end of .*store\.db is missing: \d+ bytes\./
        }
        def touched = results[0].json.damaged
        touched.collect { [it.path, it.snapshots as Set] } as Set == results[1].json.damaged.collect { [it.path, it.snapshots as Set] } as Set
        !touched.empty

        and: 'what is not named comes back'
        taken.each { id, state ->
            def bad = touched.findAll { id in it.snapshots }*.path
            def copy = temp.resolve("copy-$id")
            def result = snapdsl.run('restore', id, '--to', copy, '--json')
            noStackTrace(result)
            assert result.exit == (bad.empty ? 0 : bad.contains('') ? 5 : 3): result
            if (result.exit == 5) return
            def wanted = state.findAll { name, entry -> entry.kind == 'f' && !(name in bad) }.keySet()
            assert DirectoryState.contents(copy) == wanted.collectEntries { [it, state[it].sha256] }
        }

        and: 'nothing is written to it any more'
        refused(snapdsl.run('snap', '--json'), 5, 'DAMAGED')
        Arrays.equals(Files.readAllBytes(file.file), before)

        where:
        share << [0.9, 0.6, 0.4]
    }

    def 'a store of which next to nothing is left says so in words'() {
        given:
        ordinaryProject()
        snap()

        when:
        truncate(0.01)

        then:
        ['verify', 'log', 'snap'].each {
            def result = snapdsl.run(it, '--json')
            assert result.exit == 5: result
            noStackTrace(result)
            assert (result.json.error?.message ?: result.json.findings.join()).contains('store.db')
        }
    }

    private static String contentOf(DirectoryState.Entry entry) {
        entry.kind == 'l' ? '-> ' + entry.target : entry.sha256
    }

    private void truncate(double share) {
        Files.newByteChannel(file.file, StandardOpenOption.WRITE).withCloseable { it.truncate((long) (it.size() * share)) }
    }

    def 'a store that was emptied is not taken for a new one'() {
        given:
        ordinaryProject()
        snap()

        when:
        Files.write(file.file, new byte[0])

        then:
        ['verify', 'log', 'snap'].each { refused(snapdsl.run(it, '--json'), 5, 'DAMAGED') }
        Files.size(file.file) == 0
    }

    def 'bytes overwritten anywhere in the file never lead to wrong content, seed #seed'() {
        given:
        ordinaryProject()
        snap()
        write('README.md', 'changed')
        snap()
        def random = new Random(seed)
        Files.newByteChannel(file.file, StandardOpenOption.WRITE).withCloseable { channel ->
            3.times {
                channel.position(100 + random.nextInt((int) channel.size() - 200))
                channel.write(java.nio.ByteBuffer.wrap(randomBytes(random.nextLong(), 16)))
            }
        }

        expect:
        def verify = snapdsl.run('verify', '--read-data', '--json')
        noStackTrace(verify)
        taken.each { id, state ->
            def copy = Files.createDirectory(temp.resolve("copy-$id"))
            def result = snapdsl.run('restore', id, '--to', copy, '--json')
            noStackTrace(result)
            def found = DirectoryState.contents(copy)
            found.each { name, content -> assert content == contentOf(state[name]) }
            switch (result.exit) {
                case 0: // All of it is there.
                    assert DirectoryState.of(copy) == state
                    break
                case 3: // What is missing was named.
                    assert verify.exit == 5
                    assert state.keySet() - DirectoryState.of(copy).keySet() == result.json.problems*.path as Set
                    break
                case [2, 5]: // Not even its entry or its directories can be read, which is said, and no half of it is left.
                    assert verify.exit == 5
                    break
                default:
                    assert false: result
            }
        }
        verify.exit == 5 || verify.exit == 0 && verify.json.clean

        where:
        seed << (1..6)
    }
}
