package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Shared
import spock.lang.TempDir

/** Every mistake gets one sentence, a next step, and the exit code the contract gives it, in words and in JSON. */
class MistakeSpec extends CommandSpecification {
    @Shared
    @TempDir
    Path place
    @Shared
    Snapdsl command

    /** One workspace for all: none of these changes anything. */
    def setupSpec() {
        def directory = Files.createDirectories(place.resolve('project/dir')).parent
        Files.writeString(directory.resolve('file'), 'one')
        Files.writeString(directory.resolve('dir/inner'), 'x')
        command = new Snapdsl(directory, place.resolve('store'), place)
        command.json('snap')
    }

    def 'snapdsl #words: #code'() {
        when:
        def json = command.run(*words, '--json')
        def text = command.run(*words)

        then:
        refused(json, exit, code)
        text.exit == exit
        text.out.empty
        text.err.readLines().with { it.size() == 2 && it[0].startsWith('snapdsl: ') && it[0].endsWith('.') }
        noStackTrace(text)

        where:
        words                                | exit | code
        ['show', 'abcdef']                   | 2    | 'UNKNOWN_SNAPSHOT'
        ['restore', 'abcdef']                | 2    | 'UNKNOWN_SNAPSHOT'
        ['cat', '@7', 'file']                | 2    | 'UNKNOWN_SNAPSHOT'
        ['show', 'nonsense']                 | 2    | 'UNKNOWN_SNAPSHOT'
        ['show', 'abc']                      | 2    | 'UNKNOWN_SNAPSHOT'
        ['show', '@']                        | 2    | 'UNKNOWN_SNAPSHOT'
        ['show', '@99999999999999999']       | 2    | 'UNKNOWN_SNAPSHOT'
        ['show', '5 years ago']              | 2    | 'UNKNOWN_SNAPSHOT'
        ['show', '10 weeks ago']             | 2    | 'UNKNOWN_SNAPSHOT'
        ['show', 'f' * 70]                   | 2    | 'UNKNOWN_SNAPSHOT'
        ['cat', '@latest', 'nosuch']         | 2    | 'UNKNOWN_PATH'
        ['cat', '@latest', 'dir']            | 2    | 'UNKNOWN_PATH'
        ['cat', '@latest', '.']              | 2    | 'UNKNOWN_PATH'
        ['cat', '@latest', '../x']           | 4    | 'UNSAFE_PATH'
        ['history', 'nosuch']                | 2    | 'UNKNOWN_PATH'
        ['history', '.']                     | 2    | 'UNKNOWN_PATH'
        ['log', 'nosuch']                    | 2    | 'UNKNOWN_SUBJECT'
        ['snap', 'nosuch']                   | 2    | 'UNKNOWN_SUBJECT'
        ['log', '--limit', '0']              | 2    | 'USAGE'
        ['log', '--limit', 'many']           | 2    | 'USAGE'
        ['log', '--since', 'whenever']       | 2    | 'USAGE'
        ['snap', '--wait', 'long']           | 2    | 'USAGE'
        ['snap', '--nosuch']                 | 2    | 'USAGE'
        ['snap', '-m']                       | 2    | 'USAGE'
        ['snap', 'a', 'b']                   | 2    | 'USAGE'
        ['restore']                          | 2    | 'USAGE'
        ['cat', '@latest']                   | 2    | 'USAGE'
        ['pin']                              | 2    | 'USAGE'
        ['unpin', 'nonsense']                | 2    | 'UNKNOWN_SNAPSHOT'
        ['export', '@latest']                | 2    | 'USAGE'
        ['milestone', 'create']              | 2    | 'USAGE'
        ['frobnicate']                       | 2    | 'USAGE'
        ['ignore']                           | 2    | 'USAGE'
        ['--nosuch']                         | 2    | 'USAGE'
        ['rm', '@latest']                    | 4    | 'IN_USE'
        ['undo']                             | 4    | 'NOTHING_TO_UNDO'
        ['redo']                             | 4    | 'NOTHING_TO_REDO'
        ['snap', '-C', 'nosuch']             | 2    | 'NOT_A_DIRECTORY'
        ['snap', '-C', 'file']               | 2    | 'NOT_A_DIRECTORY'
        ['log', '-C', '/usr']                | 2    | 'UNKNOWN_SUBJECT'
        ['init', 'file']                     | 2    | 'NOT_A_DIRECTORY'
        ['snap', '-m', 'x' * 10_001]         | 2    | 'USAGE'
        ['snap', '--tool', 'x' * 201]        | 2    | 'USAGE'
        ['snap', '--tag', 'x' * 201]         | 2    | 'USAGE'
        ['snap', '--session', 'x' * 201]     | 2    | 'USAGE'
        ['session', 'start', 'x' * 201]      | 2    | 'USAGE'
        ['session', 'start', '-m', 'x' * 10_001] | 2 | 'USAGE'
        ['milestone', 'create', 'x' * 201]   | 2    | 'USAGE'
    }
}
