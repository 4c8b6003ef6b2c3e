package io.snapdsl.engine.capture;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.tree.TreePath;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/**
 * What reading any directory of a workspace takes.
 *
 * @param alwaysCapture paths that are captured whatever the rules say
 * @param findings is told of every directory
 * @param leftovers collects files that a killed restore was writing
 */
record Scanning(
        Path workspace,
        IgnoreRules rules,
        Predicate<TreePath> alwaysCapture,
        StatCache cache,
        ContentWriter content,
        Findings findings,
        Progress progress,
        Queue<TreePath> leftovers) {
    Scanning(
            Path workspace,
            IgnoreRules rules,
            Predicate<TreePath> alwaysCapture,
            StatCache cache,
            ContentWriter content,
            Findings findings,
            Progress progress) {
        this(workspace, rules, alwaysCapture, cache, content, findings, progress, new ConcurrentLinkedQueue<>());
    }
}
