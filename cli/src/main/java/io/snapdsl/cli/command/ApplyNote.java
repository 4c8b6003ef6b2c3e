package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.history.GitWorkTree;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import java.nio.file.Path;

/**
 * Below the top of a git work tree, 'git apply' passes over a patch of ours without a word, and ends with 0: there it has to be
 * told which directory the patch is about.
 */
final class ApplyNote {
    private ApplyNote() {}

    static void say(SnapdslCommand snapdsl, Subject subject) {
        if (subject instanceof Workspace workspace) {
            Path directory = workspace.directory();
            GitWorkTree.around(directory)
                    .filter(top -> !top.equals(directory))
                    .ifPresent(top -> snapdsl.out()
                            .note("Git applies this only if it is told where: git apply --directory="
                                    + Output.plain(top.relativize(directory))));
        }
    }
}
