package io.snapdsl.cli

import java.nio.file.Files
import spock.lang.Requires

/** What only somebody without root's rights can meet. */
@Requires(value = { OtherUserSpec.possible() }, reason = 'needs root, setpriv, and an installation that others can read')
class OtherUserSpec extends CommandSpecification {
    static boolean possible() {
        try {
            def probe = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--', Snapdsl.COMMAND, '--version']
            return probe.execute().waitFor() == 0
        } catch (IOException noSetpriv) {
            return false
        }
    }

    def setup() {
        // The temporary directory may lie where nobody may go.
        snapdsl = new Snapdsl(Files.createTempDirectory(java.nio.file.Path.of('/tmp'), 'nobody'), store, temp).asNobody()
        workspace = Files.createDirectory(snapdsl.workspace.resolve('project'))
        store = workspace.resolveSibling('store')
        def home = Files.createDirectory(workspace.resolveSibling('home'))
        def copies = workspace.parent
        snapdsl = new Snapdsl(workspace, store, home).asNobody()
        temp = copies
        assert ['chown', '-R', '65534:65534', copies.toString()].execute().waitFor() == 0
    }

    def cleanup() {
        ['rm', '-rf', workspace.parent.toString()].execute().waitFor()
    }

    def 'what can no longer be read is not told as deleted'() {
        given:
        sh('echo a > a; echo b > b; mkdir d; echo f > d/f')
        snapdsl.run('snap')
        sh('chmod 000 a d')

        when:
        def status = snapdsl.run('status', '--json').json
        def sync = snapdsl.run('sync', '--json')

        then: 'nor is it known to be as it was'
        [status.clean, status.changes] == [false, []]
        status.noLongerCovered == ['a', 'd'].collect { [path: it, kind: 'unreadable', reason: 'permission denied'] }
        [sync.exit, sync.json.matches, sync.json.changes] == [3, false, []]
        snapdsl.run('status').out.endsWith("""Nothing has changed since, as far as it can be read.
No longer covered:
  a: can't be read, permission denied
  d: can't be read, permission denied
""")

        and:
        !snapdsl.run('diff').out.contains('deleted')
        snapdsl.run('snap', '--json').json.deleted == 0
        snapdsl.run('history', 'd/f').out.readLines()[0].contains("can't be read, permission denied")

        cleanup:
        sh('chmod 700 d')
    }

    def 'what cannot be read is reported, by name, and is left alone by a restore'() {
        given:
        sh('echo open > open; echo closed > closed; mkdir locked; echo in > locked/in; chmod 000 closed locked')
        def first = snapdsl.run('snap', '--json')

        expect:
        first.exit == 3
        !first.json.coverage.complete
        first.json.coverage.problems.collect { [it.path, it.kind, it.reason] } == [
            ['closed', 'unreadable', 'permission denied'], ['locked', 'unreadable', 'permission denied']]

        when:
        sh('echo other > open')
        def undo = snapdsl.run('undo', '--json')

        then:
        undo.exit == 0
        read('open') == 'open\n'

        when: 'it can be read by now, but no snapshot knows what it was'
        sh('chmod 600 closed; chmod 700 locked; echo other > open')
        def restore = snapdsl.run('restore', first.json.id, '--json')

        then:
        restore.exit == 0
        restore.json.steps.findAll { it.action == 'keep' }*.path.containsAll(['closed', 'locked/in'])
        read('closed') == 'closed\n'
        read('locked/in') == 'in\n'
        theStoreIsClean()

        when: 'sync sends nobody to an undo that would do nothing'
        sh('chmod 000 closed')
        snapdsl.run('snap')
        sh('chmod 600 closed')
        def sync = snapdsl.run('sync', '--json')

        then:
        sync.exit == 4
        sync.json.changes*.path == ['closed']
        sync.json.error.hint.contains("can't be taken back")

        when:
        sh('echo more > open')

        then:
        snapdsl.run('sync').err.contains("'snapdsl undo' takes them back, but for what the snapshot could not read.")
    }

    def 'a file that cannot be saved first is not overwritten'() {
        given:
        sh('echo one > file')
        def first = snap()
        sh('echo two > file; chmod 000 file')

        when:
        def result = snapdsl.run('restore', first, '--json')

        then:
        result.exit == 3
        result.json.problems*.path == ['file']
        result.json.steps.collect { [it.path, it.action] } == [['file', 'keep']]
        sh('chmod 600 file; cat file').out == 'two\n'
        everySnapshotIsIntact()
    }

    def 'read-only files and directories come back, and what is in them too'() {
        given:
        sh('mkdir -p ro/sub; echo a > ro/a; echo b > ro/sub/b; chmod 444 ro/a; chmod 555 ro ro/sub')
        snap()

        when:
        sh('chmod 755 ro ro/sub; rm -rf ro')
        snapdsl.json('undo')

        then:
        now() == taken.values().first()
        everySnapshotIsIntact()

        cleanup:
        sh('chmod -R u+w .')
    }

    def 'a change inside a directory that stayed read-only is reported, and undone by the next try when it is writable'() {
        given:
        sh('mkdir ro; echo a > ro/a; echo b > ro/b; echo c > c; chmod 555 ro')
        snap()
        sh('chmod 755 ro; rm ro/b; echo changed > ro/a; echo changed > c; chmod 555 ro')
        snap()

        when:
        def halfway = snapdsl.run('undo')

        then:
        halfway.exit == 3
        halfway.out.contains('2 paths NOT brought back.')
        halfway.out.contains("'snapdsl undo' does the rest")
        halfway.err.readLines() as Set == ['ro/a', 'ro/b'].collect { "not as in the snapshot: $it: permission denied".toString() } as Set
        read('c') == 'c\n'

        when:
        sh('chmod 755 ro')
        def rest = snapdsl.json('undo')

        then:
        rest.problems.empty
        !rest.unfinished
        now() == taken.values().first()

        and: 'nothing is older'
        refused(snapdsl.run('undo', '--json'), 4, 'NOTHING_TO_UNDO')
        everySnapshotIsIntact()

        cleanup:
        sh('chmod -R u+w .')
    }

    def 'a store without permission is named, with what to do'() {
        given:
        Files.createDirectory(store)
        setMode(store, mode)

        when:
        def result = snapdsl.run('snap', '--json')

        then:
        refused(result, 1, 'NO_PERMISSION')
        result.json.error.message == "You have no permission to use the store in $store, which belongs to root."

        where:
        mode << ['---------', 'r-xr-xr-x']
    }

    def "somebody else's store is not taken for none: #words"() {
        given:
        assert ['install', '-d', '-m', '700', store.toString()].execute().waitFor() == 0
        Files.createFile(store.resolve('store.db'))

        when:
        def result = snapdsl.run(*words, '--json')

        then:
        refused(result, 1, 'NO_PERMISSION')
        result.json.error.message == "You have no permission to use the store in $store, which belongs to root."

        where:
        words << [['log'], ['snap'], ['verify']]
    }

    def 'a store that may only be read is read, and what would write to it is refused in a sentence'() {
        given:
        sh('echo one > file')
        snap()
        sh('echo two > file')
        def second = snap()
        sh("chmod -R a-w $store")

        expect:
        storeIsReadButNotWritten(second)

        when:
        sh("chmod -R u+w $store")

        then:
        everySnapshotIsIntact()
    }

    def 'a workspace that cannot be listed is named'() {
        given:
        sh('chmod 000 .')

        when:
        def result = snapdsl.run('snap', '--json')

        then:
        result.exit == 1
        result.json.error.code == 'NO_PERMISSION'

        cleanup:
        setMode(workspace, 'rwx------')
    }

    private void plan(String body) {
        Files.writeString(temp.resolve('policy.groovy'), "def app = workspace('app') { path 'project' }; restorePlan('back') { $body }")
    }

    def 'a plan whose step meets a directory that can not be written to fails, and what it had done goes back'() {
        given:
        plan('from latest; restore app; onFailure rollBack')
        sh('echo good > a; mkdir closed; echo good > closed/file')
        assert ['chown', '65534', temp.resolve('policy.groovy').toString()].execute().waitFor() == 0
        snapdsl.json('snap')
        sh('echo bad > a; echo bad > closed/file; chmod 555 closed')

        when:
        def result = snapdsl.run('restore', '--plan', 'back', '--json')

        then:
        result.exit == 1
        result.json.error.code == 'PLAN_STEP_FAILED'
        result.json.error.message.contains('NOT brought back: closed/file')
        result.json.rolledBack*.complete == [true]
        [read('a'), read('closed/file')] == ['bad\n', 'bad\n']
    }

    def "a policy that somebody else has put above us is not run, unless it is asked for"() {
        given: "root's"
        plan('from latest; restore app')
        sh('echo good > a')
        snapdsl.json('snap')
        sh('echo bad > a')

        when:
        def result = snapdsl.run('restore', '--plan', 'back', '--json')

        then:
        refused(result, 1, 'NO_PERMISSION')
        result.json.error.message.contains('policy.groovy belongs to root')
        read('a') == 'bad\n'

        when:
        snapdsl.json('restore', '--plan', 'back', '--policy', '../policy.groovy')

        then:
        read('a') == 'good\n'
    }
}
