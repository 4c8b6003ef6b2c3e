package io.snapdsl.cli

import java.nio.file.Files

/** Snapshots become fewer, and nothing that is still shown is any different. */
class ConsolidateSpec extends CommandSpecification {
    /** One snapshot of another tool, five of an editor, and the newest. */
    List<String> chain() {
        ordinaryProject()
        def ids = [snap('other')]
        (1..5).each {
            write('src/main.py', "print($it)\n" * 30)
            write("notes-$it", "note $it\n")
            if (it == 3) delete('README.md')
            ids << snap('editor', "edit $it")
        }
        write('src/main.py', 'the end\n')
        ids << snap('other')
    }

    String snap(String tool, String goal = '') {
        def state = now()
        String id = snapdsl.json('snap', '--tool', tool, '-m', goal).id
        taken[id] = state
        id
    }

    void forget(List<String> ids) {
        taken.keySet().removeAll(ids)
    }

    def 'candidates and a dry run say what would be merged, and merge nothing'() {
        given:
        def ids = chain()

        when:
        def found = snapdsl.json(*words)

        then:
        found.candidates*.snapshots == [ids[1..5]]
        found.candidates[0].count == 5
        [found.originalCount, found.newCount, found.ratio] == [5, 1, 5]
        found.bytesEstimated > 0
        log().size() == 7
        everySnapshotIsIntact()

        where:
        words << [['consolidate', 'candidates'], ['consolidate', '--dry-run']]
    }

    def 'a dry run promises no space that is not won: #option'() {
        given:
        chain()

        expect:
        snapdsl.run('consolidate', '--dry-run', option).out.readLines().last().endsWith(told)

        where:
        option             | told
        '--keep-originals' | 'and no space would be freed.'
        '--preserve-diffs' | ' would be freed, less what the preserved patches take.'
    }

    def 'merged snapshots are shown as one, and lead there'() {
        given:
        def ids = chain()

        when:
        def done = snapdsl.json('consolidate')

        then:
        [done.originalCount, done.newCount, done.ratio, done.originals] == [5, 1, 5, ids[1..5]]
        def merged = done.results[0]
        log()*.id == [ids[6], merged, ids[0]]
        snapdsl.run('log').out.readLines()[1].contains('(5 merged) edit 1; edit 2; edit 3; edit 4; edit 5')

        and: 'it is what the newest of them was, all others are as they were'
        broughtBack(merged) == taken[ids[5]]
        forget(ids[1..5])
        everySnapshotIsIntact()

        and: 'it says what it stands for, and they say where they went'
        snapdsl.json('show', merged).replaces*.id == ids[1..5]
        snapdsl.run('show', merged).out.contains('edit 3')
        with(snapdsl.json('show', ids[2])) {
            replacedById == merged
            removed
            goal == 'edit 2'
        }
        snapdsl.run('show', ids[2]).out.contains('merged     into ' + merged.substring(0, 10))

        and: 'what they held is had from it'
        [['restore', ids[2]], ['cat', ids[2], 'src/main.py'], ['diff', ids[2], ids[6]]].each {
            def refusal = snapdsl.run(*it, '--json')
            refused(refusal, 2, 'UNKNOWN_SNAPSHOT')
            assert refusal.json.error.hint.contains(merged.substring(0, 10))
        }
        snapdsl.json('show', '@1').id == merged
        snapdsl.json('show', '@2').id == ids[0]
        refused(snapdsl.run('show', '@3', '--json'), 2, 'UNKNOWN_SNAPSHOT')

        when:
        snapdsl.json('undo')

        then:
        DirectoryState.contents(workspace) == contentsOf(broughtBack(merged))
    }

    static Map<String, String> contentsOf(Map<String, DirectoryState.Entry> state) {
        state.findAll { it.value.kind != 'd' }.collectEntries { [it.key, it.value.kind == 'l' ? '-> ' + it.value.target : it.value.sha256] }
    }

    def 'the space that only the merged ones needed is given back'() {
        given:
        (1..4).each { write('large', randomBytes(it, 1_000_000)); snap('editor') }
        write('small', 'x')
        snap('other')

        when:
        def done = snapdsl.json('consolidate')

        then:
        done.bytesFreed > 2_900_000
        done.bytesAdded == 0
        theStoreIsClean()
    }

    def 'patches that take more than what is gone are said to'() {
        given: 'each patch has the text twice, as it was and as it became, and binary compression gains nothing'
        (1..5).each { write('large', randomBytes(it, 600_000).encodeBase64(true).toString()); snap('editor') }
        write('small', 'x')
        snap('other')
        def before = snapdsl.json('stats').bytesOnDisk

        when:
        def result = snapdsl.run('consolidate', '--preserve-diffs')

        then:
        result.out ==~ /5 snapshots became 1; the store is [\d.]+ MB larger: the preserved patches take more than what is gone.\n/
        snapdsl.json('stats').bytesOnDisk > before
    }

    def 'what each one changed can be preserved, and applied as a patch'() {
        given:
        def ids = chain()
        def derived = ids[1..5].collect { snapdsl.run('show', it, '--patch').bytes }

        when:
        def merged = snapdsl.json('consolidate', '--preserve-diffs').results[0]

        then: 'after the space was given back too'
        ids[1..5].collect { snapdsl.run('show', it, '--patch').bytes } == derived
        snapdsl.json('show', ids[1], '--patch').preserved
        theStoreIsClean()

        when: 'all of them are applied to what was before'
        def copy = temp.resolve('patched')
        snapdsl.json('restore', ids[0], '--to', copy)
        ids[1..5].each { id ->
            def patch = Files.write(temp.resolve('patch'), snapdsl.run('show', id, '--patch').bytes)
            assert snapdsl.shell("cd $copy && GIT_CEILING_DIRECTORIES=$temp git apply $patch").exit == 0
        }

        then:
        DirectoryState.contents(copy) == contentsOf(broughtBack(merged))

        when: 'a removal takes them along'
        snapdsl.json('rm', merged)
        def gone = snapdsl.run('show', ids[1], '--patch', '--json')

        then:
        refused(gone, 2, 'UNKNOWN_SNAPSHOT')
        theStoreIsClean()
    }

    def 'a patch that was not preserved is refused with where to look'() {
        given:
        def ids = chain()
        def merged = snapdsl.json('consolidate').results[0]

        when:
        def result = snapdsl.run('show', ids[2], '--patch', '--json')

        then:
        refused(result, 2, 'UNKNOWN_SNAPSHOT')
        result.json.error.hint.contains(merged.substring(0, 10))
    }

    def 'originals that are kept can still be brought back by their ids'() {
        given:
        def ids = chain()

        when:
        def done = snapdsl.json('consolidate', '--keep-originals')

        then:
        log()*.id == [ids[6], done.results[0], ids[0]]
        everySnapshotIsIntact()
    }

    def 'a damaged preserved patch is found'() {
        given:
        def ids = chain()
        snapdsl.json('consolidate', '--preserve-diffs')
        new StoreFile(store).update('UPDATE preserved_patch SET patch = ? WHERE snapshot = ?',
            [StoreFile.bytes('ab' * 32), StoreFile.bytes(ids[2])])

        when:
        def result = snapdsl.run('verify', '--json')

        then:
        result.exit == 5
        result.json.damaged[0].snapshots == [ids[2]]
    }

    def 'tampering with what stands for what is found: #what'() {
        given:
        def ids = chain()
        def merged = snapdsl.json('consolidate').results[0]
        def named = [first: ids[0], second: ids[2], newest: ids[6], merged: merged]
        new StoreFile(store).update("UPDATE snapshot SET $change WHERE id = ?", values.collect { StoreFile.bytes(named[it]) })

        when:
        def result = snapdsl.run('verify', '--json')

        then:
        result.exit == 5
        result.json.findings.any { it.contains(finding) }

        where:
        what                    | change                                            | values               | finding
        'an altered entry'      | "goal = 'x'"                                      | ['merged']           | 'was altered'
        'another content'       | 'root = (SELECT root FROM snapshot WHERE id = ?)' | ['first', 'merged']  | 'does not hold'
        'a member elsewhere'    | 'replaced_by = ?'                                 | ['newest', 'second'] | 'do not name each other'
        'one hidden by another' | 'replaced_by = ?'                                 | ['merged', 'first']  | 'do not name each other'
    }

    def 'killed at #point, it has merged or not, and nothing else is touched'() {
        given:
        def ids = chain()

        when:
        def result = snapdsl.runUntil(point, 'consolidate', '--strategy', strategy, '--min', 2, '--preserve-diffs')

        then:
        result.exit == Snapdsl.KILLED
        def merged = log()*.id != ids.reverse()
        merged == done
        if (merged) {
            assert broughtBack('@1') == taken[ids[5]]
            forget(ids[1..5])
            forget(strategy == 'merge_by_files' ? [ids[0]] : [])
        }
        everySnapshotIsIntact()

        when: 'it is run again'
        snapdsl.json('consolidate', '--strategy', strategy, '--min', 2)
        forget(strategy == 'merge_by_files' ? ids[0..5] : ids[1..5])

        then:
        broughtBack('@1').findAll { it.key == 'src/main.py' }.size() == 1
        snap('next')
        everySnapshotIsIntact()

        where:
        point                       | strategy           | done
        'content.after-commit'      | 'merge_sequential' | false
        'consolidate.built'         | 'merge_sequential' | false
        'consolidate.before-commit' | 'merge_by_files'   | false
        'consolidate.after-commit'  | 'merge_sequential' | true
        'sweep.marked'              | 'merge_sequential' | true
        'sweep.before-commit'       | 'merge_by_files'   | true
        'sweep.after-commit'        | 'merge_sequential' | true
    }

    def 'above a number of snapshots it merges, and otherwise says that there are not so many'() {
        given:
        chain()

        expect:
        refused(snapdsl.run('consolidate', '--above', '-1', '--json'), 2, 'USAGE')
        snapdsl.run('consolidate', '--above', 7).with { [exit, out] } == [0, 'Nothing was merged: project has 7 snapshots, not more than 7.\n']
        snapdsl.json('consolidate', '--above', 7).with { [originalCount, newCount, present, above] } == [0, 0, 7, 7]
        snapdsl.json('consolidate', '--above', 6, '--dry-run').originalCount == 5
        log().size() == 7
        snapdsl.json('consolidate', '--above', 6).originalCount == 5
        log().size() == 3
        theStoreIsClean()
    }

    def 'a workspace can be told to consolidate by itself, which a snap then does and says'() {
        given:
        write('file', 0)
        snap('editor')

        expect: 'that it does nothing of its own accord'
        snapdsl.json('init').consolidateAbove == null

        when:
        def told = snapdsl.run('init', '--consolidate-above', 8)
        def answers = (1..8).collect {
            write('file', it)
            snapdsl.json('snap', '--tool', 'editor')
        }

        then:
        told.out.contains("Above 8 snapshots, 'snap' merges old ones.")
        snapdsl.json('init').consolidateAbove == 8
        answers.init()*.consolidated == [null] * 7
        answers.last().consolidated.with { [originalCount, newCount] } == [5, 1]
        log()*.sequence == [9, 8, 7, 6, 5]
        broughtBack(answers.last().id) == now()
        theStoreIsClean()

        when: 'people are told too'
        def results = (9..12).collect {
            write('file', it)
            snapdsl.run('snap', '--tool', 'editor')
        }

        then:
        results*.exit.every { it == 0 }
        results.last().err == 'consolidated: 5 old snapshots became 1\n'
        results.init().every { it.err.empty }

        when: 'and it can be told to stop'
        assert snapdsl.run('init', '--consolidate-above', off).out.contains('never merged by themselves')
        def after = (13..18).collect {
            write('file', it)
            snapdsl.json('snap', '--tool', 'editor').consolidated
        }

        then:
        after == [null] * 6
        snapdsl.json('init').consolidateAbove == null

        where:
        off << ['never', '0']
    }

    def 'a consolidation that fails does not fail the snap, and is said'() {
        given: 'a merge that needs the content of a damaged snapshot'
        def ids = (0..4).collect { write('file', it); snap('editor') }
        snapdsl.json('init', '--consolidate-above', 4)
        new StoreFile(store).update('DELETE FROM chunk WHERE hash = (SELECT root FROM snapshot WHERE id = ?)', [StoreFile.bytes(ids[3])])
        write('file', 'next')

        when:
        def result = snapdsl.run('snap', '--tool', 'editor', *options)

        then:
        result.exit == 0
        said(result)
        noStackTrace(result)
        log().size() == 6
        broughtBack(log()[0].id) == now()

        where:
        options    | said
        ['--json'] | { it.json.consolidated.failure.contains('directory') }
        []         | { it.err.contains('not consolidated, though the snapshot is taken: ') }
    }

    def 'a threshold that is none is refused: #words'() {
        expect:
        refused(snapdsl.run('init', '--consolidate-above', words, '--json'), 2, 'USAGE')
        refused(snapdsl.run('log', '--json'), 2, 'UNKNOWN_SUBJECT')

        where:
        words << ['many', '-1', '', '1.5']
    }

    def 'wrong usage is refused: #words'() {
        given:
        write('file', 'x')
        snap('tool')
        write('file', 'y')
        snap('tool')

        expect:
        refused(snapdsl.run('consolidate', *words, '--json'), 2, code)

        where:
        words                                               | code
        ['--strategy', 'merge_all']                         | 'USAGE'
        ['--window', '5m']                                  | 'USAGE'
        ['--strategy', 'merge_by_time', '--window', 'soon'] | 'USAGE'
        ['--strategy', 'merge_by_time', '--window', '0s']   | 'USAGE'
        ['--min', '1']                                      | 'USAGE'
        ['--from', '@0', '--to', '@1']                      | 'USAGE'
        ['--from', 'nothing']                               | 'UNKNOWN_SNAPSHOT'
        ['candidate']                                       | 'USAGE'
    }

    def 'where nothing belongs together nothing is done, and that is said'() {
        given:
        write('file', 'x')
        snap('tool')

        expect:
        snapdsl.json('consolidate').with { [originalCount, newCount, ratio, bytesFreed] } == [0, 0, 1, 0]
        snapdsl.run('consolidate', 'candidates').out.startsWith('Nothing to merge')
        log().size() == 1
    }

    def 'a kill in the middle of preserving leaves no file behind'() {
        given:
        chain()
        def scratch = Files.createDirectory(temp.resolve('scratch'))

        when:
        def result = snapdsl.runWith([SNAPDSL_OPTS: "-Dsnapdsl.failpoint=consolidate.patch -Djava.io.tmpdir=$scratch".toString()],
            'consolidate', '--preserve-diffs')

        then:
        result.exit == Snapdsl.KILLED
        Files.walk(scratch).withCloseable { files -> files.filter { it.toString().endsWith('.patch') }.toList() } == []
    }
}
