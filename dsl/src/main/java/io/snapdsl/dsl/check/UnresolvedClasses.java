package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.codehaus.groovy.control.ErrorCollector;
import org.codehaus.groovy.control.messages.Message;
import org.codehaus.groovy.control.messages.SyntaxErrorMessage;
import org.codehaus.groovy.syntax.SyntaxException;

/** Notes classes that there are none of, and lets the compiler go on: it would not look at anything else. */
final class UnresolvedClasses extends ErrorCollector {
    private static final long serialVersionUID = 1L;
    private static final Pattern UNRESOLVED = Pattern.compile("unable to resolve class ([\\w.$]+)[^\\w.$]*");

    private final transient Mistakes mistakes;
    private final transient Set<String> names = new HashSet<>();

    UnresolvedClasses(CompilerConfiguration configuration, Mistakes mistakes) {
        super(configuration);
        this.mistakes = mistakes;
    }

    @Override
    public void addErrorAndContinue(Message message) {
        if (message instanceof SyntaxErrorMessage syntax) {
            SyntaxException cause = syntax.getCause();
            Matcher unresolved = UNRESOLVED.matcher(cause.getOriginalMessage().strip());
            if (unresolved.matches()) {
                note(unresolved.group(1), cause);
                return;
            }
        }
        super.addErrorAndContinue(message);
    }

    /** Once each: whoever uses what was imported means the same class. */
    private void note(String name, SyntaxException cause) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        if (names.add(simple)) {
            mistakes.add(cause.getStartLine(), cause.getStartColumn(), "unable to resolve class " + name + ".");
        }
    }

    /** Whether a message is about such a class. */
    boolean isAbout(String message) {
        return names.stream()
                .anyMatch(name -> Pattern.compile("\\b" + Pattern.quote(name) + "\\b")
                        .matcher(message)
                        .find());
    }
}
