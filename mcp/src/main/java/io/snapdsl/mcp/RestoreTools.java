package io.snapdsl.mcp;

import io.snapdsl.mcp.Tool.Effect;
import java.util.List;

/** The ways back. */
final class RestoreTools {
    private static final String PATHS =
            "Only these files and directories; patterns such as 'src/**' work. Else everything.";
    private static final Argument PREVIEW =
            Argument.flag("preview", "--dry-run", "true: only say what would be done, and touch nothing.");

    private RestoreTools() {}

    static List<Tool> all() {
        return List.of(preview(), restore(), undo(), redo(), revert());
    }

    private static Tool preview() {
        return Tool.named("preview_restore", "What a restore would do", Effect.READS, "restore", "--dry-run")
                .saying(
                        "Says which files bringing a snapshot back would write and delete, and touches nothing. 'restore' needs"
                                + " the fingerprint of this answer.")
                .taking(
                        Argument.workspace(),
                        Argument.text("snapshot", Argument.SNAPSHOT).needed(),
                        Argument.texts("paths", PATHS))
                .answering("target", "string", "The snapshot that would be brought back.")
                .answering("steps", "array", "What would be done to which file.")
                .answering("fingerprint", "string", "Stands for exactly these steps.");
    }

    private static Tool restore() {
        return done(Tool.named("restore", "Bring a snapshot back", Effect.OVERWRITES_ONCE, "restore")
                .saying(
                        "Brings a snapshot's state back: all of it, or some paths. Call preview_restore with the same snapshot and"
                                + " paths first, and give its fingerprint: if anything it showed has changed since, nothing is"
                                + " done. What is there now is kept as a snapshot first, and 'undo' takes the restore back.")
                .taking(
                        Argument.workspace(),
                        Argument.text("snapshot", Argument.SNAPSHOT + " The same as in the preview.")
                                .needed(),
                        Argument.texts("paths", PATHS + " The same as in the preview."),
                        Argument.option("fingerprint", "--only-if", "What preview_restore answered.")
                                .needed(),
                        Argument.session()));
    }

    private static Tool undo() {
        return done(Tool.named("undo", "One step back", Effect.OVERWRITES, "undo")
                .saying(
                        "Takes back what has changed since the newest snapshot, or if nothing has, that snapshot's own changes."
                                + " What is there now is kept as a snapshot first; 'redo' goes forward again.")
                .taking(Argument.workspace(), PREVIEW, Argument.session()));
    }

    private static Tool redo() {
        return done(Tool.named("redo", "Take an undo back", Effect.OVERWRITES, "redo")
                .saying("Takes the newest undo back.")
                .taking(Argument.workspace(), PREVIEW, Argument.session()));
    }

    private static Tool revert() {
        return Tool.named("revert", "Take single changes back", Effect.OVERWRITES, "revert")
                .saying(
                        "Takes back what some snapshots, or one whole agent run, changed, and keeps everything that came later."
                                + " Where the same lines were changed again since, nothing is done unless 'resolution' says how to"
                                + " decide. 'undo' takes a revert back.")
                .taking(
                        Argument.workspace(),
                        Argument.texts("snapshots", "Which snapshots; these or a run. " + Argument.SNAPSHOT),
                        Argument.option(
                                "run",
                                "--session",
                                "All that this agent run changed, instead: the name of its session."),
                        Argument.oneOf(
                                "resolution",
                                List.of("ours", "theirs", "merge-markers"),
                                "In a conflict: keep what is there now, take what was there before, or write both into the"
                                        + " file."),
                        Argument.option("reason", "-m", "Why, for the history."),
                        PREVIEW,
                        Argument.option("session", "--in-session", "The agent run that the revert itself belongs to."))
                .answering("reverted", "array", "The snapshots whose changes were taken back.")
                .answering("written", "integer", "Files written.")
                .answering("deleted", "integer", "Files deleted.")
                .answering("conflicts", "array", "Where both had changed something, and the resolution decided.");
    }

    private static Tool done(Tool tool) {
        return tool.answering("target", "string", "The snapshot that was brought back.")
                .answering("dryRun", "boolean", "Whether this was only a preview.")
                .answering("written", "integer", "Files written.")
                .answering("deleted", "integer", "Files deleted.")
                .answering("problems", "array", "What could not be brought back, and why.");
    }
}
