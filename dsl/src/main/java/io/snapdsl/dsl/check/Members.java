package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.engine.Nearest;
import java.beans.Introspector;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.VariableExpression;

/** What the values of the language have, as {@code message} in {@code error.message}. */
final class Members {
    private static final String OURS = "io.snapdsl.";

    private Members() {}

    /**
     * Says what {@code object} is, that has no {@code name}.
     *
     * @return whether it is a value of the language at all
     */
    static boolean reportMissing(Expression object, ASTNode place, String name, Mistakes mistakes) {
        Optional<Meaning> value = object instanceof VariableExpression ? Marks.meaning(object) : Optional.empty();
        value.ifPresent(word -> mistakes.add(
                place.getLineNumber(),
                place.getColumnNumber(),
                "'" + word.name() + "' has no '" + name + "'. It is " + Kinds.of(word.type()) + ": "
                        + word.word().value(),
                List.of(),
                Nearest.to(name, of(word.type()))));
        return value.isPresent();
    }

    /**
     * As above, for what is not a word itself, but something that a word gives: {@code app.foo()}.
     *
     * @return whether that is so, and there is no such thing in it
     */
    static boolean reportMissing(Expression object, ClassNode type, ASTNode place, String name, Mistakes mistakes) {
        boolean ours = type.isResolved() && type.getTypeClass().getName().startsWith(OURS);
        if (!ours || of(type.getTypeClass()).contains(name)) {
            return false;
        }
        String what = object instanceof VariableExpression ? "'" + object.getText() + "' is " : "This is ";
        mistakes.add(
                place.getLineNumber(),
                place.getColumnNumber(),
                what + Kinds.of(type) + ", and has no '" + name + "'.",
                List.of(),
                Nearest.to(name, of(type.getTypeClass())));
        return true;
    }

    private static Set<String> of(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .map(method -> method.getName().matches("get[A-Z].*")
                        ? Introspector.decapitalize(method.getName().substring(3))
                        : method.getName())
                .collect(Collectors.toSet());
    }
}
