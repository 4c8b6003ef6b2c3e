package io.snapdsl.web.browser

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.StandardOpenOption
import org.spockframework.runtime.extension.IAnnotationDrivenExtension
import org.spockframework.runtime.model.SpecInfo

/** Leaves the names of skipped specifications beside the results of the tests, where the build counts them. */
class NeedsBrowserExtension implements IAnnotationDrivenExtension<NeedsBrowser> {
    @Override
    void visitSpecAnnotation(NeedsBrowser annotation, SpecInfo spec) {
        if (Files.isExecutable(BrowserSpecification.CHROMIUM)) return
        spec.skip('no Chromium')
        def results = System.getProperty('snapdsl.results')
        if (results) {
            Files.writeString(Path.of(results, 'skipped-without-browser'), "${spec.reflection.name}\n",
                StandardOpenOption.CREATE, StandardOpenOption.APPEND)
        }
    }
}
