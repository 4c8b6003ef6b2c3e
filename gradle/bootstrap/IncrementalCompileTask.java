package org.gradle.internal.compiler.java;

import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.annotation.processing.Processor;
import javax.tools.JavaCompiler.CompilationTask;

/** Stands in for Gradle's javac hook, which gradle-api.jar lacks: compiles all, analyses nothing. */
public record IncrementalCompileTask(CompilationTask task) implements CompilationTask {
    public IncrementalCompileTask(
            CompilationTask task,
            Function<?, ?> relativize,
            Consumer<?> classNames,
            Consumer<?> classDependencies,
            BiConsumer<?, ?> constants,
            BiConsumer<?, ?> dependents) {
        this(task);
    }

    @Override
    public void addModules(Iterable<String> modules) {
        task.addModules(modules);
    }

    @Override
    public void setProcessors(Iterable<? extends Processor> processors) {
        task.setProcessors(processors);
    }

    @Override
    public void setLocale(Locale locale) {
        task.setLocale(locale);
    }

    @Override
    public Boolean call() {
        return task.call();
    }
}
