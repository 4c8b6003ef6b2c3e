package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the policy that is meant when none is named. */
final class PolicySearch {
    private static final String NAME = "policy.groovy";

    private PolicySearch() {}

    /**
     * The nearest policy.groovy in {@code directory} or above it. A policy is code: one that another user has put above
     * us, say in a directory for everybody's temporary files, is not run unless it is named.
     */
    static Path from(Path directory) {
        for (Path at = directory; at != null; at = at.getParent()) {
            Path script = at.resolve(NAME);
            if (Files.isRegularFile(script)) {
                requireOurs(script);
                return script;
            }
        }
        throw new SnapdslException(
                ErrorCode.USAGE,
                "There is no " + NAME + " in " + Output.plain(directory) + " or in a directory above it.",
                "Name the policy that declares the plan with --policy FILE.");
    }

    private static void requireOurs(Path script) {
        try {
            boolean ours = Files.getOwner(script).equals(Files.getOwner(Path.of("/proc/self")));
            if (!ours) {
                throw new SnapdslException(
                        ErrorCode.NO_PERMISSION,
                        Output.plain(script) + " belongs to "
                                + Files.getOwner(script).getName() + ", so it is not run without being asked for.",
                        "If you trust it: --policy " + Output.plain(script));
            }
        } catch (IOException e) {
            // Whose it is can't be told here; whether it can be read, the loader tells.
        }
    }
}
