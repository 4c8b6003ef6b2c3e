package io.snapdsl.mcp;

import io.snapdsl.mcp.Argument.Place;
import io.snapdsl.mcp.Tool.Effect;
import java.util.List;

/** Taking snapshots, and looking at them. */
final class SnapshotTools {
    private SnapshotTools() {}

    static List<Tool> all() {
        return List.of(create(), load(), history(), status(), diff(), explain(), verify());
    }

    private static Tool create() {
        return Tool.named("create_snapshot", "Take a snapshot", Effect.ADDS, "snap")
                .saying(
                        "Keeps the whole workspace as it is now, so that everything can be brought back later. Use it before"
                                + " something risky and after each step. With 'files', changes to other files since the last"
                                + " snapshot are unknown changes and get a snapshot of their own first.")
                .taking(
                        Argument.workspace(),
                        Argument.option("goal", "-m", "What this state is about, in one line."),
                        Argument.option("tool", "--tool", "The tool that made the changes."),
                        Argument.texts("files", "The files and directories that were meant to be changed.")
                                .at(new Place.CommaList("--files")),
                        Argument.session(),
                        Argument.options("tags", "--tag", "Words to mark it with."),
                        Argument.flag(
                                "force",
                                "--force",
                                "Take unknown changes in where the workspace is strict about them."))
                .answering("id", "string", "The snapshot's id.")
                .answering("sequence", "integer", "Its number in the workspace's history.")
                .answering("created", "integer", "Files created since the snapshot before.")
                .answering("modified", "integer", "Files modified.")
                .answering("deleted", "integer", "Files deleted.")
                .answering("unknown", "integer", "Changes that nobody had announced.")
                .answering("coverage", "object", "What it holds, what rules left out, and what could not be read.");
    }

    private static Tool load() {
        return Tool.named("load_snapshot", "Look at a snapshot", Effect.READS, "show")
                .saying(
                        "Says of one snapshot who took it and why, what it changed and what it covers. The content of single"
                                + " files is in the resources snapdsl://snapshots/{id}/files/{path}.")
                .taking(
                        Argument.workspace(),
                        Argument.text("snapshot", Argument.SNAPSHOT + " The newest if it is left out."),
                        Argument.flag("files", "--files", "List every file it holds."),
                        Argument.flag(
                                "patch", "--patch", "Instead: what it changed, as a patch that 'git apply' accepts."))
                .answering("id", "string", "Its id.");
    }

    private static Tool history() {
        return Tool.named("get_history", "List snapshots", Effect.READS, "log")
                .saying("Lists the snapshots of a workspace, newest first.")
                .taking(
                        Argument.workspace(),
                        Argument.number("limit", "--limit", "At most so many; 50 if it is left out."),
                        Argument.option("file", "--file", "Only where this file or directory changed."),
                        Argument.option("session", "--session", "Only of this agent run."),
                        Argument.option("tool", "--tool", "Only made by this tool."),
                        Argument.option("tag", "--tag", "Only with this tag."),
                        Argument.option("since", "--since", "Only since then: '2 hours ago', 2026-05-01."),
                        Argument.option("until", "--until", "Only until then."),
                        Argument.option(
                                "trigger",
                                "--trigger",
                                "Only what came about so: manual, undo,redo, not:unknown_change…"),
                        Argument.option("text", "--grep", "Only with this text in the goal, in any case."))
                .answering("snapshots", "array", "The snapshots, newest first.");
    }

    private static Tool status() {
        return Tool.named("get_status", "What has changed", Effect.READS, "status")
                .saying("Says what has changed in the workspace since its newest snapshot.")
                .taking(Argument.workspace());
    }

    private static Tool diff() {
        return Tool.named("diff", "Compare snapshots", Effect.READS, "diff")
                .saying(
                        "How two snapshots differ, as a patch and as a list of files. With one: how the workspace differs from"
                                + " it now. With none: what has changed since the newest.")
                .taking(
                        Argument.workspace(),
                        Argument.text("from", Argument.SNAPSHOT).at(new Place.Snapshot()),
                        Argument.text("to", "The other side; the workspace as it is now if it is left out.")
                                .at(new Place.Snapshot()),
                        Argument.texts("paths", "Only these files and directories; patterns such as 'src/**' work."),
                        Argument.flag("stat", "--stat", "Only count lines per file."),
                        Argument.flag("reverse", "--reverse", "Swap the two sides."))
                .answering("files", "array", "The files that differ, with lines added and removed.");
    }

    private static Tool explain() {
        return Tool.named("explain", "Why is it there", Effect.READS, "explain")
                .saying(
                        "Says why a snapshot exists, and why it is kept; or when, by what rule and by which operation it was"
                                + " removed.")
                .taking(
                        Argument.workspace(),
                        Argument.text("snapshot", Argument.SNAPSHOT + " The newest if it is left out."))
                .answering("id", "string", "Its id.");
    }

    private static Tool verify() {
        return Tool.named("verify", "Check the store", Effect.ADDS_ONCE, "verify")
                .saying(
                        "Checks the whole store: its structure, every history, every tree; with 'readData' every byte, and then"
                                + " remembers which snapshots are whole.")
                .taking(Argument.flag("readData", "--read-data", "Read and hash every stored byte; takes longer."))
                .answering("clean", "boolean", "Whether nothing is damaged.")
                .answering("snapshots", "integer", "How many snapshots were checked.")
                .answering("damaged", "array", "What is damaged, down to files and snapshots.");
    }
}
