package io.snapdsl.mcp;

import io.snapdsl.mcp.Tool.Effect;
import java.util.List;

/** Naming stretches of history, merging snapshots, and saying what snapshots leave out. */
final class UpkeepTools {
    private UpkeepTools() {}

    static List<Tool> all() {
        return List.of(milestone(), candidates(), consolidate(), ignoreCreate(), ignoreInfo(), ignoreReload());
    }

    private static Tool milestone() {
        return Tool.named("create_milestone", "Name what has been reached", Effect.ADDS, "milestone", "create")
                .saying(
                        "Names a gap-free stretch of the history: the snapshots that are named, a range, or all since the"
                                + " milestone before. Its snapshots can't be removed from then on, and its title works as a snapshot's"
                                + " id.")
                .taking(
                        Argument.workspace(),
                        Argument.text("title", "What to call it.").needed(),
                        Argument.texts("snapshots", "Exactly these, one after the other in the history."),
                        Argument.option("from", "--from", "The first, instead of naming all. " + Argument.SNAPSHOT),
                        Argument.option("to", "--to", "The last; the newest if it is left out."),
                        Argument.option("description", "-d", "What it is about."),
                        Argument.options("tags", "--tag", "Words to mark it with."))
                .answering("title", "string", "Its title.")
                .answering("first", "integer", "The number of its first snapshot.")
                .answering("last", "integer", "The number of its last snapshot.");
    }

    private static Tool candidates() {
        return choosing(Tool.named(
                                "consolidation_candidates",
                                "What could be merged",
                                Effect.READS,
                                "consolidate",
                                "candidates")
                        .saying(
                                "Lists which snapshots 'consolidate' would merge, and about how much space that would free. Changes"
                                        + " nothing."))
                .answering("candidates", "array", "Groups of snapshots that would become one each.")
                .answering("bytesEstimated", "integer", "About how many bytes would be freed.");
    }

    private static Tool consolidate() {
        return choosing(Tool.named("consolidate", "Merge snapshots", Effect.OVERWRITES, "consolidate")
                        .saying(
                                "Merges snapshots into fewer and frees the space that only the merged ones needed: their states"
                                        + " can't be brought back singly any more. Look at consolidation_candidates with the same"
                                        + " arguments first. The newest, milestones and pinned ones are never merged."))
                .taking(
                        Argument.flag(
                                "keepOriginals",
                                "--keep-originals",
                                "Only hide them: their ids still work, no space is freed."),
                        Argument.flag(
                                "preserveDiffs",
                                "--preserve-diffs",
                                "Keep what each changed, for load_snapshot with 'patch'."))
                .answering("originalCount", "integer", "How many were merged.")
                .answering("newCount", "integer", "How many they became.");
    }

    private static Tool choosing(Tool tool) {
        return tool.taking(
                        Argument.workspace(),
                        Argument.option(
                                        "strategy",
                                        "--strategy",
                                        "merge_sequential: neighbours made by the same tool; merge_by_time: what was taken"
                                                + " within a window; merge_by_files: what changed the same files.")
                                .from("merge_sequential", "merge_by_time", "merge_by_files"),
                        Argument.option("window", "--window", "For merge_by_time: how long, such as 5m or 1h."),
                        Argument.number(
                                "minSnapshots",
                                "--min",
                                "Only where at least so many become one; 3, or 2 of those that are named."),
                        Argument.options(
                                "snapshots",
                                "--only",
                                "Only these, such as one group of the candidates. They must belong together, with no other"
                                        + " between them."),
                        Argument.option("from", "--from", "Only this snapshot and later ones."),
                        Argument.option("to", "--to", "Only this snapshot and earlier ones."))
                .answering("strategy", "string", "By what they belong together.");
    }

    private static Tool ignoreCreate() {
        return Tool.named("create_ignore_file", "Write .snapshotignore", Effect.OVERWRITES, "ignore", "create")
                .saying(
                        "Writes a .snapshotignore with the default rules into the workspace. An existing one is overwritten only"
                                + " with 'force'.")
                .taking(
                        Argument.workspace(),
                        Argument.texts("patterns", "More patterns, in git's syntax: 'outputs/**', '*_temp.*'."),
                        Argument.flag("force", "--force", "Overwrite an existing one."))
                .answering("file", "string", "Where it was written.")
                .answering("patternCount", "integer", "How many rules it has.");
    }

    private static Tool ignoreInfo() {
        return rules(Tool.named("ignore_info", "What is left out", Effect.READS, "ignore", "info")
                .saying("Lists the rules by which snapshots leave files out, and where each comes from."));
    }

    private static Tool ignoreReload() {
        return rules(Tool.named("reload_ignore_rules", "Read the rules again", Effect.READS, "ignore", "info")
                .saying(
                        "Reads .snapshotignore again and lists the rules in force. Every snapshot does so by itself: it is never"
                                + " necessary, only a way to see that an edit counts."));
    }

    private static Tool rules(Tool tool) {
        return tool.taking(Argument.workspace())
                .answering("ignoreFileExists", "boolean", "Whether there is a .snapshotignore; else the defaults hold.")
                .answering("isLoaded", "boolean", "Always true: rules are read when they are needed.")
                .answering("patternCount", "integer", "How many rules there are.")
                .answering("patterns", "array", "The rules' patterns.");
    }
}
