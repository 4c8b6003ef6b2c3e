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
    StatementCheck(SourceUnit source, Mistakes mistakes) {
        super(source, mistakes);
    }

    @Override
    public final void visitExpressionStatement(ExpressionStatement statement) {
        restoreNegative(statement);
        Expression expression = statement.getExpression();
        // What has no line was put in by Groovy.
        if (!here().declaring() || expression.getLineNumber() < 1) {
            super.visitExpressionStatement(statement);
        } else if (isLabelled(statement) || isWithoutParentheses(expression)) {
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
            super.visitBlockStatement(block);
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
            ConstantExpression name = new ConstantExpression(word.getName());
            name.setSourcePosition(word);
            MethodCallExpression call = new MethodCallExpression(
                    new VariableExpression("this"), name, new ArgumentListExpression(negative));
            call.setImplicitThis(true);
            call.setSourcePosition(difference);
            statement.setExpression(call);
        }
    }

    /** {@code on every 1.hour}: to Groovy, a property of what {@code on(every)} gives. */
    private boolean isWithoutParentheses(Expression expression) {
        Expression innermost = expression;
        while (innermost instanceof PropertyExpression property) {
            innermost = property.getObjectExpression();
        }
        boolean found = innermost != expression
                && innermost instanceof MethodCallExpression call
                && call.isImplicitThis()
                && CallArguments.of(call).all().size() == 1
                && CallArguments.of(call).all().get(0) instanceof VariableExpression argument
                && here().vocabulary()
                        .flatMap(words -> words.word(argument.getName()))
                        .isPresent();
        if (found) {
            MethodCallExpression call = (MethodCallExpression) innermost;
            Expression word = CallArguments.of(call).all().get(0);
            String example = here().vocabulary()
                    .orElseThrow()
                    .words()
                    .get(word.getText())
                    .word()
                    .example();
            add(word, "'" + word.getText() + "' needs parentheses after another word: write " + example + ".");
            here().say(call.getMethodAsString(), call.getLineNumber());
        }
        return found;
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
