package io.snapdsl.dsl.check;

import java.util.Optional;
import java.util.Set;
import org.codehaus.groovy.ast.MethodNode;

/** Calls that end the whole program, as a script on its own may do. */
final class Exits {
    static final String WORD = "exit";

    private static final Set<String> CALLS =
            Set.of("java.lang.System.exit", "java.lang.Runtime.exit", "java.lang.Runtime.halt");

    private Exits() {}

    /** What is said about a call of {@code method}, if it is one of those. */
    static Optional<String> mistake(MethodNode method) {
        String name = method.getDeclaringClass().getName() + "." + method.getName();
        return Optional.of(name).filter(CALLS::contains).map(exit -> message(exit.replace("java.lang.", "")));
    }

    static String message(String call) {
        return call + " would end snapdsl itself: throw an exception to stop with an error.";
    }
}
