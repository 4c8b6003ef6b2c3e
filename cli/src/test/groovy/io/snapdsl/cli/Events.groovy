package io.snapdsl.cli

import groovy.json.JsonSlurper

/** What a running command prints, an object a line. */
class Events {
    final BufferedReader lines

    Events(Process process) {
        lines = process.inputReader()
        process.consumeProcessErrorStream(new ByteArrayOutputStream())
    }

    /** The next of this kind; others in between are skipped. */
    Map<String, ?> next(String event) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            def object = new JsonSlurper().parseText(line)
            if (object.event == event) return object
        }
        throw new AssertionError((Object) "ended before '$event'")
    }
}
