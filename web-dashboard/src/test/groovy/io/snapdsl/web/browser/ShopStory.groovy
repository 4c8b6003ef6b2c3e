package io.snapdsl.web.browser

import groovy.json.JsonOutput
import static io.snapdsl.engine.moment.MomentRecorder.Together.ALWAYS

import io.snapdsl.engine.Progress
import io.snapdsl.engine.capture.WorkspaceCapture
import io.snapdsl.engine.consolidation.Consolidation
import io.snapdsl.engine.consolidation.Strategy
import io.snapdsl.engine.continuity.OperationRecorder
import io.snapdsl.engine.continuity.WorkspaceTaking
import io.snapdsl.engine.event.EventDraft
import io.snapdsl.engine.event.SessionLog
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.history.Trigger
import io.snapdsl.engine.history.Workspaces
import io.snapdsl.engine.json.CanonicalJson
import io.snapdsl.engine.milestone.MilestoneChanges
import io.snapdsl.engine.milestone.Span
import io.snapdsl.engine.moment.Moment
import io.snapdsl.engine.moment.MomentRecorder
import io.snapdsl.engine.retention.Pinning
import io.snapdsl.engine.retention.Protection
import io.snapdsl.engine.session.AgentSessions
import io.snapdsl.engine.state.StateTaking
import io.snapdsl.engine.state.States
import io.snapdsl.engine.store.SnapshotStore
import io.snapdsl.engine.tree.TreePath
import io.snapdsl.storage.sqlite.SqliteSnapshotStore
import java.awt.Color
import java.awt.image.BufferedImage
import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import java.time.Instant
import javax.imageio.ImageIO

/**
 * A store with a history as people and agents make it in three weeks: sessions, unknown changes, a milestone, merged
 * snapshots, a pin, an agent's state, a moment; and one workspace whose names are as bad as names can be.
 */
class ShopStory implements AutoCloseable {
    static final String IMAGE_NAME = '<img src=x onerror=alert(1)>.py'
    static final List<String> HOSTILE = [IMAGE_NAME, "quo'te \"double\".txt", 'x' * 240 + '.txt', 'rtl \u202egnp.exe', 'new\nline', 'שלום עולם.txt']
    static final String HOSTILE_GOAL = '<img src=x onerror=alert(1)> "quoted" \u202eturned ' + 'long'.multiply(75)

    static final String HOSTILE_NAME = '"><img src=x onerror=alert(1)>' + "'" + 'n' * 60
    static final String HOSTILE_SESSION = '"><script>alert(1)</script>'

    final Path base
    final StoryClock clock = new StoryClock(Instant.parse('2026-10-26T08:12:00Z'))
    final SnapshotStore store
    final Workspaces workspaces
    final Path directory
    final Subject.Workspace shop
    Subject.Workspace hostile
    Subject.State planner
    Moment moment
    Moment hostileMoment

    private final List<String> totals = ['def total(prices):', '    """What a basket costs."""', '    return sum(prices)', '']

    ShopStory(Path base) {
        this.base = base
        store = SqliteSnapshotStore.open(base.resolve('store'), Duration.ofSeconds(5))
        workspaces = new Workspaces(store, Path.of('/no/home'))
        directory = Files.createDirectories(base.resolve('shop')).toRealPath()
        shop = workspaces.register(directory, false).workspace()
    }

    ShopStory tell() {
        tellOfShop()
        badNames()
        pass(Duration.ofMinutes(9))
        this
    }

    /** Without the bad names. */
    ShopStory tellOfShop() {
        beginning()
        (1..18).each { day -> ordinaryDay(day) }
        mergedWork()
        taxes()
        plannerAtWork()
        this
    }

    private void beginning() {
        write('src/cart.py', totals.join('\n'))
        write('README.md', '# Shop\n\nSells things, one basket at a time.\n')
        write('config.json', '{\n  "currency": "EUR",\n  "tax": 0.19,\n  "features": ["cart", "checkout"]\n}\n')
        write('run.log', 'noise\n')
        picture('web/logo.png')
        Files.createDirectories(directory.resolve('uploads'))
        snap('before the agent')
    }

    private void ordinaryDay(int day) {
        pass(Duration.ofHours(20 + day % 7))
        def agents = new AgentSessions(store.sessions(), clock, new Random(day))
        def session = agents.start("run-$day", day % 3 ? 'claude' : 'cursor', goals[day % goals.size()])
        (1..(day * 5) % 4 + 1).each { step ->
            pass(Duration.ofMinutes(3 + step))
            totals.add(totals.size() - 1, "# step $day.$step: ${goals[(day + step) % goals.size()]}".toString())
            write('src/cart.py', totals.join('\n'))
            write("src/part_${day % 5}.py", "VERSION = $day\n\n\ndef part_${day % 5}():\n    return '$step'\n")
            record(Note.manual(session.tool(), goals[(day + step) % goals.size()], session.id())
                .announcing([TreePath.of('src'.bytes)]))
        }
        if (day == 6) {
            new MilestoneChanges(store, clock).create(shop,
                new MilestoneChanges.Label('cart works', 'The basket adds up, and tests say so.', []), Span.AUTOMATIC)
        }
        if (day == 11) {
            write('README.md', Files.readString(directory.resolve('README.md')) + '\nPrices include tax.\n')
            write('src/cart.py', totals.join('\n') + '# tidy\n')
            record(Note.manual('claude', 'tidy up', session.id()).announcing([TreePath.of('src'.bytes)]))
        }
        pass(Duration.ofMinutes(4))
        agents.end(session.id(), day % 5 ? 'done' : 'gave up: tests fail')
    }

    private void mergedWork() {
        (1..8).each { pass(Duration.ofSeconds(40)); write('src/draft.py', "attempt = $it\n"); record(Note.of(Trigger.FILE_CHANGE, '', '', '')) }
        def newest = store.catalog().head(shop.id()).get().sequence()
        new Consolidation(store, clock, Progress.NONE, { false })
            .consolidate(shop, new Consolidation.Request(new Strategy.Sequential(), 2, new Consolidation.Range(newest - 7, newest - 2), false, true))
    }

    private void taxes() {
        pass(Duration.ofHours(19))
        new Pinning(store, clock).pin([snap('release 1.0', ['release'])], 'what the customers have')
        pass(Duration.ofMinutes(31))
        def agents = new AgentSessions(store.sessions(), clock, new Random(1))
        agents.start('calm-otter-417', 'claude', 'add taxes to the basket')
        write('src/cart.py', totals.join('\n').replace('sum(prices)', 'sum(prices) * (1 + TAX)').replaceFirst('def', 'TAX = 0.19\n\n\ndef'))
        write('src/tax.py', 'RATES = {"de": 19, "fr": 20}\n\n\ndef rate(country):\n    # Unknown countries pay nothing yet.\n    return RATES.get(country, 0)\n')
        Files.delete(directory.resolve('src/draft.py'))
        record(Note.manual('claude', 'agent: add tax', 'calm-otter-417'))
    }

    private void plannerAtWork() {
        def states = new States(store, clock)
        planner = states.register('planner')
        def log = new SessionLog(store.events(), 'calm-otter-417')
        ['reading the code', 'writing tax.py', 'running the tests'].eachWithIndex { step, i ->
            pass(Duration.ofMinutes(2))
            log.append([EventDraft.of('tool_call', CanonicalJson.parse("""{"tool": "shell", "command": "step $i"}"""), clock.instant())])
            states.checkpoint(planner, step, 'calm-otter-417', CanonicalJson.parse(
                """{"goal": "add taxes", "step": ${i + 1}, "todo": ${[['read', 'write', 'test'], ['write', 'test'], ['test']][i].collect { "\"$it\"" }}, "memory": {"files": ${i * 2}, "tests": "${i == 2 ? 'green' : 'unknown'}"}}"""))
        }
        pass(Duration.ofMinutes(1))
        def note = Note.of(Trigger.MANUAL, 'claude', 'taxes are in', 'calm-otter-417')
        def takings = [new WorkspaceTaking(store, new WorkspaceCapture(store, Progress.NONE), clock, shop, note, true),
                       new StateTaking(store, clock, planner, note, { Optional.empty() })]
        moment = new MomentRecorder(store, clock).take(takings, note, ALWAYS).moment().get()
    }

    private void badNames() {
        def directory = Files.createDirectories(base.resolve('hostile')).toRealPath()
        hostile = workspaces.register(directory, false).workspace()
        HOSTILE.each { Files.writeString(directory.resolve(it), "<script>alert('$it')</script>\n") }
        record(Note.manual('<b>tool</b>', HOSTILE_GOAL, '"><script>alert(1)</script>').tagged(['<i>']), hostile)
        HOSTILE.each { Files.writeString(directory.resolve(it), "<script>alert('changed $it')</script>\n") }
        def changed = record(Note.manual('<b>tool</b>', 'changed', '"><script>alert(1)</script>'), hostile)
        new Pinning(store, clock).pin([changed], HOSTILE_GOAL)
        new MilestoneChanges(store, clock).create(hostile, new MilestoneChanges.Label(HOSTILE_NAME, HOSTILE_GOAL, ['<i>']), Span.AUTOMATIC)
        def states = new States(store, clock)
        def state = states.register(HOSTILE_NAME)
        def bad = CanonicalJson.parse(JsonOutput.toJson([(HOSTILE_NAME): HOSTILE_GOAL, script: '</script><script>alert(1)</script>']))
        states.checkpoint(state, HOSTILE_GOAL, HOSTILE_SESSION, CanonicalJson.parse('{}'))
        new SessionLog(store.events(), HOSTILE_SESSION).append([new EventDraft(HOSTILE_NAME, bad, HOSTILE_GOAL, HOSTILE_GOAL, HOSTILE_GOAL, clock.instant())])
        states.checkpoint(state, HOSTILE_GOAL, HOSTILE_SESSION, bad)
        def note = Note.of(Trigger.MANUAL, '<b>tool</b>', HOSTILE_GOAL, HOSTILE_SESSION)
        hostileMoment = new MomentRecorder(store, clock).take(
            [new WorkspaceTaking(store, new WorkspaceCapture(store, Progress.NONE), clock, hostile, note, true),
             new StateTaking(store, clock, state, note, { Optional.empty() })], note, ALWAYS).moment().get()
    }

    void write(String path, String text) {
        def file = directory.resolve(path)
        Files.createDirectories(file.parent)
        Files.writeString(file, text)
    }

    private void picture(String path) {
        def image = new BufferedImage(160, 90, BufferedImage.TYPE_INT_RGB)
        image.createGraphics().with { color = new Color(0x3b5bdb); fillRect(0, 0, 160, 90); color = Color.WHITE; fillOval(55, 20, 50, 50) }
        Files.createDirectories(directory.resolve(path).parent)
        ImageIO.write(image, 'png', directory.resolve(path).toFile())
    }

    void pass(Duration time) {
        clock.pass(time)
    }

    Snapshot snap(String goal, List<String> tags = []) {
        record(Note.manual('', goal, '').tagged(tags))
    }

    Snapshot recordAs(String session, String goal) {
        record(Note.manual('agent', goal, session))
    }

    /** Says what it meant to change; what else has changed was somebody else's doing. */
    Snapshot recordAnnounced(String path, String goal) {
        record(Note.manual('agent', goal, '').announcing([TreePath.of(path.bytes)]))
    }

    States states() {
        new States(store, clock)
    }

    private Snapshot record(Note note, Subject.Workspace workspace = shop) {
        new OperationRecorder(store, new WorkspaceCapture(store, Progress.NONE), clock).record(workspace, note, false).snapshot()
    }

    Snapshot newest() {
        store.catalog().head(shop.id()).get()
    }

    private static final List<String> getGoals() {
        ['fix rounding of totals', 'add a checkout page', 'speed up the cart', 'tests for empty baskets', 'rename total to sum_of', 'discounts for regulars']
    }

    @Override
    void close() {
        store.close()
    }
}
