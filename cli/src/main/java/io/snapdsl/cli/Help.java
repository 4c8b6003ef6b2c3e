package io.snapdsl.cli;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.shape.Shapes;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Answers {@code --help} and {@code --version}: in JSON too, and not silent when nobody can take the answer. */
final class Help {
    private Help() {}

    /** Whether one of them was asked for, and is answered now. */
    static boolean isAnswered(ParseResult result, Output out) {
        for (CommandLine line : result.asCommandLineList()) {
            if (line.isUsageHelpRequested()) {
                show(line, out);
                return true;
            }
            if (line.isVersionHelpRequested()) {
                out.line("snapdsl " + Version.text());
                out.json(Shapes.object("version", Version.text()));
                return true;
            }
        }
        return false;
    }

    static void show(CommandLine line, Output out) {
        String text = line.getUsageMessage().stripTrailing();
        out.line(text);
        out.json(Shapes.object("help", text));
    }
}
