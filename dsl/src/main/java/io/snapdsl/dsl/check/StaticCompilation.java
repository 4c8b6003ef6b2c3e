package io.snapdsl.dsl.check;

import groovy.transform.CompileStatic;
import io.snapdsl.dsl.Mistakes;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.AnnotationNode;
import org.codehaus.groovy.ast.ClassHelper;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.control.CompilePhase;
import org.codehaus.groovy.control.SourceUnit;
import org.codehaus.groovy.transform.GroovyASTTransformation;
import org.codehaus.groovy.transform.sc.StaticCompilationVisitor;
import org.codehaus.groovy.transform.sc.StaticCompileTransformation;
import org.codehaus.groovy.transform.stc.StaticTypeCheckingVisitor;

/** What {@link CompileStatic} does, with {@link TypeCheck} listening. */
@GroovyASTTransformation(phase = CompilePhase.INSTRUCTION_SELECTION)
final class StaticCompilation extends StaticCompileTransformation {
    private final Mistakes mistakes;
    private final UnresolvedClasses unresolved;

    StaticCompilation(Mistakes mistakes, UnresolvedClasses unresolved) {
        this.mistakes = mistakes;
        this.unresolved = unresolved;
    }

    void compile(ClassNode type, SourceUnit source) {
        visit(new ASTNode[] {new AnnotationNode(ClassHelper.make(CompileStatic.class)), type}, source);
    }

    @Override
    protected StaticTypeCheckingVisitor newVisitor(SourceUnit source, ClassNode type) {
        Visitor visitor = new Visitor(source, type);
        visitor.addTypeCheckingExtension(new TypeCheck(visitor, mistakes));
        return visitor;
    }

    private final class Visitor extends StaticCompilationVisitor {
        Visitor(SourceUnit source, ClassNode type) {
            super(source, type);
        }

        /** Without Groovy's own way of leaving out what was reported already: it leaves out other errors too. */
        @Override
        public void addError(String message, ASTNode node) {
            if (unresolved.isAbout(message)) {
                Marks.mistaken(node);
            } else if (!mistakes.isKnown(node.getLineNumber(), node.getColumnNumber()) && !Marks.isFollowUp(node)) {
                typeCheckingContext
                        .getErrorCollector()
                        .addErrorAndContinue(inWords(message, node), node, getSourceUnit());
            }
        }

        /** What Groovy only says of a word where the elements of a list do not fit it. */
        private static String inWords(String message, ASTNode node) {
            return Marks.meaning(node)
                    .filter(word -> message.contains("Cannot call "))
                    .map(word -> "What is in this list could be anything to '" + word.name()
                            + "': make the list at once, as in ['a', 'b'].collect { String name -> state(name) }.")
                    .orElse(message);
        }
    }
}
