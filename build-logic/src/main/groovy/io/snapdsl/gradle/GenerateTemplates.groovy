package io.snapdsl.gradle

import gg.jte.ContentType
import gg.jte.TemplateEngine
import gg.jte.resolve.DirectoryCodeResolver
import groovy.transform.CompileStatic
import org.gradle.api.DefaultTask
import org.gradle.api.file.DirectoryProperty
import org.gradle.api.provider.Property
import org.gradle.api.tasks.CacheableTask
import org.gradle.api.tasks.Input
import org.gradle.api.tasks.InputDirectory
import org.gradle.api.tasks.OutputDirectory
import org.gradle.api.tasks.PathSensitive
import org.gradle.api.tasks.PathSensitivity
import org.gradle.api.tasks.TaskAction

/** Turns jte templates into Java sources, so that a mistake in a page is a compile error and none is compiled at run time. */
@CompileStatic
@CacheableTask
abstract class GenerateTemplates extends DefaultTask {

    @InputDirectory
    @PathSensitive(PathSensitivity.RELATIVE)
    abstract DirectoryProperty getTemplates()

    @Input
    abstract Property<String> getPackageName()

    @OutputDirectory
    abstract DirectoryProperty getSources()

    @TaskAction
    void generate() {
        def target = sources.get().asFile
        target.deleteDir()
        def engine = TemplateEngine.create(
            new DirectoryCodeResolver(templates.get().asFile.toPath()), target.toPath(), ContentType.Html, null, packageName.get())
        engine.trimControlStructures = true
        engine.generateAll()
    }
}
