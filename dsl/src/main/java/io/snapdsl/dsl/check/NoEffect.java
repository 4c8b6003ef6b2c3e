package io.snapdsl.dsl.check;

import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.DeclarationExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.ListExpression;
import org.codehaus.groovy.ast.expr.MapExpression;
import org.codehaus.groovy.ast.expr.PropertyExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.syntax.Types;

/** Expressions that are fine for Groovy, but pointless where nobody takes their value. */
final class NoEffect {
    private NoEffect() {}

    static boolean isSure(Expression expression) {
        if (expression instanceof BinaryExpression binary) {
            int operation = binary.getOperation().getType();
            return !(expression instanceof DeclarationExpression)
                    && !Types.ofType(operation, Types.ASSIGNMENT_OPERATOR)
                    && operation != Types.LEFT_SHIFT;
        }
        return expression instanceof VariableExpression
                || expression instanceof ConstantExpression
                || expression instanceof PropertyExpression
                || expression instanceof ClosureExpression
                || expression instanceof ListExpression
                || expression instanceof MapExpression;
    }
}
