package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.Option;
import io.snapdsl.dsl.words.Units;
import io.snapdsl.dsl.words.Vocabulary;
import io.snapdsl.engine.Nearest;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.ClassHelper;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.MethodNode;
import org.codehaus.groovy.ast.Parameter;
import org.codehaus.groovy.ast.expr.ArgumentListExpression;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MapEntryExpression;
import org.codehaus.groovy.ast.expr.MethodCall;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.PropertyExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.transform.stc.AbstractTypeCheckingExtension;
import org.codehaus.groovy.transform.stc.StaticTypeCheckingVisitor;

/**
 * Says in the language's own terms what Groovy's type checker finds wrong with a word, and keeps it from complaining
 * about what {@link WordCheck} has reported already.
 */
final class TypeCheck extends AbstractTypeCheckingExtension {
    private final Mistakes mistakes;
    private final Vocabulary units = Vocabulary.of(Units.class);

    TypeCheck(StaticTypeCheckingVisitor visitor, Mistakes mistakes) {
        super(visitor);
        this.mistakes = mistakes;
    }

    @Override
    public boolean beforeMethodCall(MethodCall call) {
        boolean silent = call instanceof Expression expression && Marks.isMistaken(expression);
        if (silent) {
            storeType((Expression) call, ClassHelper.OBJECT_TYPE);
        }
        return silent;
    }

    @Override
    public boolean handleUnresolvedVariableExpression(VariableExpression use) {
        boolean reported = Marks.isMistaken(use);
        if (reported) {
            storeType(use, ClassHelper.OBJECT_TYPE);
        }
        return reported;
    }

    /** The one that is probably meant, after any number but 1 in the plural. */
    private Optional<String> unit(String name, Expression number) {
        boolean isOne = number instanceof ConstantExpression constant
                && Integer.valueOf(1).equals(constant.getValue());
        return Units.meant(name)
                .or(() -> Nearest.to(name, units.values().keySet()))
                .map(near -> !isOne && units.value(near + "s").isPresent() ? near + "s" : near);
    }

    @Override
    public boolean handleUnresolvedProperty(PropertyExpression property) {
        Expression object = property.getObjectExpression();
        boolean reported =
                Marks.isMistaken(object) || isMissing(object, property.getProperty(), property.getPropertyAsString());
        if (!reported && Kinds.isA(getType(object), Number.class)) {
            String name = property.getPropertyAsString();
            ASTNode place = property.getProperty();
            mistakes.add(
                    place.getLineNumber(),
                    place.getColumnNumber(),
                    "There is no unit '" + name + "'.",
                    units.values().keySet(),
                    unit(name, object));
            reported = true;
        }
        if (reported) {
            Marks.mistaken(property);
            storeType(property, ClassHelper.OBJECT_TYPE);
        }
        return reported;
    }

    @Override
    public List<MethodNode> handleMissingMethod(
            ClassNode receiver, String name, ArgumentListExpression argumentList, ClassNode[] types, MethodCall call) {
        Optional<Meaning> word = Marks.meaning((ASTNode) call);
        if (word.isEmpty()) {
            if (call instanceof MethodCallExpression onValue
                    && isMissing(onValue.getObjectExpression(), onValue.getMethod(), name)) {
                Marks.mistaken(onValue);
            }
            return List.of();
        }
        CallArguments arguments = CallArguments.of(call);
        MethodNode form = likeliest(word.get(), arguments);
        // A word that was put in for another is only a guess: what does not fit it is no second mistake.
        if (arguments.all().stream().noneMatch(Marks::isMistaken) && !Marks.isGuessed((ASTNode) call)) {
            report((Expression) call, word.get(), form, arguments);
        }
        Marks.mistaken((ASTNode) call);
        return List.of(fitting(form, arguments));
    }

    private boolean isMissing(Expression object, ASTNode place, String name) {
        return Members.reportMissing(object, place, name, mistakes)
                || Members.reportMissing(object, getType(object), place, name, mistakes);
    }

    @Override
    public void onMethodSelection(Expression expression, MethodNode target) {
        Exits.mistake(target)
                .ifPresent(message -> mistakes.add(expression.getLineNumber(), expression.getColumnNumber(), message));
    }

    /** Takes just what was said, so that a block is checked as a block of its word, wherever it stands. */
    private static MethodNode fitting(MethodNode form, CallArguments arguments) {
        Optional<Parameter> block = block(form);
        Parameter[] parameters = arguments.all().stream()
                .map(argument -> argument instanceof ClosureExpression && block.isPresent()
                        ? block.get()
                        : new Parameter(ClassHelper.OBJECT_TYPE, "any"))
                .toArray(Parameter[]::new);
        MethodNode fitting = new MethodNode(
                form.getName(), form.getModifiers(), form.getReturnType(), parameters, ClassNode.EMPTY_ARRAY, null);
        fitting.setDeclaringClass(form.getDeclaringClass());
        return fitting;
    }

    /** The form of the word that fits best what it was said with. */
    private MethodNode likeliest(Meaning word, CallArguments arguments) {
        ClassNode type = ClassHelper.make(word.annotated().getDeclaringClass());
        MethodNode best = null;
        int bestFit = Integer.MIN_VALUE;
        for (MethodNode form : type.getMethods(word.name())) {
            int fit =
                    -10 * Math.abs(form.getParameters().length - arguments.all().size());
            for (int i = 0;
                    i < Math.min(form.getParameters().length, arguments.all().size());
                    i++) {
                fit += fits(arguments.all().get(i), form, i) ? 2 : 0;
            }
            // A block is what words with one are about; a list is the rarer way to say it.
            fit += block(form).isPresent() && arguments.all().stream().anyMatch(ClosureExpression.class::isInstance)
                    ? 20
                    : 0;
            fit -= form.getParameters().length == 1 && isList(form.getParameters()[0].getType()) ? 1 : 0;
            if (fit > bestFit) {
                best = form;
                bestFit = fit;
            }
        }
        return best;
    }

    private static Optional<Parameter> block(MethodNode form) {
        return Arrays.stream(form.getParameters())
                .filter(parameter -> parameter.getType().equals(ClassHelper.CLOSURE_TYPE))
                .findFirst();
    }

    private static boolean isList(ClassNode type) {
        return type.equals(ClassHelper.make(Collection.class));
    }

    private boolean fits(Expression argument, MethodNode form, int index) {
        ClassNode wanted = wanted(form, index);
        ClassNode type = ClassHelper.getWrapper(getType(argument));
        ClassNode boxed = ClassHelper.getWrapper(wanted);
        return type.isDerivedFrom(boxed) || type.implementsInterface(boxed) || type.equals(boxed);
    }

    private static ClassNode wanted(MethodNode form, int index) {
        ClassNode type = form.getParameters()[Math.min(index, form.getParameters().length - 1)].getType();
        return type.isArray() ? type.getComponentType() : type;
    }

    private void report(Expression call, Meaning word, MethodNode form, CallArguments arguments) {
        int count = form.getParameters().length;
        boolean open = count > 0 && form.getParameters()[count - 1].getType().isArray();
        if (count == arguments.all().size() || open && arguments.all().size() >= count) {
            for (int i = 0; i < arguments.all().size(); i++) {
                Expression argument = arguments.all().get(i);
                if (!fits(argument, form, i) && !wanted(form, i).equals(ClassHelper.MAP_TYPE)) {
                    wrongType(argument, word, wanted(form, i));
                    return;
                }
            }
        }
        ASTNode place = ((MethodCallExpression) call).getMethod();
        String example = word.word().example();
        mistakes.add(
                place.getLineNumber(),
                place.getColumnNumber(),
                "'" + word.name() + "' can't be said with this: write "
                        + (example.isEmpty() ? word.name() + "()" : example) + ".");
    }

    private void wrongType(Expression argument, Meaning word, ClassNode wanted) {
        String example = wanted.equals(ClassHelper.CLOSURE_TYPE)
                ? ": write " + word.word().example() + "."
                : ".";
        List<String> giving = giving(word, wanted);
        mistakes.add(
                argument.getLineNumber(),
                argument.getColumnNumber(),
                "'" + word.name() + "' takes " + Kinds.of(wanted) + ", "
                        + (ClassHelper.isObjectType(getType(argument))
                                ? "and this could be anything: declare its type."
                                : "not " + Kinds.of(getType(argument)) + example),
                giving,
                quoted(argument, giving));
    }

    /** {@code on 'manual'}: the word that is meant by a text. */
    private static Optional<String> quoted(Expression value, List<String> giving) {
        return value instanceof ConstantExpression constant && constant.getValue() instanceof String text
                ? Nearest.to(text, giving)
                : Optional.empty();
    }

    private static List<String> giving(Meaning word, ClassNode wanted) {
        return ClassHelper.isPrimitiveType(wanted) || ClassHelper.isStringType(wanted)
                ? List.of()
                : Vocabulary.of(word.annotated().getDeclaringClass()).giving(wanted.getTypeClass());
    }

    @Override
    public void afterMethodCall(MethodCall call) {
        Marks.meaning((ASTNode) call)
                .ifPresent(word -> CallArguments.of(call)
                        .named()
                        .forEach(entry -> CallArguments.name(entry)
                                .flatMap(word::option)
                                .ifPresent(option -> checkType(word, option, entry))));
    }

    private void checkType(Meaning word, Option option, MapEntryExpression entry) {
        Expression value = entry.getValueExpression();
        ClassNode type = getType(value);
        // What is only known when the script runs is checked then.
        boolean known = !Marks.isMistaken(value) && !ClassHelper.isObjectType(type);
        if (known && !Kinds.isA(type, option.type())) {
            List<String> giving =
                    Vocabulary.of(word.annotated().getDeclaringClass()).giving(option);
            mistakes.add(
                    value.getLineNumber(),
                    value.getColumnNumber(),
                    "'" + option.name() + ":' takes " + Kinds.of(option.type()) + ", not " + Kinds.of(type) + ".",
                    giving,
                    quoted(value, giving));
        }
    }
}
