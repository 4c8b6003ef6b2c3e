package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path

/**
 * A workspace whose commands are killed again and again. Each round changes the workspace, runs a command that dies
 * somewhere, and then demands: the next command just works, history has the old state or the new, every file is whole,
 * nothing is left lying about, and all that was ever stored comes back byte for byte.
 */
abstract class KillScenarios extends CommandSpecification {
    static final List<String> SNAP = ['content', 'publish'].collectMany { ["${it}.before-commit", "${it}.after-commit"] } +
        ['capture.scanned', 'capture.stored']
    static final List<String> RESTORE = ['restore.saved', 'restore.delete', 'restore.deleted', 'restore.directories-made',
        'restore.content-written', 'restore.before-rename', 'restore.after-rename', 'restore.written', 'restore.applied'] + SNAP
    static final List<String> REMOVE = ['remove', 'forget', 'sweep'].collectMany { ["${it}.before-commit", "${it}.after-commit"] } +
        ['sweep.marked']
    static final List<String> CONSOLIDATE = ['content', 'consolidate', 'forget', 'sweep']
        .collectMany { ["${it}.before-commit", "${it}.after-commit"] } + ['consolidate.built', 'sweep.marked']

    int kills = 0
    int round = 0

    def setup() {
        ordinaryProject()
        snap()
        changeSomething()
        snap()
    }

    /** New, changed and deleted files, large and small, links, directories, modes. */
    void changeSomething() {
        round++
        write('README.md', "round $round\n" * 20)
        write('src/main.py', "print($round)\n" * 40)
        write("src/new-$round/file", "new in $round")
        write("src/new-$round/deep/file", "deep in $round")
        write('data/large.bin', randomBytes(round, 1_500_000))
        delete("src/new-${round - 2}")
        delete('link')
        Files.createSymbolicLink(workspace.resolve('link'), Path.of("target-$round"))
        setMode(workspace.resolve('script.sh'), round % 2 ? 'rwx------' : 'rwxr-xr-x')
        delete('turning')
        write(round % 2 ? 'turning' : 'turning/file', "turned $round")
    }

    /** Whether the command was killed: a point may not be reached as often as asked for. */
    boolean died(Snapdsl.Result result) {
        assert result.exit == Snapdsl.KILLED || result.exit == 0: result
        if (result.exit == Snapdsl.KILLED) kills++
        result.exit == Snapdsl.KILLED
    }

    /** The first time a point is reached, the second, the third…, until it isn't reached so often. */
    void eachTime(String point, Closure<Boolean> killedBy) {
        for (int count = 1; count <= 10 && killedBy("$point:$count".toString()); count++) continue
    }

    boolean snapIsKilled(Closure<Snapdsl.Result> command) {
        changeSomething()
        def before = log()
        def state = now()
        boolean killed = died(command(['snap', '-m', 'killed']))
        def after = log()
        assert after == before || after.tail() == before && after.size() == before.size() + 1
        assert killed || after.size() == before.size() + 1
        if (after != before) taken[after[0].id] = state
        assert now() == state
        nextSnapWorks()
        killed
    }

    /** @param unsaved whether the workspace has changes that no snapshot holds yet */
    boolean restoreIsKilled(List<String> words, boolean unsaved, Closure<Snapdsl.Result> command) {
        changeSomething()
        if (!unsaved) snap()
        def target = taken[words.size() > 1 ? words[1] : unsaved ? taken.keySet().last() : taken.keySet().toList()[-2]]
        wayBackIsKilled(words, target, unsaved, command)
    }

    /** The newest snapshot is taken back, while something else has changed since. */
    boolean revertIsKilled(Closure<Snapdsl.Result> command) {
        changeSomething()
        def earlier = snap()
        changeSomething()
        def wrong = snap()
        write('unsaved', "in $round")
        wayBackIsKilled(['revert', wrong], taken[earlier] + [unsaved: now().unsaved], true, command)
    }

    private boolean wayBackIsKilled(List<String> words, Map<String, DirectoryState.Entry> target, boolean unsaved, Closure<Snapdsl.Result> command) {
        def before = log()
        def from = DirectoryState.contents(workspace)
        def fromState = now()
        boolean killed = died(command(words))
        def after = log()
        assert after.drop(after.size() - before.size()) == before
        eachFileIsOldOrNew(from, target)
        def saved = after.find { !(it.id in before*.id) && it.trigger == 'unknown_change' }
        if (saved) taken[saved.id] = fromState
        assert killed || after.first().trigger in ['restore', 'undo', 'revert']
        // Nothing was lost: what was there before the restore is there again, if it has got lost from the workspace.
        if (DirectoryState.contents(workspace).findAll { !it.key.contains('.snapdsl-partial-') } != from) {
            def safe = unsaved ? saved?.id : before[0].id
            assert safe && broughtBack(safe) == fromState
        }
        nextSnapWorks()
        killed
    }

    void eachFileIsOldOrNew(Map<String, String> old, Map<String, DirectoryState.Entry> target) {
        def wanted = target.findAll { it.value.kind != 'd' }
            .collectEntries { [it.key, it.value.kind == 'l' ? '-> ' + it.value.target : it.value.sha256] }
        DirectoryState.contents(workspace).each { name, content ->
            assert name.contains('.snapdsl-partial-') || content in [old[name], wanted[name]]
        }
        old.each { name, content ->
            assert wanted[name] != content || DirectoryState.contents(workspace)[name] == content: "$name is gone"
        }
    }

    boolean removalIsKilled(Closure<Snapdsl.Result> command) {
        changeSomething()
        snap()
        changeSomething()
        snap()
        def victim = taken.keySet().toList()[-2]
        boolean killed = died(command(['rm', victim, '-m', 'killed']))
        boolean removed = log().find { it.id == victim }.removed
        assert killed || removed
        if (!removed) snapdsl.json('rm', victim)
        taken.remove(victim)
        nextSnapWorks()
        killed
    }

    boolean pruningIsKilled(Closure<Snapdsl.Result> command) {
        3.times {
            changeSomething()
            snap()
        }
        def before = log().findAll { !it.removed }*.id
        boolean killed = died(command(['prune', '--keep-last', '2']))
        def left = log().findAll { !it.removed }*.id
        assert left == before || left == before.take(2)
        assert killed || left == before.take(2)
        // Taken up again, it ends as if nothing had happened.
        assert snapdsl.json('prune', '--keep-last', 2).kept == 2
        assert log().findAll { !it.removed }*.id == before.take(2)
        taken.keySet().retainAll(before.take(2))
        nextSnapWorks()
        killed
    }

    boolean consolidationIsKilled(Closure<Snapdsl.Result> command) {
        3.times {
            changeSomething()
            snap()
        }
        def states = log().collectEntries { [it.sequence, taken[it.id]] }
        def merged = { log().findAll { it.merged > 0 }.collectEntries { [it.id, states[it.sequence]] } }
        boolean killed = died(command(['consolidate', '--min', '2', '--preserve-diffs']))
        assert killed || merged()
        merged().findAll { it.value }.each { id, state -> assert broughtBack(id) == state }
        // Taken up again, it ends as if nothing had happened.
        snapdsl.json('consolidate', '--min', 2)
        assert snapdsl.json('consolidate', '--min', 2).originalCount == 0
        taken.keySet().retainAll(log()*.id)
        taken.putAll(merged().findAll { it.value })
        nextSnapWorks()
        killed
    }

    private void nextSnapWorks() {
        snapdsl.json('snap')
        assert partialFiles().empty
        snap()
        def sequence = log()*.sequence
        assert sequence == sequence.toUnique().sort().reverse()
        forgetAllBut(3)
        everySnapshotIsIntact()
    }

    /** To check the oldest one and some others each time is enough, and takes a bounded time. */
    private void forgetAllBut(int count) {
        def ids = taken.keySet().toList()
        if (ids.size() > count) {
            taken.keySet().retainAll([ids[0], ids[ids.size().intdiv(2)], *ids[-(count - 2)..-1]])
        }
    }
}
