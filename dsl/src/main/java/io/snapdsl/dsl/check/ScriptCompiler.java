package io.snapdsl.dsl.check;

import groovy.lang.GroovyClassLoader;
import io.snapdsl.dsl.Mistakes;
import io.snapdsl.dsl.ScriptText;
import io.snapdsl.dsl.compiled.CompiledScript;
import io.snapdsl.dsl.words.Declarations;
import io.snapdsl.dsl.words.PolicyScript;
import io.snapdsl.dsl.words.Surroundings;
import java.time.Clock;
import java.util.Optional;
import java.util.stream.Collectors;
import org.codehaus.groovy.GroovyBugError;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.codehaus.groovy.control.ErrorCollector;
import org.codehaus.groovy.control.MultipleCompilationErrorsException;
import org.codehaus.groovy.control.Phases;
import org.codehaus.groovy.control.SourceUnit;
import org.codehaus.groovy.control.messages.SimpleMessage;
import org.codehaus.groovy.tools.GroovyClass;

/**
 * Checks a script and compiles it. Words are checked as soon as names are resolved, types much later; mistakes of both
 * kinds are collected beside the compiler's own, because the compiler would stop after the first kind.
 */
public final class ScriptCompiler {
    private final ScriptText script;
    private final Surroundings surroundings;
    private final Mistakes mistakes;
    private final CompilerConfiguration configuration;
    private final UnresolvedClasses unresolved;
    private boolean parsed;

    private ScriptCompiler(ScriptText script, Surroundings surroundings, Mistakes mistakes) {
        this.script = script;
        this.surroundings = surroundings;
        this.mistakes = mistakes;
        this.configuration = configuration(mistakes);
        this.unresolved = new UnresolvedClasses(configuration, mistakes);
    }

    /** Nothing, if there are mistakes now. */
    public static Optional<CompiledScript> compile(ScriptText script, Surroundings surroundings, Mistakes mistakes) {
        return new ScriptCompiler(script, surroundings, mistakes).compile();
    }

    /**
     * Finds what else would show if a script with mistakes declared what it declares; nothing else of it happens.
     *
     * @param known what {@link #compile} has found
     */
    public static void rehearse(
            ScriptText script, Surroundings surroundings, Clock clock, Mistakes known, Mistakes further) {
        ScriptCompiler compiler = new ScriptCompiler(script, surroundings, new Mistakes(script));
        RehearsedLine line = new RehearsedLine();
        Declarations declarations = new Declarations(surroundings, line, clock, further);
        CompilationUnit unit = compiler.unit();
        unit.addPhaseOperation(
                (SourceUnit source) -> source.getAST().getClasses().stream()
                        .filter(ClassNode::isScript)
                        .forEach(type -> Rehearsal.of(type, known, declarations, line)),
                Phases.SEMANTIC_ANALYSIS);
        compiler.passes(unit, Phases.SEMANTIC_ANALYSIS);
    }

    private Optional<CompiledScript> compile() {
        CompilationUnit unit = unit();
        StaticCompilation types = new StaticCompilation(mistakes, unresolved);
        types.setCompilationUnit(unit);
        unit.addPhaseOperation(
                (SourceUnit source) ->
                        Interruptible.make(source.getAST().getClasses().get(0), source),
                Phases.CANONICALIZATION);
        unit.addPhaseOperation((SourceUnit source) -> checkTypes(source, types), Phases.INSTRUCTION_SELECTION);
        return passes(unit, Phases.CLASS_GENERATION) ? result(unit) : Optional.empty();
    }

    /** Of the script alone, whose words are checked. */
    private CompilationUnit unit() {
        ClassLoader parent = ScriptCompiler.class.getClassLoader();
        CompilationUnit unit =
                new CompilationUnit(configuration, null, new GroovyClassLoader(parent, configuration, false));
        unit.addSource(new SourceUnit(
                CompiledScript.SOURCE_NAME, script.text(), configuration, unit.getClassLoader(), unresolved));
        unit.addPhaseOperation((SourceUnit source) -> checkWords(source), Phases.SEMANTIC_ANALYSIS);
        return unit;
    }

    private static CompilerConfiguration configuration(Mistakes mistakes) {
        CompilerConfiguration configuration = new CompilerConfiguration();
        configuration.setScriptBaseClass(PolicyScript.class.getName());
        configuration.setTargetBytecode(CompilerConfiguration.JDK17);
        configuration.setPluginFactory(Annotations.checked(mistakes));
        configuration.setTolerance(Integer.MAX_VALUE);
        return configuration;
    }

    private boolean passes(CompilationUnit unit, int phase) {
        try {
            unit.compile(phase);
            return true;
        } catch (MultipleCompilationErrorsException e) {
            report(e.getErrorCollector());
        } catch (RuntimeException | GroovyBugError e) {
            // After a mistake, what is left of the script may be more than Groovy can make sense of.
            if (mistakes.isEmpty()) {
                mistakes.add(1, 1, "Groovy's compiler failed with this script: " + e.getMessage());
            }
        }
        return false;
    }

    private void checkWords(SourceUnit source) {
        parsed = true;
        for (ClassNode type : source.getAST().getClasses()) {
            new PlainExpressions(source, type).visitClass(type);
            if (type.isScript()) {
                new WordCheck(source, mistakes, surroundings).check(type);
            }
        }
    }

    private void checkTypes(SourceUnit source, StaticCompilation types) {
        for (ClassNode type : source.getAST().getClasses()) {
            if (type.getOuterClass() == null) {
                types.compile(type, source);
            }
        }
        if (!mistakes.isEmpty()) {
            source.getErrorCollector().addErrorAndContinue(new SimpleMessage("mistakes", source));
        }
    }

    private void report(ErrorCollector errors) {
        if (parsed || !Brackets.report(script.text(), mistakes)) {
            CompilerMessages.report(errors, mistakes);
        }
    }

    private Optional<CompiledScript> result(CompilationUnit unit) {
        Optional<String> main = unit.getAST().getClasses().stream()
                .filter(ClassNode::isScript)
                .map(ClassNode::getName)
                .findFirst();
        if (main.isEmpty()) {
            mistakes.add(1, 1, "This is a class, no policy script: write what it declares outside of all classes.");
        }
        return main.map(name -> new CompiledScript(
                name,
                unit.getClasses().stream().collect(Collectors.toMap(GroovyClass::getName, GroovyClass::getBytes))));
    }
}
