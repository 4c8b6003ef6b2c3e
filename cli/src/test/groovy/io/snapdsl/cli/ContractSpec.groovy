package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions

/** What scripts rely on: shapes, places, ways to name things. */
class ContractSpec extends CommandSpecification {
    def setup() {
        snapdsl = snapdsl.installed()
    }

    def 'snap answers with the snapshot and what it covers'() {
        given:
        ordinaryProject()
        write('notes.log', 'left out')
        def first = snapdsl.json('snap', '-m', 'goal', '--tool', 'editor', '--session', 'run-1')
        write('README.md', 'changed')
        write('new', 'x')
        delete('script.sh')

        when:
        def second = snapdsl.json('snap')

        then:
        second.keySet().containsAll(['id', 'sequence', 'previousId', 'subject', 'created', 'modified', 'deleted', 'unknown', 'coverage'])
        first.id ==~ /[0-9a-f]{64}/
        [first.sequence, first.previousId, first.subject, first.goal, first.tool, first.session] == [1, null, 'project', 'goal', 'editor', 'run-1']
        [second.sequence, second.previousId, second.created, second.modified, second.deleted] == [2, first.id, 1, 1, 1]
        with(first.coverage) {
            [files, directories, links, complete] == [6, 5, 1, true]
            leftOut == [[rule: '*.log', source: 'temporary', count: 1]]
            problems == []
        }
    }

    def 'log answers with snapshots, newest first, and can be narrowed down'() {
        given:
        write('a', '1')
        snapdsl.json('snap', '-m', 'one', '--tool', 'x', '--session', 's1')
        write('b', '1')
        snapdsl.json('snap', '-m', 'two', '--tool', 'y', '--session', 's1')
        write('a', '2')
        snapdsl.json('snap', '-m', 'three', '--tool', 'x', '--session', 's2')

        expect:
        snapdsl.json('log', *options).snapshots*.goal == goals

        where:
        options                              | goals
        []                                   | ['three', 'two', 'one']
        ['--limit', 2]                       | ['three', 'two']
        ['--tool', 'x']                      | ['three', 'one']
        ['--session', 's1']                  | ['two', 'one']
        ['--file', 'a']                      | ['three', 'one']
        ['--since', '1 hour ago']            | ['three', 'two', 'one']
        ['--since', '2100-01-01']            | []
        ['project']                          | ['three', 'two', 'one']
    }

    def 'a snapshot is found by its id, the beginning of it, or its place'() {
        given:
        def ids = (1..3).collect { write('file', "state $it"); snap() }

        expect:
        [ids[0], ids[0].substring(0, 12), '@2'].every { snapdsl.json('show', it).id == ids[0] }
        snapdsl.json('show', '@1').id == ids[1]
        ['@latest', '@0', 'now', '0 seconds ago'].every { snapdsl.json('show', it).id == ids[2] }
    }

    def 'a time means the newest snapshot not younger than that'() {
        given: 'a snapshot of a while ago, as the clock of its day had it'
        write('file', 'then')
        def old = snap()
        write('file', 'now')
        def young = snap()
        def anHourAgo = System.currentTimeMillis().intdiv(1000) - 3600
        new StoreFile(store).update('UPDATE snapshot SET seconds = ? WHERE sequence = 1', [anHourAgo])

        expect:
        ['10 minutes ago', '59min ago', '30 s ago'].every { snapdsl.json('show', it).id == old }
        ['0 s ago', '2100-01-01', '2100-01-01 10:00', '2100-01-01T10:00:00Z'].every { snapdsl.json('show', it).id == young }
    }

    def 'the options common to all stand before or after the command: #words'() {
        given:
        write('file', 'one')
        def elsewhere = new Snapdsl(temp, null, snapdsl.home).installed()

        when:
        def result = elsewhere.run(*words.collect { it.toString().replace('W', workspace.toString()).replace('S', store.toString()) })

        then:
        result.exit == 0
        result.json.subject == 'project'
        Files.exists(store.resolve('store.db'))

        where:
        words << [
            ['-C', 'W', '--store', 'S', '--json', 'snap'],
            ['snap', '-C', 'W', '--store', 'S', '--json'],
            ['--json', '-C', 'W', 'snap', '--store', 'S'],
            ['--store=S', 'snap', '-C', 'project', '--json'],
            ['snap', '--json', '--store', 'store', '-C', 'W']]
    }

    def 'the store is where #variables say'() {
        given:
        write('file', 'one')
        def command = new Snapdsl(workspace, null, snapdsl.home).installed()
        def environment = variables.collectEntries { [it.key, it.value.replace('T', temp.toString())] }

        when:
        def result = command.runWith(environment, 'snap')

        then:
        result.exit == 0
        def place = temp.resolve(expected)
        Files.exists(place.resolve('store.db'))

        and: 'nobody else can look into it'
        mode(place) == 'rwx------'
        Files.walk(place).withCloseable { files ->
            files.each { assert mode(it) == (Files.isDirectory(it) ? 'rwx------' : 'rw-------'): it }
        }

        where:
        variables                                            | expected
        [:]                                                  | 'home/.local/share/snapdsl'
        [XDG_DATA_HOME: 'T/data']                            | 'data/snapdsl'
        [XDG_DATA_HOME: 'relative']                          | 'home/.local/share/snapdsl'
        [SNAPDSL_STORE: 'T/chosen']                          | 'chosen'
        [SNAPDSL_STORE: 'T/chosen', XDG_DATA_HOME: 'T/data'] | 'chosen'
        [SNAPDSL_STORE: '']                                  | 'home/.local/share/snapdsl'
    }

    private static String mode(Path file) {
        PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
    }

    def 'a subdirectory acts on the whole workspace, with paths as seen from there'() {
        given:
        ordinaryProject()
        def first = snap()
        write('README.md', 'changed')
        write('src/main.py', 'changed')
        def inside = snapdsl.in(workspace.resolve('src/deep'))

        when:
        def second = inside.json('snap')

        then:
        second.subject == 'project'
        [second.sequence, second.modified] == [2, 3]
        inside.run('cat', first, '../main.py').out.startsWith('print("one")')
        inside.json('history', 'er/util.py').versions.size() == 1

        when:
        inside.json('restore', first, '../main.py')

        then:
        read('src/main.py').startsWith('print("one")')
        read('README.md') == 'changed'

        when:
        inside.json('restore', first)

        then:
        now() == taken[first]
    }

    def 'a workspace that was moved keeps its history'() {
        given:
        write('file', 'one')
        def first = snap()
        def moved = temp.resolve('elsewhere/renamed')
        Files.createDirectories(moved.parent)
        Files.move(workspace, moved)
        Files.writeString(moved.resolve('file'), 'two')
        def there = snapdsl.in(moved)

        when:
        def second = there.json(command)

        then:
        there.json('log').snapshots*.id.contains(first)

        when:
        there.json('restore', first)

        then:
        Files.readString(moved.resolve('file')) == 'one'
        DirectoryState.of(moved) == taken[first]

        where:
        command << ['snap', 'log', 'status']
    }

    def 'a copy of a workspace is another one'() {
        given:
        write('file', 'one')
        snap()
        sh("cp -a . $temp/copied")

        when:
        def answer = snapdsl.in(temp.resolve('copied')).json('snap')

        then:
        answer.subject == 'copied'
        answer.sequence == 1
        log().size() == 1
    }

    def 'a store inside the workspace is no part of it'() {
        given:
        write('file', 'one')
        def command = snapdsl.on(workspace.resolve('.snapshots'))

        when:
        def answer = command.json('snap')
        def again = command.json('snap')

        then:
        answer.coverage.files == 1
        [again.created, again.modified, again.deleted] == [0, 0, 0]
    }

    def 'a path that is not valid UTF-8 can be given, and comes back with its bytes'() {
        given:
        sh('mkdir $\'d\\xff\'; printf one > $\'d\\xff/caf\\xe9\'')
        def first = snap()
        sh('printf two > $\'d\\xff/caf\\xe9\'; printf x > other')

        when:
        def cat = snapdsl.shell('$SNAPDSL cat @latest $\'d\\xff/caf\\xe9\'')
        def json = snapdsl.shell('$SNAPDSL cat --json @latest $\'d\\xff/caf\\xe9\'').json
        def status = snapdsl.json('status')

        then:
        cat.out == 'one'
        Base64.decoder.decode(json.pathBase64) == [0x64, 0xff, 0x2f, 0x63, 0x61, 0x66, 0xe9] as byte[]
        new String(Base64.decoder.decode(json.contentBase64)) == 'one'
        status.changes.find { it.pathBase64 }.pathBase64 == json.pathBase64
        !status.changes.find { it.path == 'other' }.containsKey('pathBase64')

        when:
        def restore = snapdsl.shell('$SNAPDSL restore --json @latest $\'d\\xff/caf\\xe9\'')

        then:
        restore.exit == 0
        now().findAll { it.key != 'other' } .collectEntries { [it.key, it.value.sha256] } == taken[first].collectEntries { [it.key, it.value.sha256] }
        exists('other')
        everySnapshotIsIntact()
    }

    def 'it works with #locale'() {
        given:
        sh('printf x > $\'caf\\xc3\\xa9\'; printf y > $\'\\xe6\\x97\\xa5\\xe6\\x9c\\xac\'; printf z > $\'bad\\xff\'')
        taken[snapdsl.runWith(locale, 'snap', '--json').json.id] = now()

        expect:
        new String(snapdsl.runWith(locale, 'show', '--files').bytes, 'UTF-8').contains('café')
        snapdsl.shell('$SNAPDSL cat @latest $\'caf\\xc3\\xa9\'', locale).out == 'x'
        everySnapshotIsIntact()

        where:
        locale << [[LANG: 'C'], [LC_ALL: 'POSIX'], [LANG: ''], [LC_ALL: 'C.UTF-8'], [LANG: 'xx_YY.ISO-8859-1'], [LC_ALL: 'xx_YY.UTF-8']]
    }

    def 'every command has help with an example: #command'() {
        when:
        def result = snapdsl.run(*command.split(' '), '--help')

        then:
        result.exit == 0
        result.out.contains('Usage: snapdsl ' + command)
        result.out =~ /Examples?: snapdsl/
        result.err.empty

        where:
        command << [
            'init', 'snap', 'log', 'show', 'cat', 'history', 'restore', 'undo', 'redo', 'revert', 'status', 'sync', 'reset-continuity',
            'session', 'session start', 'session end', 'session list', 'session show', 'consolidate', 'rm', 'prune', 'explain', 'verify',
            'stats', 'ignore', 'ignore test', 'wrap', 'hook', 'agent', 'agent install', 'agent uninstall', 'agent doctor', 'mcp', 'doctor']
    }

    def '@1 and @latest are snapshots, also where files are named so'() {
        given:
        def ids = (1..3).collect { write('file', "state $it"); snap() }
        write('1', ids[0])
        write('latest', '--version')

        expect:
        snapdsl.run('cat', '@1', 'file').out == 'state 2'
        snapdsl.run('cat', '@latest', 'file').out == 'state 3'
    }
}
