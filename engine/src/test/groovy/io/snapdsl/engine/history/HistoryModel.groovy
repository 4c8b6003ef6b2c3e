package io.snapdsl.engine.history

import java.nio.file.Files
import java.nio.file.Path

/**
 * What a history is to be, as simply as can be: a full copy of every state there ever was, and what is shown of them. It
 * foresees what a step does from these copies alone, and knows nothing of how snapshots are stored.
 */
class HistoryModel {
    static final String DIRECTORY = '(directory)'

    /** Path to content, link's target or {@link #DIRECTORY}; of removed and merged ones, too. */
    final Map<SnapshotId, Map<String, String>> copies = [:]
    /** What is shown and has content, oldest first. */
    List<SnapshotId> present = []
    final Set<SnapshotId> pinned = []
    /** The first and the last number of each milestone. */
    final List<List<Long>> milestones = []

    void add(SnapshotId id, Map<String, String> copy) {
        copies[id] = copy
        present << id
    }

    void remove(Collection<SnapshotId> ids) {
        present.removeAll(ids as Set)
    }

    /** Each result is shown where the newest of those that it replaces was. */
    void merge(SnapshotId result, List<SnapshotId> originals, Map<String, String> copy) {
        copies[result] = copy
        present.add(originals.collect { present.indexOf(it) }.max() + 1, result)
        remove(originals)
    }

    Map<String, String> copyBefore(SnapshotId id) {
        int at = present.indexOf(id)
        at > 0 ? copies[present[at - 1]] : null
    }

    boolean isInMilestone(long number) {
        milestones.any { number in it[0]..it[1] }
    }

    static Map<String, String> files(Map<String, String> copy) {
        copy.findAll { it.value != DIRECTORY }
    }

    /** What differs: the new content, or nothing for what is gone. */
    static Map<String, String> changes(Map<String, String> before, Map<String, String> after) {
        def (old, now) = [files(before), files(after)]
        (old.keySet() + now.keySet()).findAll { old[it] != now[it] }.collectEntries { [it, now[it]] }
    }

    static Map<String, String> with(Map<String, String> copy, Map<String, String> changes) {
        (files(copy) + changes).findAll { it.value != null }
    }

    /** The files once only that was done which nobody announced. */
    static Map<String, String> unannounced(Map<String, String> before, Map<String, String> now, Collection<String> announced) {
        with(before, changes(before, now).findAll { path, content -> !announced.any { path == it || path.startsWith("$it/") } })
    }

    /**
     * The files once one step is taken back; null where that takes more than putting back what was there: something of it
     * was changed or moved again.
     */
    static Map<String, String> takenBack(Map<String, String> before, Map<String, String> after, Map<String, String> now) {
        def done = changes(before, after)
        def back = changes(after, before)
        boolean untouched = done.every { path, content -> files(now)[path] == content }
        def result = with(now, back)
        untouched && isPossible(result) ? result : null
    }

    /** A path can't be a file and a directory. */
    static boolean isPossible(Map<String, String> files) {
        !files.keySet().any { path -> files.keySet().any { it.startsWith("$path/") } }
    }

    static Map<String, String> contents(Path directory) {
        Map<String, String> found = new TreeMap<>()
        Files.walk(directory).withCloseable { paths ->
            paths.filter { it != directory }.forEach { path ->
                found[directory.relativize(path).toString()] = Files.isSymbolicLink(path) ? '-> ' + Files.readSymbolicLink(path)
                    : Files.isDirectory(path) ? DIRECTORY : Files.readString(path)
            }
        }
        found
    }
}
