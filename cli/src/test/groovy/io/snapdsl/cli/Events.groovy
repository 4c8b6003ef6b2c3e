package io.snapdsl.cli

import groovy.json.JsonSlurper
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit

/** What a running command prints, an object a line. */
class Events {
    private final Process process
    final BufferedReader lines

    Events(Process process) {
        this.process = process
        lines = process.inputReader()
        process.consumeProcessErrorStream(new ByteArrayOutputStream())
    }

    /** The next of these kinds; others in between are skipped. A command that stays silent is ended after a while. */
    Map<String, ?> next(String... events) {
        def patience = CompletableFuture.runAsync(
            { process.destroyForcibly() }, CompletableFuture.delayedExecutor(3, TimeUnit.MINUTES))
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                def object = new JsonSlurper().parseText(line)
                if (object.event in events) return object
            }
            throw new AssertionError((Object) "ended before '${events.join("' or '")}'")
        } finally {
            patience.cancel(false)
        }
    }
}
