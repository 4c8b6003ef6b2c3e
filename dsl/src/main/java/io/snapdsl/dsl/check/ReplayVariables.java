package io.snapdsl.dsl.check;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.codehaus.groovy.ast.ClassHelper;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.Parameter;
import org.codehaus.groovy.ast.Variable;
import org.codehaus.groovy.ast.expr.CastExpression;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.DeclarationExpression;
import org.codehaus.groovy.ast.expr.EmptyExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.ast.stmt.ForStatement;

/** What a block of a replay calls by name: what it is given, and what it declares itself. Nothing else is to be had. */
final class ReplayVariables {
    private static final Set<String> PLAIN = Set.of(
            "java.lang.String",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Double",
            "java.lang.Boolean",
            "java.math.BigDecimal",
            "java.math.BigInteger",
            "int",
            "long",
            "double",
            "boolean");

    /** Of these a variable may be too. */
    private static final Set<String> HOLDING =
            Set.of("java.lang.Object", "java.lang.Number", "java.util.List", "java.util.Map");

    private final ReplayCheck check;
    private final Set<Variable> own = new HashSet<>();
    private final Set<Variable> given = new HashSet<>();
    private int blocksWithIt;

    ReplayVariables(ReplayCheck check) {
        this.check = check;
    }

    /** To another type Groovy gets by calling a constructor: of a date, of a file. */
    static boolean isPlain(ClassNode type) {
        return PLAIN.contains(type.getName());
    }

    /** The state and the event. */
    void give(ClosureExpression block) {
        List<Parameter> parameters = parameters(block);
        if (parameters.size() > 2 || block.getParameters() == null) {
            check.add(block, "A block of a replay is given the state and the event: { state, event -> … }.");
        }
        given.addAll(parameters);
        enter(block);
    }

    /** Visits a block inside of it. */
    void within(ClosureExpression block, Runnable visit) {
        enter(block);
        visit.run();
        blocksWithIt -= hasIt(block) ? 1 : 0;
    }

    private void enter(ClosureExpression block) {
        parameters(block).forEach(this::declare);
        blocksWithIt += hasIt(block) ? 1 : 0;
    }

    private static List<Parameter> parameters(ClosureExpression block) {
        return block.getParameters() == null ? List.of() : Arrays.asList(block.getParameters());
    }

    private static boolean hasIt(ClosureExpression block) {
        return block.getParameters() != null && block.getParameters().length == 0;
    }

    private void declare(Parameter parameter) {
        if (parameter.hasInitialExpression()) {
            check.add(
                    parameter.getInitialExpression(), "A block of a replay takes what it is given, and nothing else.");
        }
        own.add(parameter);
        parameter.setType(ClassHelper.dynamicType());
        parameter.setOriginType(ClassHelper.dynamicType());
    }

    void declare(ForStatement loop) {
        if (loop.getIndexVariable() != null) {
            own.add(loop.getIndexVariable());
        }
        if (loop.getValueVariable() != null) {
            declare(loop.getValueVariable());
        }
    }

    Expression declaration(DeclarationExpression declaration) {
        if (declaration.isMultipleAssignmentDeclaration()) {
            return check.refused(declaration, "Declare one variable after the other.");
        }
        VariableExpression variable = declaration.getVariableExpression();
        ClassNode type = variable.getOriginType();
        own.add(variable);
        if (!variable.isDynamicTyped() && !isPlain(type) && !HOLDING.contains(type.getName())) {
            return check.refused(
                    declaration,
                    "A variable of a replay is a text, a number, a list or a map, and no "
                            + type.getNameWithoutPackage() + ".");
        }
        declaration.setRightExpression(fitting(variable, check.transform(declaration.getRightExpression())));
        return declaration;
    }

    Expression use(VariableExpression use) {
        boolean isIt = use.getName().equals("it") && blocksWithIt > 0;
        if (own.contains(use.getAccessedVariable()) || isIt) {
            return use;
        }
        return check.refused(
                use,
                "'" + use.getName()
                        + "' comes from outside: a replay sees only the state and the event, so that it gives"
                        + " the same each time.");
    }

    boolean isGiven(VariableExpression use) {
        return given.contains(use.getAccessedVariable());
    }

    /** What is calculated could be anything; a variable may say what it has to be. */
    Expression fitting(Variable variable, Expression value) {
        boolean isFitting = !own.contains(variable) || variable.isDynamicTyped() || value instanceof EmptyExpression;
        return isFitting ? value : ReplayCode.replaced(value, new CastExpression(variable.getOriginType(), value));
    }
}
