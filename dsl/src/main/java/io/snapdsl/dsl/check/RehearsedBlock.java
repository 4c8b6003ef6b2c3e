package io.snapdsl.dsl.check;

import groovy.lang.Closure;
import org.codehaus.groovy.ast.Parameter;
import org.codehaus.groovy.ast.expr.ClosureExpression;

/** A block of a script that is rehearsed: where a compiled one would run, its statements are gone through. */
final class RehearsedBlock extends Closure<Object> {
    private static final long serialVersionUID = 1L;

    private final transient Rehearsal rehearsal;
    private final transient ClosureExpression written;
    private final transient Scope around;
    private final boolean lacksSomething;

    /** @param lacksSomething whether more than the block was meant to be said, and nobody knows what */
    RehearsedBlock(Rehearsal rehearsal, ClosureExpression written, Scope around, boolean lacksSomething) {
        super(around.target());
        this.rehearsal = rehearsal;
        this.written = written;
        this.around = around;
        this.lacksSomething = lacksSomething;
        this.maximumNumberOfParameters = Math.max(1, parameters().length);
    }

    private Parameter[] parameters() {
        return written.isParameterSpecified() ? written.getParameters() : Parameter.EMPTY_ARRAY;
    }

    @Override
    public Object call(Object... arguments) {
        Scope scope = around.inner(getDelegate());
        if (lacksSomething) {
            rehearsal.leftOut(scope);
        }
        Parameter[] parameters = parameters();
        for (int i = 0; i < arguments.length; i++) {
            scope.declare(i < parameters.length ? parameters[i].getName() : "it", arguments[i]);
        }
        return rehearsal.run(written.getCode(), scope);
    }
}
