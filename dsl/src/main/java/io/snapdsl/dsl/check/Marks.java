package io.snapdsl.dsl.check;

import io.snapdsl.dsl.words.Meaning;
import java.util.Optional;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.Variable;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.ListExpression;
import org.codehaus.groovy.ast.expr.MapEntryExpression;
import org.codehaus.groovy.ast.expr.MapExpression;
import org.codehaus.groovy.ast.expr.MethodCall;
import org.codehaus.groovy.ast.expr.PropertyExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;

/** What the check of words tells the check of types about parts of the script. */
final class Marks {
    private static final Object MISTAKEN = new Object();
    private static final Object GUESSED = new Object();
    private static final Object MEANING = new Object();

    private Marks() {}

    /** Reported: whatever follows from it is not worth a second message. */
    static void mistaken(ASTNode node) {
        node.putNodeMetaData(MISTAKEN, true);
    }

    static boolean isMistaken(Expression expression) {
        if (expression.getNodeMetaData(MISTAKEN) != null) {
            return true;
        }
        if (expression instanceof VariableExpression use) {
            Variable declared = use.getAccessedVariable();
            return declared instanceof ASTNode node && declared != use && node.getNodeMetaData(MISTAKEN) != null;
        }
        if (expression instanceof PropertyExpression property) {
            return isMistaken(property.getObjectExpression());
        }
        if (expression instanceof ListExpression list) {
            return list.getExpressions().stream().anyMatch(Marks::isMistaken);
        }
        return expression instanceof MapExpression map
                && map.getMapEntryExpressions().stream()
                        .map(MapEntryExpression::getValueExpression)
                        .anyMatch(Marks::isMistaken);
    }

    /** Put in for a misspelt one. */
    static void guessed(ASTNode call) {
        call.putNodeMetaData(GUESSED, true);
    }

    static boolean isGuessed(ASTNode call) {
        return call.getNodeMetaData(GUESSED) != null;
    }

    /** Whether what is wrong with {@code node} may just follow from what was reported. */
    static boolean isFollowUp(ASTNode node) {
        return node instanceof Expression expression && isMistaken(expression)
                || node instanceof MethodCall call
                        && CallArguments.of(call).all().stream().anyMatch(Marks::isMistaken);
    }

    static void meaning(ASTNode call, Meaning meaning) {
        call.putNodeMetaData(MEANING, meaning);
    }

    static Optional<Meaning> meaning(ASTNode call) {
        return Optional.ofNullable(call.getNodeMetaData(MEANING));
    }
}
