package io.snapdsl.dsl

import static io.snapdsl.engine.policy.When.Event.*

import io.snapdsl.engine.capture.IgnoreRules
import io.snapdsl.engine.consolidation.Strategy
import io.snapdsl.engine.container.CaptureOptions
import io.snapdsl.engine.container.Consistency
import io.snapdsl.engine.container.Consistency.Quiesce
import io.snapdsl.engine.history.SnapshotId
import io.snapdsl.engine.history.HookFailure
import io.snapdsl.engine.history.UnknownChanges
import io.snapdsl.engine.policy.ConsolidateAfter
import io.snapdsl.engine.policy.Cron
import io.snapdsl.engine.policy.Declared
import io.snapdsl.engine.policy.Hook
import io.snapdsl.engine.policy.RestorePlan.Mode
import io.snapdsl.engine.policy.RestorePlan.OnFailure
import io.snapdsl.engine.policy.RestorePlan.Selector
import io.snapdsl.engine.policy.RestorePlan.Step
import io.snapdsl.engine.policy.When
import io.snapdsl.engine.retention.KeepRules
import io.snapdsl.engine.retention.KeepRules.Anchor
import io.snapdsl.engine.retention.Limits
import io.snapdsl.engine.retention.Period
import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import java.time.Instant
import java.time.ZoneId

class LanguageSpec extends PolicySpecification {
    static final ID = '0123456789abcdef' * 4

    def 'each setting is known by its line, and what replaces a template\'s by its own'() {
        given:
        def lines = valid('''def app = workspace('app') { path '.' }
template('shared') {
    on runStart
    keep { last 5 }
}
policy('p', from: 'shared') {
    protect app
    on schedule('0 9 * * *'),
        runEnd
    keep { last 10 }
}''').lines().p

        expect:
        lines.protect == 7
        lines["on when an agent's run starts".toString()] == 3
        lines["on when an agent's run ends".toString()] in [8, 9]
        lines.keep == 10
        !lines.containsKey('limits')
    }

    def 'the example of the design is read as it is meant'() {
        when:
        def file = valid('''
            store '/var/lib/snapdsl'                              // optional; the user's own store by default

            def app  = workspace('app') {
                path '.'
                ignore { defaults(); patterns 'outputs/**', '*_temp.*' }
                unknownChanges autoIntegrate                      // warn | strict
                onFailure block                                   // proceed
            }
            def box  = container('agent-box') { volumes all; consistency pause }
            def mind = state('planner')

            policy('agent-runs') {
                protect app, box, mind                            // one moment each time
                on runStart, runEnd                               // or: runBoundaries, everyAction, manual
                on schedule('*/15 9-18 * * MON-FRI')
                on fileChange(quiet: 2.seconds)
                keep   { last 10; within 7.days; hourly 24; daily 14; tagged 'release' }
                limits { perSubject 10; total 100; size 10.GB }
                consolidate mergeSequential(after: 10, preserveDiffs: true)    // mergeByFiles(), mergeByTime(window: 5.minutes)
                beforeSnapshot { exec 'make', 'flush' }
                onFailure { log "snapshot failed: ${error.message}" }
            }

            restorePlan('undo-last-run') {
                from before(lastRun)
                restore app, paths: ['src/**']
                restore box, mode: replace, healthCheck: 30.seconds
                verify()
            }
        ''')
        def policy = file.policies()[0]
        def plan = file.plans()[0]
        def (app, box, mind) = file.subjects()

        then:
        file.source() == script
        file.store().get().toString() == '/var/lib/snapdsl'
        app == new Declared.Workspace('app', directory,
            Optional.of(IgnoreRules.defaults().rules()*.pattern() + ['outputs/**', '*_temp.*']), Optional.of(UnknownChanges.AUTO_INTEGRATE), Optional.of(HookFailure.BLOCK))
        box == new Declared.Container('agent-box', CaptureOptions.DEFAULT)
        mind == new Declared.State('planner', Optional.empty(), [:])

        and:
        policy.name() == 'agent-runs'
        policy.subjects() == [app, box, mind]
        policy.triggers() == [RUN_START, RUN_END, new When.Schedule(Cron.parse('*/15 9-18 * * MON-FRI'), ZONE, true),
            new When.FileChange(Duration.ofSeconds(2))]
        policy.keep().get() == new KeepRules(10, [(Period.HOURLY): 24, (Period.DAILY): 14], Optional.of(Duration.ofDays(7)),
            ['release'] as Set, [] as Set, Anchor.NEWEST, ZONE)
        policy.limits() == new Limits(Optional.of(10), Optional.of(100), Optional.of(10_000_000_000))
        policy.consolidation().get() == new ConsolidateAfter(new Strategy.Sequential(), 10, true)
        policy.hooks()*.point() == [Hook.Point.BEFORE_SNAPSHOT, Hook.Point.ON_FAILURE]
        policy.expectEvery().empty

        and:
        plan.name() == 'undo-last-run'
        plan.from() == new Selector.BeforeLastRun()
        plan.steps() == [
            new Step.Restore(app, Optional.empty(), ['src/**'], Mode.IN_PLACE, Optional.empty()),
            new Step.Restore(box, Optional.empty(), [], Mode.REPLACE, Optional.of(Duration.ofSeconds(30)))]
        plan.verify()
        plan.onFailure() == OnFailure.STOP
    }

    def 'a list can stand in brackets alone'() {
        when:
        def all = policy("protect [app, mind]; on [runStart, manual]; keep { tagged ['a', 'b'] }; always { exec ['true'] }")

        then:
        all.subjects()*.name() == ['app', 'mind']
        all.triggers() == [RUN_START, MANUAL]
        all.keep().get().tags() == ['a', 'b'] as Set
        policy('on manual; protect [app]').subjects()*.name() == ['app']
    }

    def 'on #text'() {
        expect:
        policy("protect app, box, mind; on $text").triggers() == triggers

        where:
        text                                              | triggers
        'manual'                                          | [MANUAL]
        'runBoundaries'                                   | [RUN_START, RUN_END]
        'runStart, runBoundaries'                         | [RUN_START, RUN_END]
        'everyAction'                                     | [EVERY_ACTION]
        'policyStart, policyStop'                         | [POLICY_START, POLICY_STOP]
        'containerStart, containerStop, containerDie'     | [CONTAINER_START, CONTAINER_STOP, CONTAINER_DIE]
        'containerOom'                                    | [CONTAINER_OOM]
        '([runStart, runEnd])'                            | [RUN_START, RUN_END]
        'fileChange'                                      | [new When.FileChange(Duration.ofSeconds(2))]
        'fileChange(quiet: 1.5.seconds)'                  | [new When.FileChange(Duration.ofMillis(1500))]
        'every(1.hour)'                                   | [new When.Interval(Duration.ofHours(1), Duration.ZERO)]
        'every(1.hour, jitter: 5.minutes)'                | [new When.Interval(Duration.ofHours(1), Duration.ofMinutes(5))]
        'every(1.hour + 30.minutes)'                      | [new When.Interval(Duration.ofMinutes(90), Duration.ZERO)]
        'every(2 * 1.hour)'                               | [new When.Interval(Duration.ofHours(2), Duration.ZERO)]
        'every(1.hour * 1.5, jitter: 1.hour / 4)'         | [new When.Interval(Duration.ofMinutes(90), Duration.ofMinutes(15))]
        'every(1.hour - 10.minutes)'                      | [new When.Interval(Duration.ofMinutes(50), Duration.ZERO)]
        'eventCount(50)'                                  | [new When.EventCount(50)]
        "schedule('0 3 * * *', zone: 'UTC', runMissed: false)" | [new When.Schedule(Cron.parse('0 3 * * *'), ZoneId.of('UTC'), false)]
    }

    def 'keep { #text }'() {
        expect:
        policy("protect app; on manual; keep { $text }").keep().get() ==
            new KeepRules(last, periods, Optional.ofNullable(within), tags as Set, ids.collect { SnapshotId.fromHex(it) } as Set, anchor, zone)

        where:
        text                          | last | periods                | within              | tags       | ids  | anchor        | zone
        'last 3'                      | 3    | [:]                    | null                | []         | []   | Anchor.NEWEST | ZONE
        'weekly 4; monthly 12'        | 0    | [(Period.WEEKLY): 4, (Period.MONTHLY): 12] | null | []     | []   | Anchor.NEWEST | ZONE
        'yearly 2; anchor oldest'     | 0    | [(Period.YEARLY): 2]   | null                | []         | []   | Anchor.OLDEST | ZONE
        "daily 2; zone 'UTC'"         | 0    | [(Period.DAILY): 2]    | null                | []         | []   | Anchor.NEWEST | ZoneId.of('UTC')
        'within 1.5.hours'            | 0    | [:]                    | Duration.ofMinutes(90) | []      | []   | Anchor.NEWEST | ZONE
        "tagged 'a', 'b'; tagged(['c'])" | 0 | [:]                    | null                | ['a', 'b', 'c'] | [] | Anchor.NEWEST | ZONE
        "ids '$ID'"                   | 0    | [:]                    | null                | []         | [ID] | Anchor.NEWEST | ZONE
    }

    def 'keep { sessions 5 } keeps runs of agents whole'() {
        expect:
        policy('protect app; on manual; keep { sessions 5 }').keep().get() ==
            new KeepRules(0, 5, [:], Optional.empty(), [] as Set, [] as Set, Anchor.NEWEST, ZONE)
    }

    def 'limits { size #text } is #bytes bytes'() {
        expect:
        policy("protect app; on manual; limits { size $text }").limits() == new Limits(Optional.empty(), Optional.empty(), Optional.of(bytes))

        where:
        text      | bytes
        '500.KB'  | 500_000L
        '1.MB'    | 1_000_000L
        '1.5.GB'  | 1_500_000_000L
        '2.TB'    | 2_000_000_000_000L
        '1.KiB'   | 1L << 10
        '1.MiB'   | 1L << 20
        '10.GiB'  | 10L << 30
        '1.TiB'   | 1L << 40
        '1.GB * 3'         | 3_000_000_000L
        '2 * 1.GB'         | 2_000_000_000L
        '1.GB + 500.MB'    | 1_500_000_000L
        '1.GB - 500.MB'    | 500_000_000L
        '1.GB / 4'         | 250_000_000L
    }

    def 'consolidate #text'() {
        expect:
        policy("protect app; on manual; consolidate $text").consolidation().get() == new ConsolidateAfter(strategy, after, preserve)

        where:
        text                                         | strategy                                      | after | preserve
        'mergeSequential()'                          | new Strategy.Sequential()                     | 10    | false
        'mergeByFiles(after: 20)'                    | new Strategy.ByFiles()                        | 20    | false
        'mergeByTime(window: 1.hour, preserveDiffs: true)' | new Strategy.ByTime(Duration.ofHours(1)) | 10    | true
    }

    def 'without keep and limits, what is kept depends on the kind of subject'() {
        given:
        def policy = policy('protect app, box, mind; on manual')
        def (app, box, mind) = policy.subjects()

        expect: 'containers are large'
        policy.keepFor(box, ZONE).within().get() == Duration.ofDays(7)
        policy.limitsFor(box) == new Limits(Optional.of(10), Optional.of(100), Optional.of(10_000_000_000))

        and: 'workspaces and states cost next to nothing'
        [app, mind].every { policy.keepFor(it, ZONE) == KeepRules.standard(ZONE) }
        [app, mind].every { policy.limitsFor(it).none }
    }

    def 'the default limits of containers do not cut short what the author wants kept'() {
        given:
        def policy = policy('protect box; on manual; keep { daily 30 }')

        expect:
        policy.limitsFor(policy.subjects()[0]).none
        policy.keepFor(policy.subjects()[0], ZONE) == policy.keep().get()
    }

    def 'hooks have a time limit, and say what their failure means'() {
        given:
        def hooks = policy('''
            protect app
            on manual
            beforeSnapshot(timeout: 10.seconds, onError: cancel) { exec 'true' }
            afterSnapshot(onError: retry) { log 'done' }
            always timeout: 5.minutes, { log 'done' }
            onFailure { log 'oh' }
        ''').hooks()

        expect:
        hooks*.point() == [Hook.Point.BEFORE_SNAPSHOT, Hook.Point.AFTER_SNAPSHOT, Hook.Point.ALWAYS, Hook.Point.ON_FAILURE]
        hooks*.timeout()*.toSeconds() == [10, 60, 300, 60]
        hooks*.onError() == [Hook.OnError.CANCEL, Hook.OnError.RETRY, Hook.OnError.IGNORE, Hook.OnError.IGNORE]
    }

    def 'a policy can warn when it gets no snapshots'() {
        expect:
        policy('protect app; on manual; expectEvery 1.hour').expectEvery().get() == Duration.ofHours(1)
    }

    def 'a container: #text'() {
        expect:
        valid("def box = container('box') { $text }; policy('p') { protect box; on manual }").subjects() == [new Declared.Container('box', options)]

        where:
        text                                                 | options
        'volumes all'                                        | CaptureOptions.DEFAULT
        "volumes 'a', 'b'"                                   | options(volumes: ['a', 'b'])
        "volumes(['a']); consistency stop"                   | options(volumes: ['a'], consistency: Consistency.STOP)
        'consistency none'                                   | options(consistency: Consistency.NONE)
        "consistency quiesce('freeze')"                      | options(consistency: new Quiesce(['sh', '-c', 'freeze'], []))
        "consistency quiesce('freeze now', resume: 'thaw')"  | options(consistency: new Quiesce(['sh', '-c', 'freeze now'], ['sh', '-c', 'thaw']))
        'binds captured; portable()'                         | options(binds: true, portable: true)
    }

    static CaptureOptions options(Map given) {
        new CaptureOptions(Optional.ofNullable(given.volumes as Set), given.consistency ?: Consistency.PAUSE,
            given.binds ?: false, given.portable ?: false)
    }

    def 'a restore plan goes back to #text'() {
        expect:
        valid("def s = state('s'); restorePlan('p') { from $text; restore s }").plans()[0].from() == selector

        where:
        text                     | selector
        'latest'                 | new Selector.Latest()
        'lastVerified'           | new Selector.LastVerified()
        'before(lastRun)'        | new Selector.BeforeLastRun()
        "at('2026-11-16 09:00')" | new Selector.At(Instant.parse('2026-11-16T08:00:00Z'))
        "at('2 hours ago')"      | new Selector.At(Instant.parse('2026-11-16T10:00:00Z'))
        "milestone('v1')"        | new Selector.AtMilestone('v1')
        "tagged('release')"      | new Selector.Tagged('release')
    }

    def 'the steps of a plan are done in the order they are written in'() {
        when:
        def plan = valid('''
            def app = workspace('app') { path '.' }
            def box = container('box')
            restorePlan('drill') {
                from latest
                step(timeout: 5.seconds) { exec 'true' }
                restore box, mode: beside
                restore app, from: lastVerified, mode: inPlace
                step { log 'done' }
                onFailure rollBack
            }
        ''').plans()[0]

        then:
        plan.steps()*.class == [Step.Do, Step.Restore, Step.Restore, Step.Do]
        plan.steps()[0].timeout() == Duration.ofSeconds(5)
        plan.steps()[1].mode() == Mode.BESIDE
        plan.steps()[2].from().get() == new Selector.LastVerified()
        plan.onFailure() == OnFailure.ROLL_BACK
        !plan.verify()
    }

    def 'what a policy says itself goes before its template'() {
        when:
        def policies = valid('''
            def app = workspace('app') { path '.' }
            template('agent') {
                on runBoundaries
                keep { last 20 }
                expectEvery 1.day
                beforeSnapshot { log 'template' }
            }
            policy('a', from: 'agent') { protect app; keep { last 5 } }
            policy('b', from: 'agent') { protect app; on manual }
        ''').policies()

        then:
        policies*.name() == ['a', 'b']
        policies*.triggers() == [[RUN_START, RUN_END], [RUN_START, RUN_END, MANUAL]]
        policies*.keep()*.get()*.last() == [5, 20]
        policies*.expectEvery()*.get() == [Duration.ofDays(1)] * 2
        policies*.hooks()*.size() == [1, 1]
    }

    def 'plain Groovy works: loops, functions, variables, conditions, texts with values'() {
        given:
        ['api', 'web'].each { Files.createDirectory(directory.resolve(it)) }

        when:
        def file = valid('''
            int days(int weeks) { weeks * 7 }

            List<String> temporary(String kind) { ["*.$kind".toString(), "*.${kind}2"] }

            def projects = ['api', 'web'].collect { name ->
                workspace("project-$name") {
                    path name
                    ignore { patterns temporary('tmp') }
                }
            }
            for (p in projects) {
                policy(p.name()) {
                    protect p
                    ['0 3 * * *', '0 15 * * *'].each { time -> on schedule(time) }
                    if (p.name().endsWith('web')) {
                        keep { last 1 }
                    } else {
                        keep { within days(2).days }
                    }
                }
            }
        ''')

        then:
        file.subjects()*.name() == ['project-api', 'project-web']
        file.subjects()*.directory() == ['api', 'web'].collect { directory.resolve(it) }
        file.subjects()[0].ignore().get() == ['*.tmp', '*.tmp2']
        file.policies()*.triggers()*.size() == [2, 2]
        file.policies()[0].keep().get().within().get() == Duration.ofDays(14)
        file.policies()[1].keep().get().last() == 1
    }

    def 'a variable may be called as a word is, where nothing else is meant'() {
        expect:
        valid('''
            String named(String store) { store.trim() }
            def store = ' a '
            named(store).length()
            def s = state(named(store))
            policy('p') { protect s; on manual; named(store).length() }
        ''').subjects()*.name() == ['a']
    }

    def 'classes, fields and enums of the script work too, in blocks as well'() {
        when:
        def file = valid('''
            import groovy.transform.Field

            enum Stage { TEST, LIVE }

            class Naming {
                static String of(Stage stage) { "app-${stage.name().toLowerCase()}" }
            }

            @Field int count = 3
            @Field String where = '.'

            def app = workspace(Naming.of(Stage.LIVE)) { path where }
            policy('p') {
                protect([app])
                switch (Stage.LIVE) {
                    case Stage.LIVE: on everyAction; break
                    default: on manual
                }
                keep { last count }
            }
        ''')

        then:
        file.subjects()*.name() == ['app-live']
        file.policies()[0].triggers() == [EVERY_ACTION]
        file.policies()[0].keep().get().last() == 3
    }

    def 'fields can say words, and functions see them'() {
        when:
        def file = valid("""
            import groovy.transform.Field
            @Field nightly = schedule('0 2 * * *')
            @Field def app = workspace('app') { path '.' }
            @Field times = [runStart, every(2.hours)]
            def protectAlso(String name) { policy(name) { protect app; on nightly; on times } }
            protectAlso('p')
            policy('q') { protect app; on nightly }
        """)

        then:
        file.subjects()*.name() == ['app']
        file.policies().collect { it.triggers()*.words() } == [
            ['at 0 2 * * * (Europe/Berlin)', "when an agent's run starts", 'every 2 hours'],
            ['at 0 2 * * * (Europe/Berlin)']
        ]
    }

    def 'triggers can be said outside of policies, in variables, lists and functions'() {
        when:
        def policies = valid('''
            List working() { [runStart, schedule('0 9 * * *', zone: 'UTC')] }
            def nightly() { schedule('0 0 * * *', zone: 'UTC') }

            def either(boolean live) {
                if (live) {
                    everyAction
                } else {
                    return manual
                }
            }

            def app = workspace('app') { path '.' }
            def ends = [runStart, runEnd]
            def often = every(1.hour)
            def quiet = fileChange(quiet: 5.seconds)
            policy('a') { protect app; on ends }
            policy('b') { protect app; on often, quiet, fileChange }
            policy('c') { protect app; on working(); on nightly(), either(true) }
        ''').policies()

        then:
        policies[0].triggers() == [RUN_START, RUN_END]
        policies[1].triggers() == [new When.Interval(Duration.ofHours(1), Duration.ZERO), new When.FileChange(Duration.ofSeconds(5)),
            new When.FileChange(Duration.ofSeconds(2))]
        policies[2].triggers() == [RUN_START, new When.Schedule(Cron.parse('0 9 * * *'), ZoneId.of('UTC'), true),
            new When.Schedule(Cron.parse('0 0 * * *'), ZoneId.of('UTC'), true), EVERY_ACTION]
    }

    def 'the directory of the script is known in every block'() {
        given:
        Files.createDirectory(directory.resolve('app'))

        when:
        def file = valid('''
            def app = workspace('a') {
                path "${scriptDirectory}/app"
                ignore { patterns "$scriptDirectory.name/*" }
            }
            def box = container('c') { volumes scriptDirectory.name }
            policy('p') {
                protect app
                on manual
                keep { tagged "x$scriptDirectory.name" }
                limits { if (scriptDirectory.directory) { total 3 } }
                if (scriptDirectory.directory) { expectEvery 1.hour }
            }
            restorePlan('r') { from tagged("x$scriptDirectory.name"); restore app }
        ''')

        then:
        file.subjects()[0].directory() == directory.resolve('app')
        file.policies()[0].limits().total().get() == 3
        file.policies()[0].expectEvery().present
        file.policies()[0].keep().get().tags() == ["x${directory.fileName}".toString()] as Set
    }

    def 'a script can print, wherever it is, but not to where the program answers'() {
        given:
        def (out, err) = [System.out, System.err]
        def (answered, printed) = [new ByteArrayOutputStream(), new ByteArrayOutputStream()]
        System.out = new PrintStream(answered)
        System.err = new PrintStream(printed)

        when:
        policy('''
            println 'a'; print 1; println(); printf '%s-%d%n', 'b', 2
            [1, 2].each { println it }
            protect app
            on manual
            keep { println([3, 4]); last 1 }
        ''')
        valid('''
            void greet() { println 'function' }
            println 'top'; print 'x'; println(); printf '%s%n', 'y'
            greet()
            def s = state('s')
            policy('p') { protect s; on manual }
        ''')

        then:
        printed.toString() == 'a\n1\nb-2\n1\n2\n[3, 4]\ntop\nx\ny\nfunction\n'
        answered.size() == 0

        cleanup:
        System.out = out
        System.err = err
    }

    def 'a loop over the directories beside the script'() {
        given:
        ['b', 'a'].each { Files.createDirectories(directory.resolve("projects/$it")) }

        expect:
        valid('''
            new File(scriptDirectory, 'projects').eachDir { dir ->
                def project = workspace(dir.name) { path dir.path }
                policy(dir.name) { protect project; on manual }
            }
        ''').subjects()*.name().toSorted() == ['a', 'b']
    }

    def 'paths are relative to the script, and ~ is the home directory'() {
        given:
        Files.createDirectories(directory.resolve('sub/dir'))

        expect:
        valid("def w = workspace('w') { path '$path' }; policy('p') { protect w; on manual }").subjects()[0].directory() == (home ? Path.of(System.getProperty('user.home')) : directory.resolve(resolved))

        where:
        path          | resolved  | home
        'sub/dir'     | 'sub/dir' | false
        './sub/../sub' | 'sub'    | false
        '~'           | ''        | true
    }
}
