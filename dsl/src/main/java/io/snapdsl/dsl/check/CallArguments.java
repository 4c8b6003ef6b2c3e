package io.snapdsl.dsl.check;

import java.util.List;
import java.util.Optional;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MapEntryExpression;
import org.codehaus.groovy.ast.expr.MapExpression;
import org.codehaus.groovy.ast.expr.MethodCall;
import org.codehaus.groovy.ast.expr.TupleExpression;

/**
 * What a word is called with.
 *
 * @param named the named ones, which Groovy collects in front of all others
 */
record CallArguments(List<Expression> all, List<MapEntryExpression> named, List<Expression> plain) {
    static CallArguments of(MethodCall call) {
        List<Expression> all = call.getArguments() instanceof TupleExpression tuple
                ? tuple.getExpressions()
                : List.of(call.getArguments());
        boolean hasNamed = !all.isEmpty() && all.get(0) instanceof MapExpression;
        return new CallArguments(
                all,
                hasNamed ? ((MapExpression) all.get(0)).getMapEntryExpressions() : List.of(),
                hasNamed ? all.subList(1, all.size()) : all);
    }

    static Optional<String> name(MapEntryExpression entry) {
        return entry.getKeyExpression() instanceof ConstantExpression key
                ? Optional.of(String.valueOf(key.getValue()))
                : Optional.empty();
    }
}
