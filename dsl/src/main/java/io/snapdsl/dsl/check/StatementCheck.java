package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.Units;
import io.snapdsl.dsl.words.Vocabulary;
import java.util.List;
import java.util.Optional;
import org.codehaus.groovy.ast.DynamicVariable;
import org.codehaus.groovy.ast.expr.ArgumentListExpression;
import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.ListExpression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.PropertyExpression;
import org.codehaus.groovy.ast.expr.UnaryMinusExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.ast.stmt.BlockStatement;
import org.codehaus.groovy.ast.stmt.ExpressionStatement;
import org.codehaus.groovy.ast.stmt.Statement;
import org.codehaus.groovy.control.SourceUnit;
import org.codehaus.groovy.syntax.Types;

/** Looks for statements that Groovy takes, and that do nothing or not what they seem to. */
abstract class StatementCheck extends ScriptVisitor {
    final Names names = new Names();

    StatementCheck(SourceUnit source, Mistakes mistakes) {
        super(source, mistakes);
    }

    @Override
    public final void visitExpressionStatement(ExpressionStatement statement) {
        restoreNegative(statement);
        restoreList(statement);
        restoreCommas(statement);
        Expression expression = statement.getExpression();
        // What has no line was put in by Groovy.
        if (!here().declaring() || expression.getLineNumber() < 1) {
            super.visitExpressionStatement(statement);
        } else if (isLabelled(statement) || isWithoutParentheses(expression) || isWithoutBraces(expression)) {
            statement.setExpression(new ConstantExpression(null));
        } else if (NoEffect.isSure(expression) && !isUnknownName(expression)) {
            add(expression, "This does nothing by itself.", statements(), Optional.empty());
            statement.setExpression(new ConstantExpression(null));
        } else {
            super.visitExpressionStatement(statement);
            checkInert(expression);
        }
    }

    @Override
    public final void visitBlockStatement(BlockStatement block) {
        if (!isLabelled(block)) {
            names.within(block.getVariableScope(), () -> super.visitBlockStatement(block));
        }
    }

    private List<String> statements() {
        return here().vocabulary().map(Vocabulary::statements).orElse(List.of());
    }

    private boolean isLabelled(Statement statement) {
        List<String> labels =
                Optional.ofNullable(statement.getStatementLabels()).orElse(List.of());
        for (String label : labels) {
            String message = "'" + label + ":' with a colon does nothing: leave out the colon.";
            mistakes.addAtWord(statement.getLineNumber(), label, message, List.of(), Optional.empty());
            here().say(label, statement.getLineNumber());
        }
        return !labels.isEmpty();
    }

    /** {@code perSubject -1}: to Groovy, a subtraction. */
    private void restoreNegative(ExpressionStatement statement) {
        if (statement.getExpression() instanceof BinaryExpression difference
                && difference.getOperation().getType() == Types.MINUS
                && difference.getLeftExpression() instanceof VariableExpression word
                && word.getAccessedVariable() instanceof DynamicVariable
                && here().vocabulary()
                        .flatMap(words -> words.word(word.getName()))
                        .isPresent()) {
            Expression negative = new UnaryMinusExpression(difference.getRightExpression());
            negative.setLineNumber(difference.getOperation().getStartLine());
            negative.setColumnNumber(difference.getOperation().getStartColumn());
            statement.setExpression(call(word, negative, difference));
        }
    }

    /** {@code protect [app, box]}: to Groovy, an element of something. Nobody can mean that of a word. */
    private void restoreList(ExpressionStatement statement) {
        if (statement.getExpression() instanceof BinaryExpression element
                && element.getOperation().getType() == Types.LEFT_SQUARE_BRACKET
                && element.getLeftExpression() instanceof VariableExpression word
                && word.getAccessedVariable() instanceof DynamicVariable
                && here().vocabulary()
                        .flatMap(words -> words.word(word.getName()))
                        .isPresent()) {
            Expression inside = element.getRightExpression();
            Expression list = inside instanceof ListExpression ? inside : new ListExpression(List.of(inside));
            list.setSourcePosition(inside);
            statement.setExpression(call(word, list, element));
        }
    }

    private static MethodCallExpression call(VariableExpression word, Expression argument, Expression place) {
        ConstantExpression name = new ConstantExpression(word.getName());
        name.setSourcePosition(word);
        MethodCallExpression call =
                new MethodCallExpression(new VariableExpression("this"), name, new ArgumentListExpression(argument));
        call.setImplicitThis(true);
        call.setSourcePosition(place);
        return call;
    }

    /** {@code volumes 'data' 'cache'}: to Groovy, a property of what {@code volumes('data')} gives. */
    private void restoreCommas(ExpressionStatement statement) {
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
    private boolean isWithoutBraces(Expression expression) {
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
                        && word.block()
                                .flatMap(block -> Vocabulary.of(block).word(inner.getName()))
                                .isPresent());
    }

    /** The last thing that a word is said with, if that is a word again. */
    private Optional<VariableExpression> lastWord(MethodCallExpression call) {
        List<Expression> arguments = CallArguments.of(call).all();
        return !arguments.isEmpty()
                        && arguments.get(arguments.size() - 1) instanceof VariableExpression last
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
                innermost != expression && innermost instanceof MethodCallExpression call && call.isImplicitThis()
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

    /** That is a mistake by itself. */
    private boolean isUnknownName(Expression expression) {
        return expression instanceof VariableExpression use
                && use.getAccessedVariable() instanceof DynamicVariable
                && here().vocabulary()
                        .flatMap(words -> words.value(use.getName()))
                        .isEmpty();
    }

    private void checkInert(Expression expression) {
        Optional<Meaning> inert =
                Marks.meaning(expression).filter(word -> word.word().inert());
        inert.ifPresent(word -> add(
                ((MethodCallExpression) expression).getMethod(),
                "'" + word.name() + "' does nothing by itself: write "
                        + word.word().example() + "."));
    }
}
