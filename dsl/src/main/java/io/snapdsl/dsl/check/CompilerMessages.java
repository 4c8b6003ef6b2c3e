package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import org.codehaus.groovy.control.ErrorCollector;
import org.codehaus.groovy.control.messages.ExceptionMessage;
import org.codehaus.groovy.control.messages.Message;
import org.codehaus.groovy.control.messages.SyntaxErrorMessage;
import org.codehaus.groovy.syntax.SyntaxException;

/** What Groovy's compiler found, in one line each. */
final class CompilerMessages {
    private CompilerMessages() {}

    static void report(ErrorCollector errors, Mistakes mistakes) {
        for (Message message : errors.getErrors()) {
            if (message instanceof SyntaxErrorMessage syntax) {
                SyntaxException cause = syntax.getCause();
                int line = Math.max(1, cause.getStartLine());
                int column = Math.max(1, cause.getStartColumn());
                // One for each place: the next ones follow from it.
                if (!mistakes.isKnown(line, column)) {
                    mistakes.add(line, column, oneLine(cause.getOriginalMessage()));
                }
            } else if (message instanceof ExceptionMessage exception) {
                mistakes.add(1, 1, "Groovy's compiler failed with this script: " + exception.getCause());
            }
        }
    }

    private static String oneLine(String message) {
        if (message.startsWith("Unexpected input: '<EOF>'")) {
            return "The script ends in the middle of something.";
        }
        if (message.startsWith("Unexpected input:")) {
            return "This can't be understood from here on.";
        }
        String text = message.strip()
                .replaceFirst("^\\[Static type checking] - ", "")
                .replaceFirst("(?s) Please check if the declared type is correct.*", "")
                .replaceFirst("(?s)\\s*@ line \\d+, column \\d+\\..*", "")
                .replaceAll("\\s+", " ");
        return text.endsWith(".") || text.endsWith("?") ? text : text + ".";
    }
}
