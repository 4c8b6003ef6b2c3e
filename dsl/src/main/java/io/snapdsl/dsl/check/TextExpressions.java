package io.snapdsl.dsl.check;

import io.snapdsl.dsl.words.Texts;
import java.util.ArrayList;
import java.util.List;
import org.codehaus.groovy.ast.ClassCodeExpressionTransformer;
import org.codehaus.groovy.ast.ClassHelper;
import org.codehaus.groovy.ast.expr.ArgumentListExpression;
import org.codehaus.groovy.ast.expr.ArrayExpression;
import org.codehaus.groovy.ast.expr.ClassExpression;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.GStringExpression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.control.SourceUnit;

/** Turns texts with values in them into calls of {@link Texts}. */
final class TextExpressions extends ClassCodeExpressionTransformer {
    private final SourceUnit source;

    TextExpressions(SourceUnit source) {
        this.source = source;
    }

    @Override
    protected SourceUnit getSourceUnit() {
        return source;
    }

    @Override
    public Expression transform(Expression expression) {
        if (expression instanceof ClosureExpression closure) {
            closure.visit(this);
            return closure;
        }
        if (expression instanceof GStringExpression text && !isLazy(text)) {
            return joined(text);
        }
        return expression == null ? null : expression.transformExpression(this);
    }

    private static boolean isLazy(GStringExpression text) {
        return text.getValues().stream().anyMatch(ClosureExpression.class::isInstance);
    }

    private Expression joined(GStringExpression text) {
        List<Expression> parts = new ArrayList<>();
        for (int i = 0; i < text.getStrings().size(); i++) {
            parts.add(text.getStrings().get(i));
            if (i < text.getValues().size()) {
                parts.add(transform(text.getValue(i)));
            }
        }
        Expression array = new ArrayExpression(ClassHelper.OBJECT_TYPE, parts);
        MethodCallExpression call = new MethodCallExpression(
                new ClassExpression(ClassHelper.make(Texts.class)), "of", new ArgumentListExpression(array));
        call.setImplicitThis(false);
        call.setSourcePosition(text);
        array.setSourcePosition(text);
        return call;
    }
}
