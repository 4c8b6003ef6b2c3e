package io.snapdsl.engine.capture;

import io.snapdsl.engine.capture.Coverage.LeftOut;
import io.snapdsl.engine.capture.Coverage.Problem;
import io.snapdsl.engine.capture.Coverage.Totals;
import io.snapdsl.engine.capture.IgnoreRules.Rule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was captured and what wasn't, of one directory without those below it, or of many added up. */
final class Account {
    private long files;
    private long directories;
    private long links;
    private long bytes;
    private long hardLinks;
    private boolean touchesHardLinks;
    private final Map<Rule, Long> leftOut = new HashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    void countFile(long size) {
        files++;
        bytes += size;
    }

    /** A file, counted already, that has other names here or elsewhere. */
    void countHardLink() {
        hardLinks++;
    }

    /** Files with other names have appeared, changed or gone: those names may be in directories that know nothing. */
    void touchHardLinks() {
        touchesHardLinks = true;
    }

    long hardLinks() {
        return hardLinks;
    }

    boolean touchesHardLinks() {
        return touchesHardLinks;
    }

    void countDirectory() {
        directories++;
    }

    void countLink() {
        links++;
    }

    void leaveOut(Rule rule) {
        leftOut.merge(rule, 1L, Long::sum);
    }

    void report(Problem problem) {
        problems.add(problem);
    }

    void add(Account other) {
        files += other.files;
        directories += other.directories;
        links += other.links;
        bytes += other.bytes;
        hardLinks += other.hardLinks;
        touchesHardLinks |= other.touchesHardLinks;
        other.leftOut.forEach((rule, count) -> leftOut.merge(rule, count, Long::sum));
        problems.addAll(other.problems);
    }

    /** @param rules all in force: also those are listed that left nothing out */
    Coverage coverage(IgnoreRules rules) {
        Map<Rule, Long> others = new HashMap<>(leftOut);
        List<LeftOut> perRule = new ArrayList<>();
        for (Rule rule : rules.rules()) {
            Long count = others.remove(rule);
            perRule.add(new LeftOut(rule, count == null ? 0 : count));
        }
        others.forEach((rule, count) -> perRule.add(new LeftOut(rule, count)));
        List<Problem> sorted = new ArrayList<>(problems);
        sorted.sort(Comparator.comparing(Problem::path));
        return new Coverage(new Totals(files, directories, links, bytes), perRule, sorted);
    }
}
