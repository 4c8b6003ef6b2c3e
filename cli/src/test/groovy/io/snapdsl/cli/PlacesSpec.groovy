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
}
