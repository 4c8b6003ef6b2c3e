package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path

/** Stores and snapshots that are not what they should be are refused in words, and left as they are. */
class WrongUsageSpec extends CommandSpecification {
    def 'a command that is mistyped is named, and the right one guessed'() {
        when:
        def result = snapdsl.run('resotre', '--json')

        then:
        refused(result, 2, 'USAGE')
        result.json.error.message.contains("'resotre'")
        result.json.error.hint.contains('restore')
    }

    def 'nothing is guessed where nothing is near: #word'() {
        expect:
        def hint = snapdsl.run(*word.split(' '), '--json').json.error.hint
        guess ? hint.startsWith("Did you mean '$guess'?") : !hint.contains('Did you mean')

        where:
        word            | guess
        'frobnicate'    | null
        'commit'        | null
        'list'          | null
        'lgo'           | 'log'
        'stat'          | "state' or 'stats"
        'statss'        | "stats' or 'status"
        'sttats'        | 'stats'
        'undoo'         | 'undo'
        'session strat' | 'start'
        'session x'     | null
    }

    def 'removing a snapshot of another workspace names that one'() {
        given:
        write('file', 'one')
        def theirs = snap()
        write('file', 'two')
        snap()
        def other = snapdsl.in(Files.createDirectory(temp.resolve('other')))
        other.json('snap')

        expect:
        other.run('rm', theirs).out.startsWith("Removed 1 snapshot of 'project'; ")
    }

    def 'an id that fits two snapshots is refused with both'() {
        given:
        write('file', 'one')
        def first = snap()
        write('file', 'two')
        snap()
        // A twin of the first snapshot with an id that begins alike: only the database can have one so soon.
        def twin = first.substring(0, 8) + '0' * 56
        new StoreFile(store).update('UPDATE snapshot SET id = ? WHERE sequence = 2', [StoreFile.bytes(twin)])

        when:
        def result = snapdsl.run('show', first.substring(0, 8), '--json')

        then:
        refused(result, 2, 'AMBIGUOUS_SNAPSHOT')
        result.json.error.message.contains(first.substring(0, 16))
        result.json.error.message.contains(twin.substring(0, 16))
        snapdsl.run('show', first.substring(0, 12)).exit == 0
        snapdsl.run('show', first.substring(0, 11).toUpperCase()).exit == 0
    }

    def 'a removed snapshot is refused, but still shown'() {
        given:
        write('file', 'one')
        def first = snap()
        write('file', 'two')
        snap()
        snapdsl.json('rm', first, '-m', 'held a secret')
        taken.remove(first)

        expect:
        refused(snapdsl.run('restore', first, '--json'), 2, 'UNKNOWN_SNAPSHOT')
        refused(snapdsl.run('cat', first, 'file', '--json'), 2, 'UNKNOWN_SNAPSHOT')
        snapdsl.json('show', first).removed
        everySnapshotIsIntact()
    }

    def 'an empty path, as of a variable that is not set, is not taken for everything'() {
        given:
        write('file', 'one')
        snap()
        write('new', 'kept')
        snap()

        when:
        def result = snapdsl.run('restore', '@1', '', '--json')

        then:
        refused(result, 2, 'USAGE')
        read('new') == 'kept'
    }

    def 'a store that is #what is refused and left as it was'() {
        given:
        write('file', 'one')
        snap()
        def file = new StoreFile(store)
        change(file)
        def before = Files.readAllBytes(file.file)

        when:
        def results = [['snap'], ['log'], ['verify']].collect { snapdsl.run(*it, '--json') }

        then:
        results.each { refused(it, 1, code) }
        results.each { assert it.json.error.message.contains(file.file.toString()) }
        Arrays.equals(Files.readAllBytes(file.file), before)

        where:
        what                 | code            | change
        'of a newer version' | 'STORE_TOO_NEW' | { StoreFile it -> it.update('PRAGMA user_version = 99') }
        'a text'             | 'NOT_A_STORE'   | { StoreFile it -> Files.writeString(it.file, 'Dear diary, ' * 1000) }
        'a short text'       | 'NOT_A_STORE'   | { StoreFile it -> Files.writeString(it.file, 'hello') }
        'another database'   | 'NOT_A_STORE'   | { StoreFile it -> Files.delete(it.file); it.update('CREATE TABLE t (x)') }
    }

    def 'a store whose place is taken by a #what is refused'() {
        given:
        make(store)

        expect:
        def result = snapdsl.run('snap', '--json')
        refused(result, 1, result.json.error.code)
        result.json.error.message.contains(store.toString())

        where:
        what               | make
        'file'             | { Path it -> Files.writeString(it, 'x') }
        'dangling link'    | { Path it -> Files.createSymbolicLink(it, Path.of('/nonexistent/place')) }
        'directory for db' | { Path it -> Files.createDirectories(it.resolve('store.db')) }
    }

    def 'the home directory and the whole machine are refused, unless meant'() {
        given:
        def home = snapdsl.in(snapdsl.home)
        Files.writeString(snapdsl.home.resolve('file'), 'x')

        expect:
        refused(home.run('snap', '--json'), 4, 'UNSAFE_WORKSPACE')
        refused(snapdsl.run('snap', '-C', '/', '--json'), 4, 'UNSAFE_WORKSPACE')
        refused(snapdsl.run('init', '/', '--json'), 4, 'UNSAFE_WORKSPACE')
        home.run('snap', '--json').json.error.hint.contains('--force')

        when:
        home.json('init', '--force')

        then:
        home.json('snap').coverage.files == 1
    }

    def 'with --debug there is a stack trace, beside the same answer'() {
        when:
        def result = snapdsl.run('log', '--debug', '--json')

        then:
        result.exit == 2
        result.json.error.code == 'UNKNOWN_SUBJECT'
        result.err.contains('\tat io.snapdsl.')
    }

    def 'the store is no workspace: going back in it would lose every history since'() {
        given:
        write('file', 'one')
        snap()

        expect:
        refused(snapdsl.in(store).run('snap', '--json'), 4, 'UNSAFE_WORKSPACE')
        refused(snapdsl.in(store).run('init', '--force', '--json'), 4, 'UNSAFE_WORKSPACE')
        refused(snapdsl.in(store.resolve('locks')).run('snap', '--json'), 4, 'UNSAFE_WORKSPACE')
        everySnapshotIsIntact()
    }

    def 'a current directory that is gone is named'() {
        when:
        def result = snapdsl.shell('mkdir gone; cd gone; rmdir ../gone; "$SNAPDSL" log')

        then:
        result.exit == 1
        result.out.empty
        result.err.contains('is gone')
    }

    def 'ignore rules that are no file are refused, and a link to others is not written through'() {
        given:
        write('../outside', 'precious')

        when:
        sh('mkfifo .snapshotignore')

        then:
        refused(snapdsl.run('snap', '--json'), 1, 'IO_FAILED')

        when:
        sh('rm .snapshotignore; ln -s ../outside .snapshotignore')
        snapdsl.json('ignore', 'create', '--force')

        then:
        Files.readString(temp.resolve('outside')) == 'precious'
        !Files.isSymbolicLink(workspace.resolve('.snapshotignore'))
    }
}
