package io.snapdsl.gradle

import groovy.transform.CompileStatic
import javax.xml.stream.XMLInputFactory
import org.gradle.api.file.DirectoryProperty
import org.gradle.api.services.BuildService
import org.gradle.api.services.BuildServiceParameters
import org.gradle.tooling.events.FinishEvent
import org.gradle.tooling.events.OperationCompletionListener
import org.gradle.tooling.events.task.TaskFinishEvent
import org.gradle.tooling.events.task.TaskSkippedResult

/**
 * Adds up the results of the test tasks that finished in this build, freshly run or up to date, and prints
 * "N passed, N failed, N skipped" at its end. A test task that never got to run (its code did not compile) counts
 * nothing, though results of an earlier build may still lie on the disk.
 */
@CompileStatic
abstract class TestTotals implements BuildService<Parameters>, OperationCompletionListener, AutoCloseable {

    interface Parameters extends BuildServiceParameters {
        DirectoryProperty getRootDirectory()
    }

    private final Set<File> results = []

    @Override
    synchronized void onFinish(FinishEvent event) {
        if (event instanceof TaskFinishEvent && !(event.result instanceof TaskSkippedResult)) {
            def directory = resultsOf(event.descriptor.taskPath)
            if (directory.directory) results << directory
        }
    }

    /** ":engine:test" writes to engine/build/test-results/test. */
    private File resultsOf(String taskPath) {
        def names = taskPath.tokenize(':')
        new File(parameters.rootDirectory.get().asFile, "${names.init().join('/')}/build/test-results/${names.last()}")
    }

    @Override
    synchronized void close() {
        if (results.empty) return
        int tests = 0, failed = 0, skipped = 0, withoutDocker = 0, withoutBrowser = 0, withoutNode = 0
        for (directory in results) {
            def needDocker = reportsNamedIn(new File(directory, 'skipped-without-docker'))
            def needBrowser = reportsNamedIn(new File(directory, 'skipped-without-browser'))
            def needNode = reportsNamedIn(new File(directory, 'skipped-without-node'))
            directory.eachFileMatch(~/TEST-.*\.xml/) { File report ->
                def suite = suiteIn(report)
                tests += suite.tests
                failed += suite.failures + suite.errors
                skipped += suite.skipped
                if (report.name in needDocker) withoutDocker += suite.skipped
                if (report.name in needBrowser) withoutBrowser += suite.skipped
                if (report.name in needNode) withoutNode += suite.skipped
            }
        }
        if (withoutDocker) {
            println "$withoutDocker container tests were skipped: no Docker engine. To run them:" +
                ' scripts/docker-engine install, then ./gradlew check, both as root'
        }
        if (withoutBrowser) {
            println "$withoutBrowser browser tests were skipped: no Chromium. To run them: apt-get install chromium, then ./gradlew check"
        }
        if (withoutNode) {
            println "$withoutNode tests with the MCP client from npm were skipped: no npm, or it could not install. To run them:" +
                ' apt-get install npm, then ./gradlew check'
        }
        println "${tests - failed - skipped} passed, $failed failed, $skipped skipped"
    }

    /** The reports of the specifications that a file lists, one on each line. */
    private static List<String> reportsNamedIn(File list) {
        list.exists() ? list.readLines().collect { "TEST-${it}.xml".toString() } : []
    }

    /** The counts that stand in the first tag; the rest of a report can be long. */
    private static Map<String, Integer> suiteIn(File report) {
        report.withInputStream { input ->
            def xml = XMLInputFactory.newInstance().createXMLStreamReader(input)
            xml.nextTag()
            ['tests', 'failures', 'errors', 'skipped'].collectEntries { [it, xml.getAttributeValue(null, it) as int] }
        } as Map<String, Integer>
    }
}
