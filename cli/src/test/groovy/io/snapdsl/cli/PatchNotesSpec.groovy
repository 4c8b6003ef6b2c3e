package io.snapdsl.cli

import java.nio.file.Files

/** A patch says nothing of what git does not keep, and git says nothing where it passes over a patch: then we do. */
class PatchNotesSpec extends CommandSpecification {
    def 'below the top of a git work tree it is said how git applies a patch: #words'() {
        given:
        workspace = Files.createDirectories(workspace.resolve('sub'))
        snapdsl = snapdsl.in(workspace)
        sh('git init -q ..')
        write('src/a', '1\n')
        snap()
        write('src/a', '2\n')
        snap()

        when:
        def result = snapdsl.run(*words)
        Files.writeString(temp.resolve('patch'), result.out)
        sh('git apply ../../patch')

        then: 'git does nothing, and calls that a success'
        read('src/a') == '2\n'
        def told = result.err =~ /Git applies this only if it is told where: (git apply --directory=sub)\n/
        told.find()

        when:
        sh("${told.group(1)} ../../patch")

        then:
        read('src/a') == '1\n'

        where:
        words << [['diff', '@1', '@latest', '--reverse'], ['diff', '@latest', '@1']]
    }

    def 'a single patch is applied the same way, and at the top nothing is said'() {
        given:
        def top = workspace
        def topmost = snapdsl
        sh('git init -q')
        write('a', '1\n')
        snap()
        write('a', '2\n')
        snap()

        expect:
        snapdsl.run('show', '@latest', '--patch').err.empty
        snapdsl.run('diff', '@1', '@latest').err.empty

        when:
        workspace = Files.createDirectories(top.resolve('below'))
        snapdsl = topmost.in(workspace)
        snapdsl.json('init', workspace)
        write('b', '1\n')
        snap()

        then:
        snapdsl.run('show', '@latest', '--patch').err.contains('git apply --directory=below')
    }

    def 'what no patch holds is told: #change'() {
        given:
        write('a', 'one')
        setMode(workspace.resolve('a'), 'rw-r--r--')
        Files.createDirectory(workspace.resolve('old'))
        snap()
        sh(change)

        when:
        def result = snapdsl.run('diff')

        then:
        result.out.empty
        result.err.readLines() == ["in no patch: $told"]

        where:
        change        | told
        'chmod 600 a' | 'permissions changed: a'
        'mkdir e'     | 'directory created: e'
        'rmdir old'   | 'directory deleted: old'
    }
}
