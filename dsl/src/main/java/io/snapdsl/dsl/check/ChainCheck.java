package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.Units;
import io.snapdsl.dsl.words.Vocabulary;
import java.util.List;
import java.util.Optional;
import org.codehaus.groovy.ast.DynamicVariable;
import org.codehaus.groovy.ast.expr.ArgumentListExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.PropertyExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.ast.stmt.ExpressionStatement;
import org.codehaus.groovy.control.SourceUnit;

/**
 * Looks for what stands side by side, where a comma, a dot, parentheses or braces are missing. Groovy makes a chain of it:
 * what comes first is called, and what comes next is a property of what that gives, or called on it.
 */
abstract class ChainCheck extends ScriptVisitor {
    ChainCheck(SourceUnit source, Mistakes mistakes) {
        super(source, mistakes);
    }

    /** {@code perSubject 5 total 10} or {@code exec 'make' 'flush' 'all'}: to Groovy, a call on what the first word gives. */
    final boolean isRunOn(MethodCallExpression call) {
        return call.getObjectExpression() instanceof MethodCallExpression first
                && isWord(first)
                && call.getMethodAsString() != null
                && !isAfterDot(call.getMethod());
    }

    /** {@code volumes 'data' 'cache'}: to Groovy, a property of what {@code volumes('data')} gives. */
    final void restoreCommas(ExpressionStatement statement) {
        if (statement.getExpression() instanceof PropertyExpression property
                && property.getObjectExpression() instanceof MethodCallExpression call
                && isWord(call)
                && !isAfterDot(property.getProperty())
                && lastWord(call).isEmpty()
                && blockOf(call).isEmpty()) {
            Optional<Expression> measured = measured(call, property.getProperty());
            if (measured.isPresent()) {
                add(
                        property.getProperty(),
                        "A unit is joined to its number by a dot: write " + text(measured.get()) + ".");
                call.setArguments(new ArgumentListExpression(measured.get()));
            } else {
                addMissingComma(property.getProperty());
            }
            statement.setExpression(call);
        }
    }

    /** {@code within 7 days} */
    private static Optional<Expression> measured(MethodCallExpression call, Expression unit) {
        List<Expression> arguments = CallArguments.of(call).all();
        return arguments.size() == 1
                        && arguments.get(0) instanceof ConstantExpression number
                        && number.getValue() instanceof Number
                        && Units.isUnit(unit.getText())
                ? Optional.of(new PropertyExpression(number, unit, false))
                : Optional.empty();
    }

    private static String text(Expression measured) {
        PropertyExpression property = (PropertyExpression) measured;
        return property.getObjectExpression().getText() + "." + property.getPropertyAsString();
    }

    final void addMissingComma(Expression before) {
        String text = before.getText();
        String quote = isQuoted(before) ? "'" : "";
        add(
                before,
                text.equals("and") || text.equals("or")
                        ? "Write a comma instead of '" + text + "'."
                        : "A comma is missing before " + quote + text + quote + ".");
    }

    /** Whether it is said here, and not called on anything. */
    final boolean isWord(MethodCallExpression call) {
        return call.isImplicitThis()
                && here().vocabulary()
                        .flatMap(words -> words.word(String.valueOf(call.getMethodAsString())))
                        .isPresent();
    }

    /** {@code keep last 10} */
    final boolean isWithoutBraces(Expression expression) {
        Optional<MethodCallExpression> found = Optional.of(expression)
                .filter(PropertyExpression.class::isInstance)
                .map(property -> ((PropertyExpression) property).getObjectExpression())
                .filter(MethodCallExpression.class::isInstance)
                .map(MethodCallExpression.class::cast)
                .filter(call -> isWord(call) && blockOf(call).isPresent());
        found.ifPresent(call -> {
            Expression inner = CallArguments.of(call).all().get(0);
            add(
                    inner,
                    "'" + inner.getText() + "' is said in the block of '" + call.getMethodAsString() + "': write "
                            + blockOf(call).orElseThrow().word().example() + ".");
            here().say(call.getMethodAsString(), call.getLineNumber());
        });
        return found.isPresent();
    }

    /** The word that {@code call} is, if what it is said with belongs in its block. */
    private Optional<Meaning> blockOf(MethodCallExpression call) {
        List<Expression> arguments = CallArguments.of(call).all();
        return here().vocabulary()
                .flatMap(words -> words.word(String.valueOf(call.getMethodAsString())))
                .filter(word -> arguments.size() == 1
                        && arguments.get(0) instanceof VariableExpression inner
                        && inner.getAccessedVariable() instanceof DynamicVariable
                        && word.block()
                                .flatMap(block -> Vocabulary.of(block).word(inner.getName()))
                                .isPresent());
    }

    /** The last thing that a word is said with, if that is a word again. */
    private Optional<VariableExpression> lastWord(MethodCallExpression call) {
        List<Expression> arguments = CallArguments.of(call).all();
        return !arguments.isEmpty()
                        && arguments.get(arguments.size() - 1) instanceof VariableExpression last
                        && last.getAccessedVariable() instanceof DynamicVariable
                        && here().vocabulary()
                                .flatMap(words -> words.word(last.getName()))
                                .isPresent()
                ? Optional.of(last)
                : Optional.empty();
    }

    /** {@code on every 1.hour}: to Groovy, a property of what {@code on(every)} gives. */
    final boolean isWithoutParentheses(Expression expression) {
        Expression innermost = expression;
        while (innermost instanceof PropertyExpression || isCallOnSomething(innermost)) {
            innermost = innermost instanceof PropertyExpression property
                    ? property.getObjectExpression()
                    : ((MethodCallExpression) innermost).getObjectExpression();
        }
        Optional<VariableExpression> found =
                innermost != expression && innermost instanceof MethodCallExpression call && isWord(call)
                        ? lastWord(call)
                        : Optional.empty();
        if (found.isPresent()) {
            MethodCallExpression call = (MethodCallExpression) innermost;
            Meaning word =
                    here().vocabulary().orElseThrow().words().get(found.get().getName());
            add(
                    found.get(),
                    word.word().inert()
                            ? "'" + word.name() + "' needs parentheses after another word: write "
                                    + word.word().example() + "."
                            : beginsSomethingNew(word.name()));
            here().say(call.getMethodAsString(), call.getLineNumber());
            here().say(word.name(), call.getLineNumber());
        }
        return found.isPresent();
    }

    private static boolean isCallOnSomething(Expression expression) {
        return expression instanceof MethodCallExpression call && !call.isImplicitThis();
    }

    static String beginsSomethingNew(String word) {
        return "'" + word + "' begins something new: put it on a line of its own, or after a ';'.";
    }
}
