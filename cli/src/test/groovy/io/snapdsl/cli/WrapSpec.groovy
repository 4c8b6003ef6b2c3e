package io.snapdsl.cli

import groovy.json.JsonSlurper
import java.nio.file.Files
import java.util.concurrent.TimeUnit

/** Any command as one session. */
class WrapSpec extends CommandSpecification {
    def setup() {
        snapdsl = snapdsl.installed()
        write('kept', 'one')
        write('gone', 'one')
    }

    Object wrapJson(Object... words) {
        def result = snapdsl.run('wrap', '--json', *words)
        assert result.exit == 0: result
        new JsonSlurper().parseText(result.err.readLines().last())
    }

    def 'a command is one session; what it changed is told, and can be taken back in one step'() {
        given:
        snapdsl.json('snap')
        write('kept', "somebody's")

        when:
        def result = snapdsl.run('wrap', '--session', 'nightly', '-m', 'tidy up', '--',
            'sh', '-c', 'echo "$SNAPDSL_SESSION"; echo two > kept; rm gone; mkdir -p src; echo new > src/new')
        def shown = snapdsl.json('session', 'show', 'nightly')

        then:
        result.exit == 0
        result.out == 'nightly\n'
        result.err == '''\
            snapdsl: session nightly: 1 created, 1 modified, 1 deleted
              deleted   gone
              modified  kept
              created   src/new
            Take all of it back: snapdsl revert --session nightly
            '''.stripIndent()
        [shown.tool, shown.goal, shown.outcome, shown.ended != null] == ['sh', 'tidy up', 'exit status 0', true]
        shown.snapshots*.trigger == ['run_start', 'run_end']

        when:
        snapdsl.json('revert', '--session', 'nightly')

        then:
        [read('kept'), read('gone'), exists('src/new')] == ["somebody's", 'one', false]
    }

    def 'what others took in meanwhile is not passed over: #words'() {
        given:
        def start = snapdsl.json('snap').id
        def command = "'${Snapdsl.COMMAND}' --store '$store'"

        when:
        def result = snapdsl.run('wrap', '--session', 'outer', '--',
            'sh', '-c', "echo 1 > one; ${between.replace('COMMAND', command)} 2> /dev/null > /dev/null; echo 2 > two")

        then:
        result.err.contains('created   two')
        !result.err.contains('Take all of it back')
        def told = result.err =~ /Others took snapshots meanwhile, .* may be this command's work too: (\w+)/
        told.find()
        snapdsl.json('show', told.group(1)).created == 1

        when:
        def back = result.err =~ /All of it, back to before the command: snapdsl (restore \w+)/
        back.find()
        snapdsl.json(*back.group(1).split(' '))

        then:
        [exists('one'), exists('two'), exists('in')] == [false, false, false]
        snapdsl.json('diff', start).files.empty

        where:
        words           | between
        'a snapshot'    | 'env -u SNAPDSL_SESSION COMMAND snap'
        'a wrap inside' | 'COMMAND wrap --session inner -- sh -c "echo 1 > in"'
    }

    def 'the exit status is the command s own: #script'() {
        when:
        def result = snapdsl.run('wrap', '--', 'sh', '-c', script)

        then:
        result.exit == status
        result.err.contains('changed nothing')
        snapdsl.json('session', 'list').sessions*.outcome == ["exit status $status"]

        where:
        script         | status
        'exit 0'       | 0
        'exit 42'      | 42
        'kill -9 $$'   | 128 + 9
        'kill -TERM $$'| 128 + 15
    }

    def 'what can not be started is told as shells do: #command'() {
        given:
        write('not-executable', 'x')

        when:
        def result = snapdsl.run('wrap', '--', command)

        then:
        result.exit == status
        result.err.contains("$command could not be started: ")
        snapdsl.json('session', 'list').sessions*.ended.every()

        where:
        command            | status
        'no-such-command'  | 127
        './not-executable' | 126
    }

    def 'standard streams, environment and words are the command s own'() {
        when:
        def result = snapdsl.shell('printf "a\\0b" | LC_ALL=de_DE.ISO-8859-1 $SNAPDSL wrap sh -c \'cat; printf "$LC_ALL|$*" ; echo oops >&2\' - --json "two words" -m x 2> $HOME/err')

        then:
        result.bytes == 'a\0bde_DE.ISO-8859-1|--json two words -m x'.getBytes('UTF-8')
        Files.readString(snapdsl.home.resolve('err')).contains('\noops\nsnapdsl: session ')
        snapdsl.shell('unset LC_ALL; $SNAPDSL wrap -- sh -c \'echo ${LC_ALL-unset}\' 2> $HOME/err').out == 'unset\n'
    }

    def 'with --json the summary is one object on standard error'() {
        when:
        def told = wrapJson('--session', 's', '--', 'sh', '-c', 'echo two > kept; echo x > new; echo y > temporary; rm temporary')

        then:
        [told.session, told.exit, told.created, told.modified, told.deleted] == ['s', 0, 1, 1, 0]
        told.files == [[path: 'kept', change: 'modified'], [path: 'new', change: 'created']]
        told.undo == 'snapdsl revert --session s'
        told.snapshotId == log()[0].id
    }

    def 'what the command records itself belongs to its session, and is counted once'() {
        when:
        def told = wrapJson('--', 'sh', '-c',
            "echo a > new; $Snapdsl.COMMAND snap -m inner > /dev/null; echo b > new; rm gone; $Snapdsl.COMMAND snap -m again > /dev/null; printf one > gone")

        then:
        told.files == [[path: 'new', change: 'created']]
        log()*.session.unique() == [told.session]
        log()*.trigger == ['run_end', 'manual', 'manual', 'run_start']
    }

    def 'Ctrl-C and SIGTERM are the command s matter, and what it leaves is kept: #signal'() {
        given:
        snapdsl.launcher = ['python3', '-c', OutputSpec.HEEDING_INTERRUPTS]
        def process = snapdsl.start([:], 'wrap', '--session', 's', '--',
            'sh', '-c', "trap 'echo caught > caught; exit 7' $signal; echo ready; while :; do sleep 0.05; done")

        when:
        assert process.inputReader().readLine() == 'ready'
        ['kill', '-s', signal, process.pid().toString()].execute().waitFor()
        def ended = process.waitFor(1, TimeUnit.MINUTES)

        then:
        ended
        process.exitValue() == 7
        snapdsl.json('session', 'show', 's').outcome == 'exit status 7'
        log()[0].with { [trigger, created] } == ['run_end', 1]

        cleanup:
        process?.descendants()?.forEach { it.destroyForcibly() }
        process?.destroyForcibly()

        where:
        signal << ['INT', 'TERM', 'HUP']
    }

    def 'a failure of ours does not keep the command from running, unless it is to'() {
        given:
        snapdsl.json('snap')
        write('kept', 'two')
        def holder = holdWorkspaceLock()

        when:
        def refused = snapdsl.run('wrap', '--wait', 0, '--strict', '--', 'touch', 'strict')
        def result = snapdsl.run('wrap', '--wait', 0, '--', 'sh', '-c', 'touch ran; echo ${SNAPDSL_SESSION-none}; exit 5')

        then:
        refused.exit == 6
        !exists('strict')
        result.exit == 5
        result.out == 'none\n'
        result.err.contains('This run is not protected: ')
        result.err.contains("process ${holder.pid()}")
        exists('ran')
        snapdsl.json('session', 'list').sessions*.ended.every()

        cleanup:
        holder?.destroyForcibly()
    }

    def 'where no workspace may be, the command runs without, and it is said'() {
        when:
        def result = snapdsl.in(snapdsl.home).run('wrap', '--', 'echo', 'hello')

        then:
        result.exit == 0
        result.out == 'hello\n'
        result.err.contains('not protected')
        result.err.contains('your home directory')
    }

    def 'a name that is taken is not a reason not to run'() {
        given:
        snapdsl.json('session', 'start', 's')
        snapdsl.json('session', 'end', 's')

        expect:
        wrapJson('--session', 's', '--', 'true').session ==~ /[a-z]+-[a-z]+-\d{3}/
        snapdsl.run('wrap', '--session', 's', '--strict', '--', 'touch', 'x').exit == 4
        !exists('x')
    }

    def 'while another session is open nobody can tell whose it is, and how to take it back is said'() {
        given:
        snapdsl.json('snap')
        snapdsl.json('session', 'start', 'other')

        when:
        def result = snapdsl.run('wrap', '--', 'sh', '-c', 'echo two > kept')
        def id = (result.err =~ /take them back: snapdsl revert (\w+)/)[0][1]
        snapdsl.json('revert', id)

        then:
        result.err.contains('Other sessions are open')
        result.err.contains("Open: other. 'snapdsl session end NAME' ends one")
        read('kept') == 'one'
    }

    def 'a session that is open elsewhere is not in the way: #where'() {
        given:
        snapdsl.json('snap')
        open(this)

        when:
        def told = wrapJson('--', 'sh', '-c', 'echo two > kept')

        then:
        [told.modified, told.unattributed] == [1, false]

        where:
        where                  | open
        'in another workspace' | { it.snapdsl.in(Files.createDirectory(it.temp.resolve('other'))).json('snap', '--session', 'other') }
        'started in none'      | { it.snapdsl.in(it.temp).json('session', 'start', 'other') }
        'at work on a state'   | { it.snapdsl.json('state', 'event', 'other', '--type', 'thought') }
    }

    def '-C chooses the directory that is protected and where the command runs'() {
        given:
        def other = Files.createDirectory(temp.resolve('other'))

        when:
        def result = snapdsl.run('wrap', '-C', other, '--', 'sh', '-c', 'pwd; echo x > made')

        then:
        result.out == "${other.toRealPath()}\n"
        result.err.contains('created   made')
        Files.exists(other.resolve('made'))
    }
}
