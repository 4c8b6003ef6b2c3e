package io.snapdsl.cli

import io.snapdsl.engine.content.Hash
import io.snapdsl.engine.content.SealedPack
import java.nio.charset.StandardCharsets
import java.nio.channels.FileChannel
import java.nio.file.Files
import java.nio.file.Path

import static java.nio.channels.FileChannel.MapMode.READ_WRITE
import static java.nio.file.StandardOpenOption.READ
import static java.nio.file.StandardOpenOption.WRITE

/** A restore touches what it was asked to, inside its target, and loses nothing. */
class RestoreSafetySpec extends CommandSpecification {
    def 'nothing is written or deleted through a link planted in place of a directory'() {
        given:
        def outside = Files.createDirectories(temp.resolve('outside/sub'))
        Files.writeString(outside.resolve('precious'), 'outside')
        Files.writeString(outside.parent.resolve('file'), 'outside too')
        def before = DirectoryState.of(outside.parent)
        write('dir/file', 'one')
        write('dir/sub/precious', 'inside')
        def first = snap()

        when:
        delete('dir')
        Files.createSymbolicLink(workspace.resolve('dir'), outside.parent)
        snap()
        snapdsl.json('restore', first)

        then:
        now() == taken[first]
        DirectoryState.of(outside.parent) == before

        when: 'the way back puts the link there again'
        snapdsl.json('undo')

        then:
        Files.isSymbolicLink(workspace.resolve('dir'))
        DirectoryState.of(outside.parent) == before
        everySnapshotIsIntact()
    }

    def 'what is in the place of a directory, #words, goes with a part of it that is brought back, and is foreseen'() {
        given:
        def outside = Files.createDirectories(temp.resolve('outside'))
        Files.writeString(outside.resolve('f'), 'outside')
        write('d/f', 'one')
        write('d/g', 'one')
        def first = snap()
        delete('d')
        sh(obstacle)

        when:
        def foreseen = snapdsl.json('restore', first, 'd/f', '--dry-run')
        def done = snapdsl.json('restore', first, 'd/f', '--only-if', foreseen.fingerprint)

        then:
        foreseen.steps.collect { [it.action, it.path] } == [['delete', 'd'], ['create', 'd'], ['create', 'd/f']]
        done.problems.empty
        read('d/f') == 'one'
        !exists('d/g')
        Files.readString(outside.resolve('f')) == 'outside'

        when:
        snapdsl.json('undo')

        then:
        sh(check)
        Files.readString(outside.resolve('f')) == 'outside'
        everySnapshotIsIntact()

        where:
        words    | obstacle              | check
        'a link' | 'ln -s ../outside d'  | 'test -h d'
        'a file' | 'echo in the way > d' | 'test -f d'
    }

    def 'a dry run foresees that a directory stays for what no snapshot holds'() {
        given:
        write('.snapshotignore', '*.log\n')
        write('t', 'a file')
        def first = snap()
        delete('t')
        write('t/x.log', 'kept')
        write('t/y', 'two')
        snap()

        when:
        def foreseen = snapdsl.run('restore', first, '--dry-run', '--json')
        def done = snapdsl.run('restore', first, '--json')

        then:
        [foreseen.exit, done.exit] == [3, 3]
        [foreseen, done]*.json*.problems*.first() == [[path: 't', reason: 'is kept, because it holds files that no snapshot holds']] * 2
        read('t/x.log') == 'kept'
    }

    def 'what was in the way of a restore is brought back later by the id, and that is said'() {
        given:
        write('free', 'one')
        write('blocked', 'one')
        def first = snap()
        write('free', 'two')
        sh('rm blocked; mkfifo blocked')

        when:
        def failed = snapdsl.run('restore', '@latest')

        then:
        failed.exit == 3
        failed.out.contains("the same with the id ${first.take(10)} does the rest")

        when:
        sh('rm blocked')
        snapdsl.json('restore', first)

        then:
        now() == taken[first]
    }

    def 'what is left alone is told too when nothing else is to be done'() {
        given:
        write('file', 'one')
        sh('mkfifo pipe')
        snap()
        sh('rm pipe; echo new > pipe')
        snapdsl.json('snap')

        expect:
        snapdsl.run('undo').out.contains('left alone: pipe (is not in that snapshot:')
        read('pipe') == 'new\n'
    }

    def 'a store with a file named #name is refused and writes nothing outside'() {
        given:
        write('dir/HARMLESS', 'payload')
        write('other', 'one')
        def first = snap()
        write('other', 'two')
        snapdsl.json('snap')
        renameInsideTheStore(first, 'HARMLESS', name)
        def before = DirectoryState.contents(temp.resolve('home'))

        when:
        def toElsewhere = snapdsl.run('restore', first, '--to', temp.resolve('copy'), '--json')
        def inPlace = snapdsl.run('restore', first, '--json')

        then:
        refused(toElsewhere, 5, 'DAMAGED')
        refused(inPlace, 5, 'DAMAGED')
        read('other') == 'two'
        !Files.exists(temp.resolve('copy/other'))
        !Files.exists(workspace.resolve('x')) && !Files.exists(temp.resolve('x')) && !Files.exists(Path.of('/xxxxxxx'))
        DirectoryState.contents(temp.resolve('home')) == before

        when:
        def verify = snapdsl.run('verify', '--json')

        then:
        verify.exit == 5
        verify.json.damaged.any { it.path == 'dir' && it.snapshots == [first] }

        where:
        name << ['../../xx', '/xxxxxxx', 'aaa/bbbb', '..', '.', '']
    }

    /** As an attacker would: a tree with another name, under its right hash, in the snapshot's place. */
    private void renameInsideTheStore(String id, String from, String to) {
        def file = new StoreFile(store)
        def find = { byte[] hash ->
            def chunk = { column -> file.value("SELECT $column FROM chunk WHERE hash = ?", [hash]) }
            def pack = { column -> file.value("SELECT $column FROM pack WHERE id = ?", [chunk('pack')]) }
            def sealed = new SealedPack(SealedPack.Kind.TREES, pack('compressed') == 1, pack('raw_size'), pack('data'), [])
            Arrays.copyOfRange(sealed.unpack(), chunk('offset'), chunk('offset') + chunk('size'))
        }
        def add = { String text ->
            def bytes = text.getBytes(StandardCharsets.ISO_8859_1)
            def hash = Hash.of(bytes).bytes()
            file.update("INSERT INTO pack (kind, compressed, raw_size, data) VALUES ('TREES', 0, ?, ?)", [bytes.length, bytes])
            file.update('INSERT INTO chunk (hash, pack, offset, size) VALUES (?, (SELECT max(id) FROM pack), 0, ?)', [hash, bytes.length])
            new String(hash, StandardCharsets.ISO_8859_1)
        }
        def latin = { byte[] bytes -> new String(bytes, StandardCharsets.ISO_8859_1) }
        byte[] rootHash = file.value('SELECT root FROM snapshot WHERE id = ?', [StoreFile.bytes(id)])
        def root = latin(find(rootHash))
        // A directory's hash is what its entry ends with: the one for "dir" comes before the entry for "other".
        def dirHash = root.substring(0, root.indexOf('other') - 2)[-32..-1]
        def dir = latin(find(dirHash.getBytes(StandardCharsets.ISO_8859_1)))
        def evil = add(dir.replace((char) from.length() as String + from, (char) to.length() as String + to))
        def newRoot = add(root.replace(dirHash, evil))
        assert file.update('UPDATE snapshot SET root = ? WHERE id = ?', [newRoot.getBytes(StandardCharsets.ISO_8859_1), StoreFile.bytes(id)]) == 1
        file.update('DELETE FROM cached_directory')
    }

    def 'what is ignored is never deleted, and never overwritten unsaved'() {
        given: 'a snapshot from before the rules'
        write('.snapshotignore', '# none\n')
        write('secret.env', 'first')
        write('dir/app.py', 'one')
        write('out', 'a file')
        def first = snap()

        when: 'the rules come, and ignored files change'
        write('.snapshotignore', '*.env\nout/\n')
        write('secret.env', 'second')
        write('dir/local.env', 'only here')
        write('dir/app.py', 'two')
        delete('out')
        write('out/inside', 'where a file was')
        snapdsl.json('snap')
        def answer = snapdsl.json('restore', first)

        then: 'the snapshot is back'
        read('secret.env') == 'first'
        read('dir/app.py') == 'one'
        read('out') == 'a file'

        and: 'what it does not know is left alone, and what it overwrote was saved'
        snapdsl.run('cat', answer.savedId, 'secret.env').out == 'second'
        snapdsl.run('cat', answer.savedId, 'out/inside').out == 'where a file was'

        when:
        snapdsl.json('undo')

        then:
        read('secret.env') == 'second'
        read('out/inside') == 'where a file was'
        read('dir/local.env') == 'only here' || snapdsl.run('cat', answer.savedId, 'dir/local.env').out == 'only here'
        everySnapshotIsIntact()
    }

    def 'files ignored then but not now are kept'() {
        given:
        write('.snapshotignore', '*.dat\n')
        write('code', 'one')
        write('big.dat', 'was ignored')
        write('sub/more.dat', 'was ignored too')
        def first = snapdsl.json('snap').id

        when:
        write('.snapshotignore', '# nothing\n')
        write('code', 'two')
        snap()
        def answer = snapdsl.json('restore', first)

        then:
        read('code') == 'one'
        read('big.dat') == 'was ignored'
        read('sub/more.dat') == 'was ignored too'
        answer.steps.findAll { it.action == 'keep' }*.path == ['big.dat', 'sub/more.dat']
        everySnapshotIsIntact()
    }

    def 'a directory with ignored files in it is kept when a restore would delete it'() {
        given:
        write('code', 'one')
        def first = snap()

        when:
        write('new/code', 'two')
        write('new/debug.log', 'ignored by default')
        snapdsl.json('snap')
        def result = snapdsl.run('restore', first, '--json')

        then:
        result.exit == 3
        result.json.problems*.path == ['new']
        !exists('new/code')
        read('new/debug.log') == 'ignored by default'
        everySnapshotIsIntact()
    }

    def 'a #before that became a #after comes back, and forth'() {
        given:
        def make = [
            file: { write('it', 'a file') },
            directory: { write('it/deep/file', 'in a directory'); write('it/second', 'x') },
            link: { Files.createSymbolicLink(workspace.resolve('it'), Path.of('elsewhere')) }]
        write('steady', 'x')
        make[before]()
        def first = snap()

        when:
        delete('it')
        make[after]()
        def second = snap()
        snapdsl.json('restore', first)

        then:
        now() == taken[first]

        when:
        snapdsl.json('restore', second)

        then:
        now() == taken[second]
        everySnapshotIsIntact()

        where:
        [before, after] << [['file', 'directory', 'link'], ['file', 'directory', 'link']].combinations().findAll { it[0] != it[1] }
    }

    def 'only what differs is touched: the rest keeps inode, times and all'() {
        given:
        ordinaryProject()
        def first = snap()
        def before = DirectoryState.identities(workspace)

        when:
        write('src/deep/er/util.py', 'changed')
        delete('data/large.bin')
        snap()
        snapdsl.json('restore', first)

        then:
        now() == taken[first]
        def after = DirectoryState.identities(workspace)
        before.findAll { after[it.key] != it.value }.keySet() == ['data', 'data/large.bin', 'src/deep/er', 'src/deep/er/util.py'] as Set

        when: 'there is nothing to do'
        def answer = snapdsl.json('restore', first)

        then:
        answer.steps == []
        answer.id == null
        DirectoryState.identities(workspace) == after
        everySnapshotIsIntact()
    }

    def 'restoring #paths leaves the rest alone'() {
        given:
        ['a.md', 'b.txt', 'docs/c.md', 'docs/deep/d.md', 'docs/e.txt', 'src/f'].each { write(it, 'one') }
        def first = snap()
        ['a.md', 'b.txt', 'docs/c.md', 'docs/deep/d.md', 'docs/e.txt', 'src/f', 'docs/new', 'new.md'].each { write(it, 'two') }
        snap()

        when:
        snapdsl.json('restore', first, *paths)

        then:
        DirectoryState.of(workspace).findAll { it.value.kind == 'f' }.keySet().findAll { read(it) == 'one' } == back as Set
        deleted.every { !exists(it) }
        everySnapshotIsIntact()

        where:
        paths                 | back                                        | deleted
        ['docs']              | ['docs/c.md', 'docs/deep/d.md', 'docs/e.txt'] | ['docs/new']
        ['docs/c.md', 'src']  | ['docs/c.md', 'src/f']                      | []
        ['docs/**']           | ['docs/c.md', 'docs/deep/d.md', 'docs/e.txt'] | ['docs/new']
        ['*.md']              | ['a.md']                                    | ['new.md']
        ['**/*.md']           | ['a.md', 'docs/c.md', 'docs/deep/d.md']     | ['new.md']
        ['docs/*.md']         | ['docs/c.md']                               | []
        ['./src/../b.txt']    | ['b.txt']                                   | []
    }

    def 'a file whose directory is gone comes back alone'() {
        given:
        ordinaryProject()
        def first = snap()
        delete('src')
        snap()

        when:
        snapdsl.json('restore', first, 'src/deep/er/util.py')

        then:
        exists('src/deep/er/util.py')
        !exists('src/main.py')
        everySnapshotIsIntact()
    }

    def 'a dry run says what would be done and does nothing'() {
        given:
        ordinaryProject()
        def first = snap()
        write('README.md', 'changed')
        write('new', 'x')
        delete('script.sh')
        def before = DirectoryState.identities(workspace)

        when:
        def answer = snapdsl.json('restore', first, '--dry-run')

        then:
        answer.dryRun
        answer.steps.collect { [it.action, it.path] } as Set == [['modify', 'README.md'], ['delete', 'new'], ['create', 'script.sh']] as Set
        DirectoryState.identities(workspace) == before
        log().size() == 1
        everySnapshotIsIntact()
    }

    def 'another place must be empty'() {
        given:
        ordinaryProject()
        def first = snap()
        def target = Files.createDirectory(temp.resolve('target'))
        Files.writeString(target.resolve('mine'), 'mine')

        expect:
        refused(snapdsl.run('restore', first, '--to', target, '--json'), 4, 'TARGET_NOT_EMPTY')
        DirectoryState.contents(target).keySet() == ['mine'] as Set
        refused(snapdsl.run('restore', first, '--to', target.resolve('mine'), '--json'), 2, 'NOT_A_DIRECTORY')
        everySnapshotIsIntact()
    }

    def 'what nobody knows is not restored: #path'() {
        given:
        ordinaryProject()
        def first = snap()
        write('README.md', 'changed')

        when:
        def result = snapdsl.run('restore', first, path, '--json')

        then:
        refused(result, exit, code)
        read('README.md') == 'changed'

        where:
        path            | exit | code
        'nosuch'        | 2    | 'UNKNOWN_PATH'
        'src/nosuch'    | 2    | 'UNKNOWN_PATH'
        '../outside'    | 4    | 'UNSAFE_PATH'
        '/etc/passwd'   | 4    | 'UNSAFE_PATH'
        'src/../../x'   | 4    | 'UNSAFE_PATH'
    }

    def 'a snapshot of another workspace is not restored over this one'() {
        given:
        write('file', 'here')
        snap()
        def other = snapdsl.in(Files.createDirectory(temp.resolve('other')))
        Files.writeString(other.workspace.resolve('file'), 'there')
        def there = other.json('snap').id

        expect:
        refused(snapdsl.run('restore', there, '--json'), 2, 'USAGE')
        read('file') == 'here'
        everySnapshotIsIntact()
    }

    def 'what was written through a memory map is saved before it is overwritten'() {
        given: 'a page that is written again before it is on disk, which leaves no other time on the file'
        write('db', 'v0 ' * 2000)
        def first = snap()
        def map = FileChannel.open(workspace.resolve('db'), READ, WRITE).withCloseable { it.map(READ_WRITE, 0, it.size()) }
        map.put(1, '1'.bytes[0])
        sleep(1000)
        snapdsl.json('snap')
        map.put(1, '2'.bytes[0])
        map.force()

        when:
        snapdsl.json('restore', first)
        def states = log()*.id.collect { snapdsl.run('cat', it, 'db').out.take(2) }

        then:
        read('db').startsWith('v0')
        states.contains('v2')
        everySnapshotIsIntact()
    }

    def 'a restore of a path that is nowhere says where it was looked for'() {
        given:
        write('a', 'one')
        snap()

        expect:
        snapdsl.run('restore', '@latest', 'nosuch').err.contains('Neither the snapshot nor the workspace has nosuch.')
        snapdsl.run('restore', '@latest', 'nosuch', '--to', '../elsewhere').err.contains('The snapshot does not have nosuch.')
        snapdsl.run('diff', '--', 'nosuch').err.contains('Neither side has nosuch.')
    }
}
