package io.snapdsl.dsl.check;

import groovy.transform.Field;
import io.snapdsl.dsl.Mistakes;
import io.snapdsl.engine.Nearest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.groovy.parser.antlr4.Antlr4ParserPlugin;
import org.apache.groovy.parser.antlr4.AstBuilder;
import org.apache.groovy.parser.antlr4.GroovyParser.AnnotationContext;
import org.apache.groovy.parser.antlr4.GroovyParser.CompilationUnitContext;
import org.apache.groovy.parser.antlr4.GroovyParserBaseVisitor;
import org.codehaus.groovy.ast.AnnotationNode;
import org.codehaus.groovy.ast.ClassHelper;
import org.codehaus.groovy.ast.ModuleNode;
import org.codehaus.groovy.ast.expr.ListExpression;
import org.codehaus.groovy.control.ParserPlugin;
import org.codehaus.groovy.control.ParserPluginFactory;
import org.codehaus.groovy.control.SourceUnit;
import org.codehaus.groovy.syntax.Reduction;

/**
 * Builds a script's syntax tree with a few harmless annotations only. Others may act while Groovy compiles: run a block,
 * fetch a library. The earliest of them do so right after the tree is built, so that they must not get into it.
 */
final class Annotations extends AstBuilder {
    private static final String FIELD = "@Field";
    private static final String OVERRIDE = "@Override";
    private static final String SUPPRESS_WARNINGS = "@SuppressWarnings";
    private static final List<String> ALLOWED = List.of(FIELD, OVERRIDE, SUPPRESS_WARNINGS);

    private static final Map<String, String> IN_FULL = Map.of(
            "@groovy.transform.Field", FIELD,
            "@java.lang.Override", OVERRIDE,
            "@java.lang.SuppressWarnings", SUPPRESS_WARNINGS);

    private final Mistakes mistakes;

    private Annotations(SourceUnit source, Mistakes mistakes) {
        super(source, false, false);
        this.mistakes = mistakes;
    }

    static ParserPluginFactory checked(Mistakes mistakes) {
        return new ParserPluginFactory() {
            @Override
            public ParserPlugin createParserPlugin() {
                return new Antlr4ParserPlugin() {
                    @Override
                    public ModuleNode buildAST(SourceUnit source, ClassLoader loader, Reduction unused) {
                        return new Annotations(source, mistakes).buildAST();
                    }
                };
            }
        };
    }

    /** Looks for annotations everywhere first: those of a {@code catch}, for one, Groovy leaves out by itself. */
    @Override
    public ModuleNode visitCompilationUnit(CompilationUnitContext script) {
        script.accept(new GroovyParserBaseVisitor<Void>() {
            @Override
            public Void visitAnnotation(AnnotationContext written) {
                check(written);
                return null;
            }
        });
        return super.visitCompilationUnit(script);
    }

    private void check(AnnotationContext written) {
        String text = text(written);
        String name = name(text);
        if (!ALLOWED.contains(name)) {
            add(written, "There is no annotation '" + text + "' in a policy.", ALLOWED, Nearest.to(name, ALLOWED));
        } else if (!name.equals(SUPPRESS_WARNINGS) && written.elementValues() != null) {
            add(written, "'" + name + "' takes nothing: write it without parentheses.", List.of(), Optional.empty());
        }
    }

    /** Whatever the script imports under a name: it means what is allowed. */
    @Override
    public AnnotationNode visitAnnotation(AnnotationContext written) {
        AnnotationNode meant = meant(Nearest.to(name(text(written)), ALLOWED).orElse(""));
        meant.setLineNumber(line(written));
        meant.setColumnNumber(column(written));
        return meant;
    }

    private static AnnotationNode meant(String name) {
        return switch (name) {
            case FIELD -> new AnnotationNode(ClassHelper.make(Field.class));
            case OVERRIDE -> new AnnotationNode(ClassHelper.make(Override.class));
            default -> nothing();
        };
    }

    /** Groovy's compiler heeds no such annotation. */
    private static AnnotationNode nothing() {
        AnnotationNode nothing = new AnnotationNode(ClassHelper.make(SuppressWarnings.class));
        nothing.setMember("value", new ListExpression());
        return nothing;
    }

    private String text(AnnotationContext written) {
        return "@" + visitAnnotationName(written.annotationName());
    }

    private static String name(String text) {
        return IN_FULL.getOrDefault(text, text);
    }

    private static int line(AnnotationContext written) {
        return written.getStart().getLine();
    }

    private static int column(AnnotationContext written) {
        return written.getStart().getCharPositionInLine() + 1;
    }

    private void add(AnnotationContext written, String message, List<String> allowed, Optional<String> near) {
        mistakes.add(line(written), column(written), message, allowed, near);
    }
}
