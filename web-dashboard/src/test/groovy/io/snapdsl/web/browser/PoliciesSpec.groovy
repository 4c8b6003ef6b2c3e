package io.snapdsl.web.browser

import com.microsoft.playwright.assertions.PlaywrightAssertions
import com.microsoft.playwright.options.ColorScheme
import io.snapdsl.engine.policy.Cron
import io.snapdsl.engine.history.Operation
import io.snapdsl.engine.policy.Declared
import io.snapdsl.engine.policy.Policy
import io.snapdsl.engine.policy.PolicyFile
import io.snapdsl.engine.policy.RestorePlan
import io.snapdsl.engine.policy.When
import io.snapdsl.engine.retention.KeepRules
import io.snapdsl.engine.retention.Limits
import io.snapdsl.engine.run.PolicyRunner
import io.snapdsl.engine.run.RunListener
import io.snapdsl.web.DashboardServer
import io.snapdsl.web.StoreView
import java.nio.file.Path
import java.time.Duration
import java.time.ZoneOffset
import spock.lang.Shared
import spock.util.concurrent.PollingConditions

/** The page of policies, beside policies that really run. */
class PoliciesSpec extends BrowserSpecification {
    @Shared
    PolicyRunner runner
    @Shared
    Thread running

    @Override
    DashboardServer start() {
        story.snap('known to be good', ['known-good'])
        def declared = new Declared.Workspace('shop', story.directory, Optional.empty(), Optional.empty(), Optional.empty())
        def keep = new KeepRules(20, [:], Optional.of(Duration.ofDays(7)), ['release'] as Set, [] as Set, KeepRules.Anchor.NEWEST, ZoneOffset.UTC)
        def policy = new Policy('agent-runs', [declared], [When.Event.RUN_END, new When.Schedule(Cron.parse('*/15 9-18 * * MON-FRI'), ZoneOffset.UTC, false)],
            Optional.of(keep), Limits.NONE, Optional.empty(), [], Optional.of(Duration.ofHours(1)))
        def file = new PolicyFile(Path.of('/home/me/shop/policy.groovy'), Optional.empty(), [declared], [policy], [new RestorePlan('undo-last-run', new RestorePlan.Selector.Tagged('known-good'),
                [new RestorePlan.Step.Restore(declared, Optional.empty(), ['src/**'], RestorePlan.Mode.IN_PLACE, Optional.empty())], true, RestorePlan.OnFailure.STOP),
                new RestorePlan('before-the-run', new RestorePlan.Selector.BeforeLastRun(),
                [new RestorePlan.Step.Restore(declared, Optional.empty(), [], RestorePlan.Mode.IN_PLACE, Optional.empty())], false, RestorePlan.OnFailure.STOP)],
            ['agent-runs': [policy: 3, protect: 4, ('on when an agent\'s run ends'): 5, keep: 7]])
        runner = new PolicyRunner(story.store, story.workspaces, story.clock, { throw new IllegalStateException() }, Stub(RunListener))
        runner.use(file)
        running = Thread.start { runner.run(file) }
        DashboardServer.start(new StoreView(story.store, story.workspaces, story.clock, { throw new IllegalStateException() }, Optional.of(runner), Optional.empty()), runner.watched(), [], 0)
    }

    def cleanupSpec() {
        runner?.stop()
        running?.join(10_000)
        runner?.close()
    }

    def 'a policy is shown with the line of each setting, what comes next, and what it will remove'() {
        when:
        open('/policies')
        PlaywrightAssertions.assertThat(page.locator('article')).containsText(java.util.regex.Pattern.compile('in \\d+ days'))
        screenshot('policies-running-light')

        then:
        page.locator('article table').first().innerText().readLines()*.split('\t')*.toList().findAll { it.size() == 3 }.containsAll(
            [['protect', 'shop', 'policy.groovy:4'], ['on', "when an agent's run ends", 'policy.groovy:5'], ['keep', "last 20; within 7 days; tagged 'release'", 'policy.groovy:7'], ['limits', 'none', 'default']])
        page.locator('article').innerText().contains('*/15 9-18 * * MON-FRI')
        page.locator('article').innerText().contains('no rule keeps it')
        barriers() == []
        complaints == []
    }

    def 'what a policy removes and frees a program learns as well'() {
        given:
        def ask = { String path -> new groovy.json.JsonSlurper().parse(new URL(address("/api/v1$path")).openConnection().tap {
            setRequestProperty('Authorization', "Bearer ${java.nio.file.Files.readString(base.resolve('store/token')).strip()}") }.inputStream) }

        expect:
        ask('/policies').policies*.policy == ['agent-runs']
        ask('/forecast?policy=agent-runs').with { it.going.any { going -> going.inDays == 0 && going.reasons } && it.kept >= 20 }
        ask('/forecast/space?policy=agent-runs').bytes > 0
    }

    def 'a policy is run now, paused and resumed'() {
        given:
        def newest = story.newest().sequence()
        story.write('by-policy.txt', 'one')

        when:
        open('/policies')
        page.locator('text=Run now').click()

        then:
        new PollingConditions(timeout: 10).eventually { assert story.newest().sequence() > newest && story.newest().note().policy() == 'agent-runs' }

        when:
        page.locator('button:has-text("Pause")').click()

        then:
        PlaywrightAssertions.assertThat(page.locator('.tag.warn')).hasText('paused')
        runner.isPaused('agent-runs')

        when:
        page.locator('button:has-text("Resume")').click()

        then:
        PlaywrightAssertions.assertThat(page.locator('article .tag.good')).hasText('running')
        !runner.isPaused('agent-runs')
    }

    def 'the overview says what is due, what is stale and what failed'() {
        given:
        def tags = { open('/'); page.locator('article:has(a:text-is("shop")) .tag').allInnerTexts() }

        expect:
        tags().any { it.startsWith('next ') }
        !tags().contains('stale')

        when: 'nothing was taken for longer than the policy expects'
        story.pass(Duration.ofHours(2))

        then:
        tags().contains('stale')

        when: 'and the last try went wrong'
        story.store.auditLog().record(new Operation(story.clock.instant(), 'snapshot-failed', Optional.of(story.shop.id()), Optional.empty(), 'the disk is full'))

        then:
        tags().contains('last one failed')
        page.locator('.tag.bad').getAttribute('title') == 'the disk is full'
        barriers() == []
        screenshot('overview-with-policy')

        when:
        story.write('well.txt', 'again')
        story.snap('well again')

        then:
        !tags().contains('last one failed')
        !tags().contains('stale')
    }

    def 'a running policy is there for everybody'() {
        when:
        open('/policies')
        PlaywrightAssertions.assertThat(page.locator('main')).not().containsText('Looking…')

        then:
        everybodyCanRead('policies-running')
        complaints == []
    }

    def 'a way back to before the last run names that run'() {
        when:
        open('/policies/plan?name=before-the-run')
        def run = page.locator('#run a').innerText()

        then:
        story.store.sessions().find(run).present
        page.locator('#run').innerText().startsWith("Goes back to before the run $run, which began on 20")
        page.locator('#run a').getAttribute('href') == "/session?name=$run"
        everybodyCanRead('plan')
    }

    def 'a way back is looked at, gone, and found on the disk'() {
        given:
        story.write('src/tax.py', 'broken\n')

        when:
        open('/policies')
        page.locator('text=Look at it…').first().click()

        then: 'nothing has happened yet'
        page.locator('.rows li').allInnerTexts()*.replaceAll(/\s+/, ' ').contains('modify src/tax.py')
        java.nio.file.Files.readString(story.directory.resolve('src/tax.py')) == 'broken\n'
        everybodyCanRead('plan')

        when:
        page.locator('#confirm').click()
        PlaywrightAssertions.assertThat(page.locator('main')).containsText('All of it is done.')

        then:
        java.nio.file.Files.readString(story.directory.resolve('src/tax.py')).contains('RATES')
        complaints == []
    }
}
