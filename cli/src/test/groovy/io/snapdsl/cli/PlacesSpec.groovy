package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path

/** Where things are, and where they are not made. */
class PlacesSpec extends CommandSpecification {
    def 'a command that only looks makes no store: #words'() {
        given:
        write('file', 'one')

        when:
        def result = snapdsl.run(*words, '--json')

        then:
        result.exit == 2
        !Files.exists(store)

        where:
        words << [
            ['log'], ['show', '@latest'], ['diff'], ['cat', '@latest', 'file'], ['history', 'file'], ['status'], ['undo'], ['redo'],
            ['restore', '@latest'], ['rm', '@latest'], ['verify'], ['stats']]
    }

    def 'a directory may be called as a command is'() {
        given:
        Files.writeString(Files.createDirectory(temp.resolve('log')).resolve('file'), 'one')

        expect:
        snapdsl.in(temp).json('--store', 'history', '-C', 'log', 'snap').created == 1
        snapdsl.in(temp).json('-C', 'log', '--store', '../history', 'log').snapshots.size() == 1
    }

    def 'a workspace reached through a link is the same one, and so are the paths in it'() {
        given:
        write('src/main.py', 'print()\n')
        def id = snap()
        def link = Files.createSymbolicLink(temp.resolve('link'), workspace)
        def through = snapdsl.in(link)

        expect:
        through.json('log').snapshots*.id == [id]
        snapdsl.run('cat', id, link.resolve('src/main.py')).out == 'print()\n'
        snapdsl.run('-C', link.resolve('src'), 'cat', id, 'main.py').out == 'print()\n'
        snapdsl.run('cat', id, workspace.resolve('src/main.py')).out == 'print()\n'
        snapdsl.in(Path.of('/')).run('-C', link, 'history', link.resolve('src/main.py')).exit == 0
    }

    def 'asking for ignore rules makes neither a store nor a workspace: #words'() {
        given:
        write('notes.log', 'x')

        expect:
        snapdsl.run(*words, '--json').exit == 0
        !Files.exists(store)

        when:
        snapdsl.in(Files.createDirectory(temp.resolve('other'))).json('init')

        then:
        snapdsl.run(*words, '--json').exit == 0
        refused(snapdsl.run('log', '--json'), 2, 'UNKNOWN_SUBJECT')

        where:
        words << [['ignore', 'info'], ['ignore', 'test', 'notes.log'], ['doctor']]
    }

    def 'ignore rules are those of the workspace around, wherever in it they are asked for'() {
        given:
        write('.snapshotignore', '*.tmp\n')
        write('src/deep/x.tmp', 'x')
        snap()

        expect:
        snapdsl.in(workspace.resolve('src/deep')).json('ignore', 'test', 'x.tmp').paths == [
            [path: 'src/deep/x.tmp', ignored: true, rule: '*.tmp', source: '.snapshotignore:1']]
    }

    def 'a workspace that was moved is recognised #how'() {
        given:
        write('src/deep/file', 'one')
        def first = snap()
        def moved = Files.createDirectories(temp.resolve('elsewhere')).resolve('renamed')
        Files.move(workspace, moved)
        if (leavingLink) Files.createSymbolicLink(workspace, moved)
        def there = snapdsl.in((leavingLink ? workspace : moved).resolve(place))

        expect:
        there.json('log').snapshots*.id == [first]
        snapdsl.in(moved).json('log').snapshots*.id == [first]
        snapdsl.in(moved).json('status').directory == moved.toRealPath().toString()
        there.json('snap').sequence == 2

        where:
        how                                       | place      | leavingLink
        'from a directory inside it'              | 'src/deep' | false
        'through a link left in its old place'    | ''         | true
        'from inside, through a link in its place' | 'src'      | true
    }

    def '-C is followed as the file system has it: a link and its parent lead to where the link points'() {
        given:
        write('src/main.py', 'print()\n')
        snap()
        def link = Files.createSymbolicLink(temp.resolve('link'), workspace.resolve('src'))
        def elsewhere = snapdsl.in(Path.of('/'))

        expect:
        elsewhere.json('-C', "$link/..", 'status').directory == workspace.toRealPath().toString()
        elsewhere.json('init', "$link/..").directory == workspace.toRealPath().toString()
    }

    def 'a workspace whose path could act on a terminal is shown without acting'() {
        given:
        def odd = Files.createDirectory(temp.resolve('red\u001b[31m\nline'))
        def there = snapdsl.in(odd)
        Files.writeString(odd.resolve('file'), 'x')

        expect:
        [['snap'], ['status'], ['init'], ['ignore', 'create'], ['ignore', 'info'], ['doctor'], ['cat', '@latest', '/x']].each {
            def result = there.run(*it)
            assert !(result.out + result.err).contains('\u001b')
            assert !(result.out + result.err).contains('\nline')
        }
    }

    def 'a workspace that was snapped before is read with the quick compiler, unless its store is gone'() {
        given:
        write('file', 'one')
        def isQuick = {
            snapdsl.runWith([SNAPDSL_OPTS: '-XX:+PrintCommandLineFlags'], 'snap').out.contains('-XX:TieredStopAtLevel=1')
        }

        expect:
        !isQuick()
        isQuick()

        when:
        Files.move(store, temp.resolve('elsewhere'))

        then:
        !isQuick()
    }

    def 'Groovy is loaded for policies only, and what speaks MCP for agents only: not for #words'() {
        given:
        write('file', 'one')
        snap()
        def loaded = temp.resolve('loaded')

        when:
        snapdsl.runWith([SNAPDSL_OPTS: "-Xlog:class+load:file=$loaded".toString()], *words)

        then:
        def classes = Files.readAllLines(loaded).collect { it.replaceFirst(/^(\[[^\]]*\])*/, '').trim() }
        classes.any { it.startsWith('io.snapdsl.cli.Main') }
        !classes.any { it =~ /^(groovy|org\.codehaus\.groovy|org\.apache\.groovy)\./ }
        !classes.any { it =~ /^(io\.snapdsl\.mcp|io\.modelcontextprotocol|reactor)\./ }

        where:
        words << [['--version'], ['snap'], ['log'], ['restore', '@latest'], ['--help'], ['help', 'run']]
    }

    def 'a file in the place of a workspace is told, and stays: #words'() {
        given:
        write('file', 'one')
        snap()
        workspace.toFile().deleteDir()
        Files.writeString(workspace, 'something else')

        when:
        def result = snapdsl.in(temp).run(*words, '--json')

        then:
        refused(result, 2, 'NOT_A_DIRECTORY')
        result.json.error.message == "The workspace 'project' was at $workspace, where a file is now."
        result.json.error.hint.contains('snapdsl restore project@latest')
        Files.readString(workspace) == 'something else'

        where:
        words << [['status', '-C', 'project'], ['restore', 'project@latest'], ['undo', '-C', 'project'], ['snap', '-C', 'project']]
    }

    def 'whoever is elsewhere is told where to take a step back'() {
        given:
        write('file', 'one')
        snap()
        write('file', 'two')
        def id = snap()
        def elsewhere = snapdsl.in(temp)

        expect:
        elsewhere.run('undo', '-C', 'project').out.contains("'snapdsl redo -C $workspace' takes it back")
        elsewhere.run('redo', '-C', 'project').out.contains("'snapdsl undo -C $workspace' takes it back")
        elsewhere.run('restore', '@1', '-C', 'project').out.contains("'snapdsl undo -C $workspace' takes it back")
        elsewhere.run('undo', '-C', 'project').exit == 0
        elsewhere.run('revert', id, '-C', 'project').out.contains("'snapdsl undo -C $workspace' takes it back")

        and: 'not whoever is there'
        snapdsl.run('undo').out.contains("'snapdsl redo' takes it back")
    }

    def 'in a directory that is gone one is told how it comes back'() {
        when:
        def result = snapdsl.shell('mkdir ../gone; cd ../gone; rmdir ../gone; $SNAPDSL status')

        then:
        result.exit == 1
        result.err.contains("'snapdsl restore NAME@latest'")
    }
}
