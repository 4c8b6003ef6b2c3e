package io.snapdsl.cli

/** Every step can be taken back, and that too. */
class UndoRedoSpec extends CommandSpecification {
    String file() {
        read('file')
    }

    void states(String... contents) {
        contents.each {
            write('file', it)
            write('dir/only-in-' + it, it)
            snap()
            delete('dir')
        }
        write('dir/only-in-' + contents[-1], contents[-1])
    }

    def 'undo goes back step by step, redo forward again'() {
        given:
        states('one', 'two', 'three')

        when:
        def seen = ['undo', 'undo', 'redo', 'redo', 'undo', 'redo'].collect {
            snapdsl.json(it)
            file()
        }

        then:
        seen == ['two', 'one', 'two', 'three', 'two', 'three']
        log()*.sequence == (9..1).toList()
        everySnapshotIsIntact()
    }

    def 'at the beginning there is nothing to undo, and at the end nothing to redo'() {
        given:
        states('one', 'two')

        expect:
        refused(snapdsl.run('redo', '--json'), 4, 'NOTHING_TO_REDO')

        when:
        snapdsl.json('undo')

        then:
        refused(snapdsl.run('undo', '--json'), 4, 'NOTHING_TO_UNDO')
        file() == 'one'

        when:
        snapdsl.json('redo')

        then:
        refused(snapdsl.run('redo', '--json'), 4, 'NOTHING_TO_REDO')
        file() == 'two'
        everySnapshotIsIntact()
    }

    def 'a single snapshot leaves nothing to undo'() {
        given:
        write('file', 'one')
        snap()

        expect:
        refused(snapdsl.run('undo', '--json'), 4, 'NOTHING_TO_UNDO')
    }

    def 'what was not snapped is a step of its own, saved before it is taken back'() {
        given:
        states('one', 'two')
        write('file', 'unsnapped')
        write('new', 'unsnapped too')

        when:
        def answer = snapdsl.json('undo')

        then:
        file() == 'two'
        !exists('new')
        snapdsl.run('cat', answer.savedId, 'file').out == 'unsnapped'
        log().find { it.id == answer.savedId }.tool == 'UnknownChangeIntegration'

        when:
        snapdsl.json('redo')

        then:
        file() == 'unsnapped'
        read('new') == 'unsnapped too'

        when:
        2.times { snapdsl.json('undo') }

        then:
        file() == 'one'
        everySnapshotIsIntact()
    }

    def 'undo goes on step by step over a change of what is left out, and redo all the way back'() {
        given:
        write('file', 'zero')
        write('.snapshotignore', '')
        write('x.log', 'old')
        snap()
        write('file', 'one')
        snap()
        write('.snapshotignore', '*.log\n')
        snap()
        write('x.log', log)

        when:
        def seen = ['undo', 'undo', 'redo', 'redo', 'undo'].collect {
            snapdsl.json(it)
            [file(), read('.snapshotignore'), read('x.log')]
        }

        then:
        seen == [['one', '', 'old'], ['zero', '', 'old'], ['one', '', 'old'], ['one', '*.log\n', log], ['one', '', 'old']]
        snapdsl.json('verify', '--read-data')

        where:
        log << ['old', 'new']
    }

    def 'a restore is undone like any change'() {
        given:
        states('one', 'two', 'three')
        def first = taken.keySet().first()

        when:
        snapdsl.json('restore', first)

        then:
        file() == 'one'

        when:
        snapdsl.json('undo')

        then:
        now() == taken.values().last()

        when:
        snapdsl.json('redo')

        then:
        file() == 'one'
        everySnapshotIsIntact()
    }

    def 'a partial restore over unsnapped changes is undone to those changes'() {
        given:
        states('one', 'two')
        write('file', 'unsnapped')
        write('aside', 'unsnapped')
        def before = DirectoryState.contents(workspace)

        when:
        snapdsl.json('restore', taken.keySet().first(), 'file')

        then:
        file() == 'one'
        read('aside') == 'unsnapped'

        when:
        snapdsl.json('undo')

        then:
        DirectoryState.contents(workspace) == before
        everySnapshotIsIntact()
    }

    def 'after something new there is nothing to redo'() {
        given:
        states('one', 'two')
        snapdsl.json('undo')

        when:
        write('file', 'something new')

        then:
        refused(snapdsl.run('redo', '--json'), 4, 'NOTHING_TO_REDO')
        file() == 'something new'

        when:
        snap()

        then:
        refused(snapdsl.run('redo', '--json'), 4, 'NOTHING_TO_REDO')
        everySnapshotIsIntact()
    }

    def 'an undo that is only tried does nothing'() {
        given:
        states('one', 'two')
        def before = DirectoryState.identities(workspace)

        when:
        def answer = snapdsl.json('undo', '--dry-run')

        then:
        answer.dryRun
        answer.steps*.path.contains('file')
        DirectoryState.identities(workspace) == before
        log().size() == 2
    }

    def 'undo passes over removed snapshots'() {
        given:
        states('one', 'two', 'three')
        def (one, two) = taken.keySet().toList()
        snapdsl.json('rm', two)
        taken.remove(two)

        when:
        snapdsl.json('undo')

        then:
        file() == 'one'
        everySnapshotIsIntact()
    }

    def 'undo says that it takes back a removed step too, redo that what was undone is gone'() {
        given:
        states('one', 'two', 'three')
        def (one, two, three) = taken.keySet().toList()
        snapdsl.json('rm', two)

        expect:
        snapdsl.json('undo', '--dry-run').notes[0].startsWith("What ${two.take(10)} had changed is taken back too")
        snapdsl.run('undo').err.startsWith("What ${two.take(10)} had changed is taken back too")

        when:
        snapdsl.json('rm', three)

        then:
        refused(snapdsl.run('redo', '--json'), 4, 'NOTHING_TO_REDO')
        file() == 'one'
    }

    def 'an undo says what it did not touch because snapshots do not hold it'() {
        given:
        ['mkfifo', workspace.resolve('pipe')]*.toString().execute().waitFor() == 0
        write('file', 'one')
        snap()
        write('file', 'two')

        expect:
        snapdsl.run('undo').out.contains('Not held by that snapshot, and not touched: pipe is a named pipe\n')
    }

    def 'what the snapshot had left out and is gone is not said to be left as it is'() {
        given:
        sh("echo '*.log' > .snapshotignore; echo n > run.log; echo p > page.log; echo 1 > a")
        snap()
        sh('rm a run.log page.log; echo new > new.log')

        expect: 'one of the two at least: that new.log is none of them is not known'
        told() == [
            'Not held by that snapshot, and left as they are: 1 by *.log (see \'snapdsl ignore info\')',
            'Not in that snapshot, and so not brought back: at least 1 by *.log']

        when:
        sh('rm a new.log')

        then: 'the snapshot of that undo had left out new.log'
        told() == ['Not in that snapshot, and so not brought back: 1 by *.log']
    }

    /** By an undo, of what no snapshot holds. */
    List<String> told() {
        snapdsl.run('undo').out.readLines().findAll { it.startsWith('Not ') }
    }

    def 'what a way back wrote and deleted is counted in files, as log does it'() {
        given:
        sh('mkdir -p few/deep; echo 1 > one')
        snap()
        sh('rm -r few; mkdir -p many/deep; echo 1 > many/1; echo 2 > many/deep/2; rm one')
        snap()

        expect:
        snapdsl.run('undo').out.contains(': 1 file written, 2 deleted, all checked.\n')
    }
}
