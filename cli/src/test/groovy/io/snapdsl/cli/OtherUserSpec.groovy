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

    def 'a change inside a directory that stayed read-only is undone, or reported without loss'() {
        given:
        sh('mkdir ro; echo a > ro/a; echo b > ro/b; chmod 555 ro')
        snap()
        sh('chmod 755 ro; rm ro/b; echo changed > ro/a; chmod 555 ro')
        snap()

        when:
        def result = snapdsl.run('undo', '--json')

        then:
        result.exit == 0 && now() == taken.values().first() ||
            result.exit == 3 && result.json.problems*.path.containsAll(['ro/a', 'ro/b'])
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
        refused(result, 1, result.json.error.code)
        result.json.error.code in ['NO_PERMISSION', 'STORE_UNUSABLE']
        result.json.error.message.contains(store.toString())

        where:
        mode << ['---------', 'r-xr-xr-x']
    }

    def 'a store that can only be read is no reason to fail in riddles'() {
        given:
        sh('echo one > file')
        def first = snap()
        sh("chmod -R a-w $store")

        when:
        def result = snapdsl.run('snap', '--json')

        then:
        refused(result, 1, 'NO_PERMISSION')

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
}
