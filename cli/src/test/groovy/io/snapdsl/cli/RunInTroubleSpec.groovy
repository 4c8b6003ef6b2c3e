package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.StandardCopyOption
import java.sql.DriverManager
import java.util.concurrent.TimeUnit
import spock.lang.Timeout

/** A running policy lives on, whatever happens to it; and says what happened. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RunInTroubleSpec extends CommandSpecification {
    List<Process> started = []

    def cleanup() {
        started*.destroyForcibly()*.waitFor()
    }

    String policy(String text) {
        def file = temp.resolve('policy.groovy')
        Files.writeString(file, "def project = workspace('project') { path '${workspace.toAbsolutePath()}' }\n$text")
        file
    }

    Process run(Object... words) {
        def process = snapdsl.start([:], 'run', *words, '--json', '--no-dashboard')
        started << process
        process
    }

    def 'a workspace that another process has locked for long is tried again, ever later, until it is free'() {
        given:
        def script = policy("policy('p') { protect project; on fileChange(quiet: 100.milliseconds) }")
        def process = run(script, '--wait', 1)
        def events = new Events(process)
        events.next('taken')
        def holder = holdWorkspaceLock()

        when:
        write('file', 'while it is locked')

        then:
        events.next('failed').error.contains("process ${holder.pid()}, taking a snapshot")
        events.next('retrying').seconds == 5
        events.next('failed')
        events.next('retrying').seconds == 10

        when:
        holder.destroyForcibly().waitFor()

        then:
        events.next('taken').snapshot.created == 1
        process.alive

        and: 'the audit log has the first of the failures, and what came of it'
        new StoreFile(store).value("SELECT count(*) FROM operation WHERE kind = 'snapshot-failed'") == 1
        theStoreIsClean()

        cleanup:
        holder?.destroyForcibly()
    }

    def 'a single run that is locked out says what it waits for, and that this was all that was wrong'() {
        given:
        def script = policy("policy('p') { protect project; on policyStart }")
        snapdsl.run('run', script, '--once')
        def holder = holdWorkspaceLock()

        when:
        def result = snapdsl.run('run', script, '--once', '--wait', 4)

        then:
        result.exit == 6
        result.err.contains("Waiting for another snapdsl that is at work on the same thing (process ${holder.pid()}, taking a snapshot")
        result.err.contains('for at most 4 seconds')

        when: 'something else is wrong too'
        Files.createDirectory(temp.resolve('other'))
        script = policy("""
            def other = workspace('other') { path 'other' }
            policy('p') { protect project; on policyStart }
            policy('q') { protect other; on policyStart; beforeSnapshot(onError: cancel) { exec 'false' } }""")
        result = snapdsl.run('run', script, '--once', '--wait', 1)

        then:
        result.exit == 1
        !result.err.contains('Waiting')

        cleanup:
        holder?.destroyForcibly()
    }

    def 'a store that another program writes to for a while is waited for'() {
        given:
        def events = new Events(run(policy("policy('p') { protect project; on fileChange(quiet: 100.milliseconds) }")))
        events.next('taken')
        def other = DriverManager.getConnection("jdbc:sqlite:${store.resolve('store.db')}")
        other.createStatement().execute('BEGIN IMMEDIATE')

        when:
        write('file', 'in the meantime')
        sleep(3000)
        def meanwhile = log().size()
        other.createStatement().execute('ROLLBACK')
        def next = new groovy.json.JsonSlurper().parseText(events.lines.readLine())

        then: 'nothing has failed'
        meanwhile == 1
        next.event == 'taken'
        next.snapshot.created == 1

        cleanup:
        other?.close()
    }

    def 'whatever hooks throw, snapshots are taken'() {
        given:
        def script = policy('''
            policy('p') {
                protect project
                on fileChange(quiet: 100.milliseconds)
                beforeSnapshot { throw new IllegalStateException('before') }
                afterSnapshot { throw new StackOverflowError('after') }
                always { assert trigger == 'none' }
            }
            policy('q') {
                protect project
                on policyStart
                beforeSnapshot(onError: cancel) { throw new Exception('not now') }
                onFailure { throw new OutOfMemoryError('failing') }
            }''')
        def process = run(script)

        when:
        def all = (1..8).collect { new groovy.json.JsonSlurper().parseText(process.inputReader().readLine()) }
        write('file', 'one')
        def later = new Events(process).next('taken')

        then:
        all.findAll { it.policy == 'p' }.collect { [it.event, it.hook] } ==
            [['hookFailed', 'before snapshot'], ['taken', null], ['hookFailed', 'after snapshot'], ['hookFailed', 'always']]
        all.findAll { it.policy == 'q' }.collect { [it.event, it.hook] } ==
            [['hookFailed', 'before snapshot'], ['failed', null], ['hookFailed', 'on failure'], ['retrying', null]]
        later.snapshot.created == 1
    }

    def 'a script that is #what while it runs stays in force as it was, and is taken up when it is good again'() {
        given:
        def script = policy("policy('p') { protect project; on fileChange(quiet: 100.milliseconds) }")
        def events = new Events(run(script))
        events.next('taken')

        when:
        snapdsl.shell(harm.replace('$1', script))

        then:
        events.next('notReloaded').mistakes*.message.join(' ') =~ said

        when:
        write('file', 'in the meantime')

        then:
        events.next('taken').snapshot.created == 1

        when:
        snapdsl.shell("rm -rf '$script'")
        policy("policy('renamed') { protect project; on fileChange(quiet: 100.milliseconds) }")

        then:
        events.next('reloaded')

        when:
        write('file', 'afterwards')

        then:
        events.next('taken').policy == 'renamed'

        where:
        what       | harm                                   || said
        'deleted'  | 'rm "$1"'                              || "The script can't be read"
        'replaced' | 'rm "$1" && mkdir "$1"'                || 'This is a directory'
        'garbage'  | 'head -c 100000 /dev/urandom > "$1"'   || 'no UTF-8'
        'emptied'  | ': > "$1"'                             || 'declares nothing'
        'broken'   | 'echo "policy {" >> "$1"'              || '.'
    }

    def 'Ctrl-C in the middle of a snapshot finishes it'() {
        given:
        12.times { write("data/$it", randomBytes(it, 8_000_000)) }
        snapdsl.launcher = ['python3', '-c', OutputSpec.HEEDING_INTERRUPTS]
        def process = run(policy("policy('p') { protect project; on policyStart }"))
        def written = store.resolve('store.db-wal')
        while (process.alive && !(Files.exists(written) && Files.size(written) > 5_000_000)) Thread.sleep(5)

        when:
        ['kill', '-INT', process.pid().toString()].execute().waitFor()
        def ended = process.waitFor(120, TimeUnit.SECONDS)
        snapdsl.launcher = []

        then:
        ended
        log()*.created == [12]
        broughtBack(log()[0].id) == now()
        theStoreIsClean()
    }

    static final HOOK = '''
        policy('p') {
            protect project
            on policyStart
            beforeSnapshot { log 'begun'; exec 'sleep', '50.5' }
            always { log 'always' }
        }'''

    Process runHeedingInterrupts(String script) {
        snapdsl.launcher = ['python3', '-c', OutputSpec.HEEDING_INTERRUPTS]
        try {
            return run(script)
        } finally {
            snapdsl.launcher = []
        }
    }

    static void interrupt(Process process) {
        ['kill', '-INT', process.pid().toString()].execute().waitFor()
    }

    def 'Ctrl-C in the middle of a hook says that it waits, and gives the snapshot up when it took too long'() {
        given:
        def process = runHeedingInterrupts(policy(HOOK))
        def events = new Events(process)
        events.next('said')
        def sleeping = { process.toHandle().descendants().toList() }
        while (sleeping().empty) Thread.sleep(20)
        def program = sleeping()

        when:
        interrupt(process)

        then:
        events.next('finishing').seconds == 30
        events.next('hookFailed').error == 'it was stopped, because the run ends'
        events.next('failed').error.contains('stopped before it was taken')
        events.next('said').text == 'always'
        process.waitFor(20, TimeUnit.SECONDS)
        process.exitValue() == 1
        program*.alive == [false]
        new StoreFile(store).value("SELECT count(*) FROM operation WHERE kind = 'snapshot-failed'") == 1
        theStoreIsClean()
    }

    def 'a second Ctrl-C ends it at once, with all it started'() {
        given:
        def process = runHeedingInterrupts(policy(HOOK))
        def events = new Events(process)
        events.next('said')
        while (process.toHandle().descendants().toList().empty) Thread.sleep(20)
        def program = process.toHandle().descendants().toList()

        when:
        interrupt(process)
        events.next('finishing')
        interrupt(process)

        then:
        process.waitFor(10, TimeUnit.SECONDS)
        process.exitValue() == 130
        program.every { it.onExit().get(10, TimeUnit.SECONDS) }
        theStoreIsClean()
    }

    def 'a run that is stopped by #signal exits with #status'() {
        given:
        def process = runHeedingInterrupts(policy("policy('p') { protect project; on policyStart }"))
        new Events(process).next('taken')

        when:
        ['kill', "-$signal", process.pid().toString()]*.toString().execute().waitFor()

        then:
        process.waitFor(30, TimeUnit.SECONDS)
        process.exitValue() == status

        where:
        signal || status
        'INT'  || 130
        'TERM' || 143
    }

    def 'a workspace that is moved away is missed, and what comes in its place is taken'() {
        given:
        write('file', 'one')
        def events = new Events(run(policy("policy('p') { protect project; on fileChange(quiet: 100.milliseconds) }")))
        events.next('taken')

        when: 'nobody is notified of that'
        Files.move(workspace, temp.resolve('away'))
        def error = events.next('troubled').error

        then:
        error.contains("is not at $workspace any more")
        error.contains('when it is back')

        when:
        Files.createDirectory(workspace)
        write('other', 'two')

        then:
        with(events.next('taken').snapshot) { [trigger, created, deleted] == ['file_change', 1, 1] }

        when: 'the first one is back, within a second'
        snapdsl.in(temp).shell('mv project second && mv away project')

        then:
        with(events.next('taken').snapshot) { [trigger, created, deleted] == ['file_change', 1, 1] }

        when:
        write('file', 'watched again')

        then:
        events.next('taken').snapshot.modified == 1
    }

    def 'a workspace that is deleted is told with what happens next, and taken as soon as it is there again'() {
        given:
        write('file', 'one')
        def events = new Events(run(policy("policy('p') { protect project; on fileChange(quiet: 100.milliseconds) }")))
        events.next('taken')

        when:
        snapdsl.in(temp).shell('rm -rf project')
        def error = events.next('failed').error

        then:
        error.contains('does not exist')
        error.endsWith('The next snapshot is taken when the directory is there.')

        when:
        events.next('retrying')
        events.next('retrying')
        Files.createDirectory(workspace)
        def since = System.nanoTime()

        then: 'not only when it would have been tried again, which is in ten seconds'
        events.next('taken').snapshot.deleted == 1
        System.nanoTime() - since < 8_000_000_000
    }

    def 'people are not told of changes that are none'() {
        given:
        Files.writeString(workspace.resolve('.snapdslignore'), '*.tmp')
        def script = policy("policy('p') { protect project; on fileChange(quiet: 100.milliseconds) }")
        def process = snapdsl.start([:], 'run', script, '--no-dashboard')
        started << process
        process.consumeProcessErrorStream(new ByteArrayOutputStream())
        def lines = []
        def readUntil = { String text -> while (!(lines.empty ? '' : lines.last()).contains(text)) lines << process.inputReader().readLine() }
        readUntil('snapshot 1 of')

        when:
        write('x.tmp', 'ignored')
        sleep(1500)
        write('file', 'one')
        readUntil('snapshot 2 of')

        then:
        lines.every { !it.contains('newest snapshot') }
    }

    def 'two runs of one script get along: each change is taken once'() {
        given:
        def script = policy("policy('p') { protect project; on fileChange(quiet: 100.milliseconds), every(1.second) }")
        def processes = (1..2).collect { run(script) }
        processes.each { it.consumeProcessErrorStream(new ByteArrayOutputStream()) }
        def printed = processes.collect { process ->
            def out = new ByteArrayOutputStream()
            process.consumeProcessOutputStream(out)
            out
        }

        when:
        (1..5).each { round ->
            // In one instant: who writes a file in place empties it first, and a run may look just then.
            def next = Files.writeString(temp.resolve('next'), "$round")
            Files.move(next, workspace.resolve('file'), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING)
            def until = System.nanoTime() + 30_000_000_000
            while (System.nanoTime() < until && snapdsl.run('cat', '@latest', 'file').out != "$round") Thread.sleep(50)
        }
        def living = processes*.alive
        processes*.toHandle()*.destroy()
        processes.each { assert it.waitFor(120, TimeUnit.SECONDS) }

        then:
        living == [true, true]
        log().collect { snapdsl.run('cat', it.id, 'file').out } == ['5', '4', '3', '2', '1']
        printed.every { !it.toString().contains('"failed"') }
        theStoreIsClean()
    }

    def "an action that another process records is a trigger for all that the policy protects"() {
        given:
        def other = Files.createDirectory(temp.resolve('other'))
        def script = policy('''
            def other = workspace('other') { path 'other' }
            policy('p') { protect project, other; on policyStart, everyAction }''')
        def events = new Events(run(script))
        2.times { events.next('taken') }

        when: 'nobody announces anything here'
        Files.writeString(other.resolve('notes'), 'one')
        snapdsl.json('snap')

        and: 'but here'
        write('file', 'one')
        snapdsl.json('snap', '--tool', 'editor', '--files', 'file')

        then:
        events.next('unchanged').subject == 'project'
        with(events.next('taken')) { [it.trigger, it.snapshot.subject] == ['action', 'other'] }
        log()*.trigger == ['manual', 'manual', 'policy_start']
    }
}
