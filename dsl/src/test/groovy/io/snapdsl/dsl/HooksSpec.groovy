package io.snapdsl.dsl

import io.snapdsl.engine.policy.Hook
import java.nio.file.Files
import java.util.concurrent.ExecutionException
import java.util.concurrent.FutureTask
import java.util.concurrent.TimeUnit

class HooksSpec extends PolicySpecification {
    List<String> logged = Collections.synchronizedList([])

    Hook.Context context(Map with = [:]) {
        new Hook.Context('nightly', 'when asked for', NOW, Optional.ofNullable(with.snapshot), Optional.ofNullable(with.error),
            { logged << it })
    }

    Hook.Action hook(String body) {
        policy("protect app; on manual; always {\n$body\n}").hooks()[0].action()
    }

    /** As the engine has them. */
    static class HookThread extends Thread implements Hook.Stoppable {
        volatile boolean stopped

        HookThread(Runnable task) {
            super(task, 'hook')
        }

        void end() {
            stopped = true
            interrupt()
        }
    }

    static FutureTask<Void> start(Hook.Action action, Hook.Context context, List<HookThread> threads = []) {
        def task = new FutureTask<Void>({ action.run(context) }, null)
        def thread = new HookThread(task)
        threads << thread
        thread.daemon = true
        thread.start()
        task
    }

    static boolean within10Seconds(Closure<Boolean> condition) {
        def end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10)
        while (!condition() && System.nanoTime() < end) Thread.sleep(20)
        condition()
    }

    def 'a hook knows what it is about'() {
        when:
        hook('log "$policy: $trigger at $time, $snapshot, ${error?.message}"').run(context(given))

        then:
        logged == [expected]

        where:
        given                                     | expected
        [:]                                       | 'nightly: when asked for at 2026-11-16T12:00:00Z, null, null'
        [snapshot: 'abc']                         | 'nightly: when asked for at 2026-11-16T12:00:00Z, abc, null'
        [error: new IOException('disk full')]     | 'nightly: when asked for at 2026-11-16T12:00:00Z, null, disk full'
    }

    def 'a program runs in the directory of the script, and what it prints can be used'() {
        when:
        hook("log exec('pwd'); log exec(['sh', '-c', 'echo a; echo b >&2'])").run(context())

        then:
        logged == [directory.toRealPath().toString(), 'a\nb']
    }

    def 'a program that fails makes the hook fail: #message'() {
        when:
        hook(body).run(context())

        then:
        def failure = thrown(IOException)
        failure.message.startsWith(message)

        where:
        body                                        | message
        "exec 'sh', '-c', 'echo no space; exit 3'"  | "'sh -c echo no space; exit 3' ended with status 3: no space"
        "exec 'false'"                              | "'false' ended with status 1"
        "exec 'no-such-program'"                    | 'Cannot run program "no-such-program"'
    }

    def 'an exception of the author comes out as it is'() {
        when:
        hook('throw new IllegalStateException("not today")').run(context())

        then:
        def failure = thrown(IllegalStateException)
        failure.message == 'not today'
    }

    def 'what a program prints is given whole'() {
        when:
        hook("log exec('sh', '-c', 'yes | head -c 5000000; echo end').length()").run(context())

        then:
        logged == ['5000003']
    }

    def 'a program that prints without end is ended, and the hook fails'() {
        when:
        hook("exec 'yes'").run(context())

        then:
        def failure = thrown(IOException)
        failure.message == "'yes' printed more than 8 MB and was ended: let it write to a file instead"
    }

    def 'what a hook prints goes to the log, line by line'() {
        when:
        hook("""
            println 'a'; print 1; print 2; println(); printf '%s%nrest', 'b'
            [3].each { println it }
            println scriptDirectory.name
            print 'end'
        """).run(context())

        then:
        logged == ['a', '12', 'b', 'rest3', directory.fileName.toString(), 'end']
    }

    def 'when its time is up, a hook ends with every program that it started'() {
        given: 'a program that starts another, which starts a third'
        def pids = directory.resolve('pids')
        def threads = []
        def task = start(hook("exec 'sh', '-c', 'echo \$\$ >> pids; sh -c \"echo \\\\\$\\\\\$ >> pids; sleep 300; true\"; true'"), context(), threads)
        assert within10Seconds { Files.exists(pids) && Files.readAllLines(pids).size() == 2 }
        def first = ProcessHandle.of(Files.readAllLines(pids)[0] as long).get()
        assert within10Seconds { first.descendants().count() == 2 }
        def all = [first] + first.descendants().toList()

        when:
        threads[0].end()

        then:
        within10Seconds { task.done }
        within10Seconds { all.every { !it.alive } }

        when:
        task.get()

        then:
        def stopped = thrown(ExecutionException)
        stopped.cause instanceof InterruptedException
    }

    def 'an endless hook can be stopped: #body'() {
        given:
        def threads = []
        def task = start(hook("log 'started'; $body"), context(), threads)
        assert within10Seconds { logged }

        when:
        threads[0].end()

        then:
        within10Seconds { task.done }

        where:
        body << ['while (true) { }', 'for (;;) { try { int x = 1 } catch (Throwable t) { } }', 'Thread.sleep(1000000)',
            '[1, 2].each { while (true) { } }', "while (true) { try { exec 'sleep', '1000' } catch (Exception e) { Thread.sleep(5) } }"]
    }

    def 'one hook can run twice at the same time'() {
        given:
        def action = hook("exec 'sh', '-c', 'sleep 0.3'; log snapshot")

        when:
        def tasks = ['a', 'b'].collect { start(action, context(snapshot: it)) }
        tasks*.get()

        then:
        logged.toSorted() == ['a', 'b']
    }

    def 'a hook can use functions and variables of the script'() {
        given:
        def file = valid('''
            String greeting(String name) { "hello $name" }
            def who = 'world'
            def s = state('s')
            policy('p') { protect s; on manual; always { log greeting(who) } }
        ''')

        when:
        file.policies()[0].hooks()[0].action().run(context())

        then:
        logged == ['hello world']
    }
}
