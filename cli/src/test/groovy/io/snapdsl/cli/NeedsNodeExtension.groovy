package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.StandardOpenOption
import org.spockframework.runtime.extension.IAnnotationDrivenExtension
import org.spockframework.runtime.model.SpecInfo

/** Leaves the names of skipped specifications beside the results of the tests, where the build counts them. */
class NeedsNodeExtension implements IAnnotationDrivenExtension<NeedsNode> {
    @Override
    void visitSpecAnnotation(NeedsNode annotation, SpecInfo spec) {
        if (Files.exists(TypeScriptClient.PACKAGES)) return
        spec.skip('no Node.js')
        def results = System.getProperty('snapdsl.results')
        if (results) {
            Files.writeString(Path.of(results, 'skipped-without-node'), "${spec.reflection.name}\n",
                StandardOpenOption.CREATE, StandardOpenOption.APPEND)
        }
    }
}
