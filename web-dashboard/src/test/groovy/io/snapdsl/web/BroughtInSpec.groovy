package io.snapdsl.web

import io.snapdsl.engine.interchange.SessionImport
import java.nio.file.Files
import java.time.Instant

/** A run of another tool's, whose checkpoints need not begin with 1. */
class BroughtInSpec extends DashboardSpecification {

    def 'its state and its replay have their pages, whatever its first checkpoint is called: #first'() {
        given:
        def run = Files.createDirectory(base.resolve('run'))
        Files.writeString(run.resolve('snapshots.jsonl'), [0, 1].collect {
            """{"snapshot_id": ${first + it}, "label": "", "timestamp": ${it + 1}, "state": {"step": ${it + 7}}}\n"""
        }.join())
        Files.writeString(run.resolve('events.jsonl'), [0, 1].collect {
            """{"timestamp": ${it + 1}, "type": "snapshot_created", "details": {"snapshot_id": ${first + it}}}\n"""
        }.join())
        new SessionImport(store, new SessionImport.Names(Optional.of('theirs'), Optional.of('kernel')), Instant.EPOCH).bringIn(run)

        expect:
        def page = get(path.replace('FIRST', "$first"))
        page.statusCode() == 200
        page.body().contains(text)

        where:
        [first, [path, text]] << [[0, 1, 3], [
            ['/state?name=kernel', 'step'], ['/state?name=kernel&to=FIRST', '7'], ['/session/replay?name=theirs', 'kernel'],
            ['/session/step?name=theirs&clock=1', '7'],
            ['/states', 'kernel']
        ]].combinations()
    }
}
