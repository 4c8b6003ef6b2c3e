package io.snapdsl.engine.capture

import io.snapdsl.engine.Progress
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.content.ContentReader
import io.snapdsl.engine.content.Hash
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry
import io.snapdsl.engine.tree.TreePath
import io.snapdsl.engine.tree.TreeReader
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.StandardCopyOption
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import spock.lang.AutoCleanup
import spock.lang.Requires
import spock.lang.Specification
import spock.lang.TempDir

/** Each time, what is captured by looking where something happened must be what a scan of everything finds. */
class WatchedCaptureSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    @AutoCleanup
    WatchedCapture watched

    CountDownLatch noticed = new CountDownLatch(1)

    def setup() {
        ws = new WorkspaceFixture(base)
        ws.write('src/main/a.txt', 'a')
        ws.write('src/main/b.txt', 'b')
        ws.write('src/test/c.txt', 'c')
        ws.write('docs/d.txt', 'd')
        watched = new WatchedCapture(ws.store, ws.workspace, Progress.NONE, { noticed.countDown() })
        watched.capture(ws.workspace)
    }

    void isUpToDate() {
        def seen = watched.capture(ws.workspace)
        def all = new WorkspaceCapture(ws.store, Progress.NONE).capture(ws.workspace)
        assert entries(seen.root()) == entries(all.root())
        assert seen == all
    }

    /** What is at each path; of directories, what the entry itself says. */
    private Map entries(Hash root) {
        def entries = [:]
        new TreeReader(new ContentReader(ws.store.content())).walk(root) { path, entry ->
            entries[path] = entry instanceof DirectoryEntry ? [entry.mode(), entry.modified()] : entry
        }
        entries
    }

    def 'after #what the snapshot is what is on the disk'() {
        when:
        shell(change)

        then:
        isUpToDate()
        isUpToDate()

        where:
        what                                   | change
        'nothing'                              | ':'
        'an edit'                              | 'echo more >> src/main/a.txt'
        'an edit of the same size'             | 'printf z > src/main/a.txt'
        'a new file'                           | 'echo new > src/main/new.txt'
        'a new directory with content'         | 'mkdir -p src/new/deep/er; echo new > src/new/deep/er/file'
        'a deletion'                           | 'rm src/main/b.txt'
        'a directory deleted'                  | 'rm -r src/main'
        'everything deleted'                   | 'rm -r src docs'
        'a directory deleted and made again'   | 'rm -r src/main; mkdir src/main; echo other > src/main/other'
        'a file renamed'                       | 'mv src/main/a.txt src/test/z.txt'
        'a directory renamed'                  | 'mv src/main src/other'
        'a directory renamed, then edited'     | 'mv src lib; echo later > lib/main/a.txt'
        'a directory moved out and another in' | 'mv src ../elsewhere; mkdir src; echo x > src/x; echo y > ../elsewhere/y'
        'two directories swapped'              | 'mv src x; mv docs src; mv x docs'
        'a mode'                               | 'chmod 700 src/main/a.txt'
        "a directory's mode"                   | 'chmod 700 src/main'
        'a time'                               | 'touch -d 2001-01-01 src/main/a.txt'
        'a file that became a directory'       | 'rm docs/d.txt; mkdir docs/d.txt; echo x > docs/d.txt/now'
        'a directory that became a file'       | 'rm -r docs; echo x > docs'
        'a directory that became a link'       | 'rm -r docs; ln -s src docs'
        'a link'                               | 'ln -s nowhere src/link'
        'new ignore rules'                     | "echo '*.txt' > .snapshotignore"
        'something that is left out'           | 'echo x > src/main/noise.log'
        'a new name for a file'                | 'ln src/main/a.txt docs/also'
        'a new name in a new directory'        | 'mkdir new; ln src/main/a.txt new/also'
        'the workspace replaced by another'    | 'mv ../workspace ../old; mkdir -p ../workspace/other; echo x > ../workspace/other/file'
        'names that are no text'               | "mkdir \$'src/\\377\\n'; echo x > \$'src/\\377\\n/\\376'"
    }

    def 'after #what of a file with two names, both are up to date'() {
        given:
        shell('ln src/main/a.txt docs/also')
        watched.capture(ws.workspace)

        when:
        shell(change)

        then:
        isUpToDate()

        where:
        what              | change
        'an edit'         | 'echo new > docs/also'
        'deletion'        | 'rm docs/also'
        'a mode'          | 'chmod 700 docs/also'
        'deletion of all' | 'rm -r docs'
        'a move'          | 'mv docs other'
        'a move and edit' | 'mv docs other; echo new > other/also'
    }

    private void shell(String script) {
        assert ['bash', '-ec', script].execute([], ws.directory.toFile()).waitFor() == 0
    }

    private String text(Hash root, String path) {
        def content = new ContentReader(ws.store.content())
        def out = new ByteArrayOutputStream()
        content.copy(new TreeReader(content).find(root, TreePath.of(path)).get().content(), out)
        out.toString()
    }

    def 'whoever listens is told that something happened'() {
        when:
        ws.write('src/main/a.txt', 'changed')

        then:
        noticed.await(10, TimeUnit.SECONDS)
    }

    def 'a write that has returned is always in the next snapshot'() {
        expect:
        (1..200).every { number ->
            ws.write('docs/d.txt', "number $number")
            def root = watched.capture(ws.workspace).root()
            text(root, 'docs/d.txt') == "number $number"
        }
    }

    def 'a restart begins with a scan: what happened meanwhile is found'() {
        given:
        watched.close()

        when: 'nobody watches'
        shell('echo more >> src/main/a.txt; rm docs/d.txt; mkdir -p new/deep; echo new > new/deep/file; mv src/test tests')
        watched = new WatchedCapture(ws.store, ws.workspace, Progress.NONE, {})

        then:
        isUpToDate()

        when:
        shell('echo later >> tests/c.txt')

        then:
        isUpToDate()
    }

    @Requires(value = { WatchedCaptureSpec.canMount() }, reason = 'mounting a tmpfs needs root')
    def 'a file system that is mounted in the workspace, and one that goes, is found, though nobody is notified: #name'() {
        given: 'a workspace that is watched'
        watched.close()
        def directory = Files.createDirectory(base.resolve(name))
        def workspace = ws.workspaces.register(directory, false).workspace()
        def place = Files.createDirectories(directory.resolve('data'))
        Files.writeString(place.resolve('below'), 'below')
        watched = new WatchedCapture(ws.store, workspace, Progress.NONE, {})
        def captured = { String file ->
            new TreeReader(new ContentReader(ws.store.content())).find(watched.capture(workspace).root(), TreePath.of(file)).present
        }

        expect:
        captured('data/below')

        when:
        assert ['mount', '-t', 'tmpfs', 'none', place.toString()].execute().waitFor() == 0
        Files.writeString(place.resolve('above'), 'above')

        then:
        captured('data/above')
        !captured('data/below')

        when:
        assert ['umount', place.toString()].execute().waitFor() == 0

        then:
        captured('data/below')
        !captured('data/above')

        cleanup:
        ['umount', place.toString()].execute().waitFor()

        where:
        name << ['plain', 'with a blank', 'Größe', 'a\tb#c\\d']
    }

    static boolean canMount() {
        def place = Files.createTempDirectory('mount')
        try {
            def possible = ['mount', '-t', 'tmpfs', '-o', 'size=1m', 'none', place.toString()].execute().waitFor() == 0
            if (possible) ['umount', place.toString()].execute().waitFor()
            return possible
        } catch (IOException noMount) {
            return false
        } finally {
            Files.delete(place)
        }
    }

    def 'a capture that failed is not relied on'() {
        given:
        def elsewhere = base.resolve('elsewhere')
        ws.write('src/main/a.txt', 'changed')
        Files.move(ws.directory, elsewhere)

        when:
        watched.capture(ws.workspace)

        then:
        thrown(RuntimeException)

        when:
        Files.move(elsewhere, ws.directory)

        then:
        isUpToDate()
    }

    def 'other captures in between change nothing'() {
        when:
        ws.write('src/main/a.txt', 'one')
        ws.snap()
        ws.write('src/main/a.txt', 'two')
        ws.store.content().clearCache()

        then:
        isUpToDate()
    }

    def 'random work at full speed ends with the snapshot equal to the disk, with seed #seed'() {
        given:
        def random = new Random(seed)
        def stop = false
        def work = new Storm(ws.directory, random)
        def worker = Thread.start { 3000.times { work.step() }; stop = true }

        when: 'captures are taken all the while'
        while (!stop) watched.capture(ws.workspace)
        worker.join()

        then:
        isUpToDate()

        where:
        seed << (1..6)
    }

    /** Files and directories come, change, move and go. */
    private static class Storm {
        final Path root
        final Random random

        Storm(Path root, Random random) {
            this.root = root
            this.random = random
        }

        void step() {
            def path = anyPath()
            try {
                switch (random.nextInt(10)) {
                    case 0..3: Files.createDirectories(path.parent); Files.writeString(path, "${random.nextInt()}"); break
                    case 4: Files.createDirectories(path); break
                    case 5..6: Files.move(path, anyPath(), StandardCopyOption.REPLACE_EXISTING); break
                    case 7: Files.deleteIfExists(path); break
                    case 8: Files.createLink(anyPath(), path); break
                    case 9: if (path != root) path.toFile().deleteDir(); break
                }
            } catch (IOException ignored) {
                // What can't be done is not done: the next step will be another.
            }
        }

        private Path anyPath() {
            def path = root
            (1 + random.nextInt(3)).times { path = path.resolve('n' + random.nextInt(4)) }
            path
        }
    }
}
