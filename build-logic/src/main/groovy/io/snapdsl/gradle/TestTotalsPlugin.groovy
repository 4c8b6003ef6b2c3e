package io.snapdsl.gradle

import javax.inject.Inject
import org.gradle.api.Plugin
import org.gradle.api.Project
import org.gradle.build.event.BuildEventsListenerRegistry

/** For the root project: ends every build that ran tests with their totals. */
abstract class TestTotalsPlugin implements Plugin<Project> {

    @Inject
    abstract BuildEventsListenerRegistry getEvents()

    @Override
    void apply(Project root) {
        events.onTaskCompletion(root.gradle.sharedServices.registerIfAbsent('testTotals', TestTotals) {
            it.parameters.rootDirectory = root.layout.projectDirectory
        })
    }
}
