package io.snapdsl.engine.capture;

import io.snapdsl.engine.capture.IgnoreRules.Rule;
import io.snapdsl.engine.content.ByteReader;
import io.snapdsl.engine.content.ByteWriter;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.tree.TreePath;
import java.util.ArrayList;
import java.util.List;

/**
 * What a snapshot holds and what it doesn't: how much was captured, what each ignore rule left out, and every file that
 * could not be captured as it should. A restore uses it to leave alone what the snapshot knows nothing about.
 */
public record Coverage(Totals captured, List<LeftOut> leftOut, List<Problem> problems) {
    public record Totals(long files, long directories, long links, long bytes) {
        public long entries() {
            return files + directories + links;
        }
    }

    /** How many files and whole directories a rule left out. A directory counts once, whatever is in it. */
    public record LeftOut(Rule rule, long count) {}

    public record Problem(TreePath path, Kind kind, String reason) {
        public enum Kind {
            /** Could not be read, so it is not in the snapshot. */
            UNREADABLE,
            /** A pipe, socket or device: snapshots don't hold these. */
            SPECIAL,
            /** Changed each time it was read; the snapshot has the last reading, which may be torn. */
            UNSTABLE
        }

        /** Why, as a clause of its own. */
        public String clause() {
            return kind == Kind.UNREADABLE ? reason : "it " + reason;
        }

        /** With its path, as one says it: {@code pipe is a named pipe}, {@code file: permission denied}. */
        public String describe() {
            return path + (kind == Kind.UNREADABLE ? ": " : " ") + reason;
        }
    }

    /** Of a place where there is nothing. */
    public static final Coverage NOTHING = new Coverage(new Totals(0, 0, 0, 0), List.of(), List.of());

    private static final int VERSION = 1;

    public Coverage {
        leftOut = List.copyOf(leftOut);
        problems = List.copyOf(problems);
    }

    /** Every rule in force is listed, also those that matched nothing. */
    public IgnoreRules rules() {
        return IgnoreRules.of(leftOut.stream().map(LeftOut::rule).toList());
    }

    public long leftOutCount() {
        return leftOut.stream().mapToLong(LeftOut::count).sum();
    }

    public boolean isComplete() {
        return problems.stream().allMatch(problem -> problem.kind() == Problem.Kind.SPECIAL);
    }

    public byte[] encode() {
        ByteWriter out = new ByteWriter().u8(VERSION);
        out.varint(captured.files)
                .varint(captured.directories)
                .varint(captured.links)
                .varint(captured.bytes);
        out.varint(leftOut.size());
        for (LeftOut entry : leftOut) {
            out.text(entry.rule.source()).text(entry.rule.pattern()).varint(entry.count);
        }
        out.varint(problems.size());
        for (Problem problem : problems) {
            out.bytes(problem.path.bytes()).text(problem.kind.name()).text(problem.reason);
        }
        return out.toByteArray();
    }

    public static Coverage decode(byte[] bytes) {
        ByteReader in = new ByteReader(bytes);
        if (in.u8() != VERSION) {
            throw new DamagedContentException("a coverage has an unknown format");
        }
        Totals captured = new Totals(in.varint(), in.varint(), in.varint(), in.varint());
        List<LeftOut> leftOut = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            leftOut.add(new LeftOut(new Rule(in.text(), in.text()), in.varint()));
        }
        List<Problem> problems = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            problems.add(new Problem(TreePath.of(in.bytes()), Problem.Kind.valueOf(in.text()), in.text()));
        }
        in.expectEnd();
        return new Coverage(captured, leftOut, problems);
    }
}
