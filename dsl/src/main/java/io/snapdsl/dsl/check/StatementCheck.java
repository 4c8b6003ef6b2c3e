package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import io.snapdsl.dsl.words.Meaning;
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
import org.codehaus.groovy.ast.expr.UnaryMinusExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.ast.stmt.BlockStatement;
import org.codehaus.groovy.ast.stmt.ExpressionStatement;
import org.codehaus.groovy.ast.stmt.Statement;
import org.codehaus.groovy.control.SourceUnit;
import org.codehaus.groovy.syntax.Types;

/** Looks for statements that Groovy takes, and that do nothing or not what they seem to. */
abstract class StatementCheck extends ChainCheck {
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
