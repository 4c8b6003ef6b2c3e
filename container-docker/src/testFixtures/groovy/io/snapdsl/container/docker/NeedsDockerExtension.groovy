package io.snapdsl.container.docker

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.StandardOpenOption
import org.spockframework.runtime.extension.IAnnotationDrivenExtension
import org.spockframework.runtime.model.SpecInfo

/** Leaves the names of skipped specifications beside the results of the tests, where the build counts them. */
class NeedsDockerExtension implements IAnnotationDrivenExtension<NeedsDocker> {
    @Override
    void visitSpecAnnotation(NeedsDocker annotation, SpecInfo spec) {
        if (DockerEngine.isThere()) return
        spec.skip('no Docker engine')
        def results = System.getProperty('snapdsl.results')
        if (results) {
            Files.writeString(Path.of(results, 'skipped-without-docker'), "${spec.reflection.name}\n",
                StandardOpenOption.CREATE, StandardOpenOption.APPEND)
        }
    }
}
