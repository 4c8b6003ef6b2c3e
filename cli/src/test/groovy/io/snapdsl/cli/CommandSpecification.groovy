package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.FileTime
import java.nio.file.attribute.PosixFilePermissions
import java.time.Instant
import spock.lang.Specification
import spock.lang.TempDir

/**
 * A workspace, a store and the command; and a memory of what each snapshot must bring back, so that any
 * feature can ask at its end whether the whole past is still there, byte for byte.
 */
abstract class CommandSpecification extends Specification {
    @TempDir
    Path temp
    Path workspace
    Path store
    Snapdsl snapdsl
    /** What each snapshot was taken of. */
    Map<String, Map<String, DirectoryState.Entry>> taken = [:]

    def setup() {
        workspace = Files.createDirectory(temp.resolve('project'))
        store = temp.resolve('store')
        snapdsl = new Snapdsl(workspace, store, Files.createDirectory(temp.resolve('home')))
    }

    /** By rm, which follows no link, however it loops. */
    def cleanup() {
        ['sh', '-c', 'rm -rf "$0"/*', temp.toString()].execute().waitFor()
    }

    Path write(String name, Object content) {
        def file = workspace.resolve(name)
        Files.createDirectories(file.parent)
        content instanceof byte[] ? Files.write(file, content) : Files.writeString(file, content.toString())
    }

    String read(String name) {
        Files.readString(workspace.resolve(name))
    }

    boolean exists(String name) {
        Files.exists(workspace.resolve(name))
    }

    void delete(String name) {
        assert sh("rm -rf -- '$name'").exit == 0
    }

    static void setMode(Path file, String mode) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode))
    }

    static void setTime(Path file, String time) {
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse(time)))
    }

    /** In the workspace. */
    Snapdsl.Result sh(String script) {
        def result = snapdsl.shell(script)
        assert result.exit == 0: result
        result
    }

    /** A project with some of everything an ordinary one has. */
    void ordinaryProject() {
        write('README.md', 'A project\n')
        write('src/main.py', 'print("one")\n' * 50)
        write('src/deep/er/util.py', 'def f(): pass\n')
        write('data/large.bin', randomBytes(1, 3_000_000))
        write('script.sh', '#!/bin/sh\n')
        setMode(workspace.resolve('script.sh'), 'rwxr-x---')
        setTime(workspace.resolve('README.md'), '2001-02-03T04:05:06.789012345Z')
        Files.createDirectory(workspace.resolve('empty'))
        Files.createSymbolicLink(workspace.resolve('link'), Path.of('src/main.py'))
        Files.createLink(workspace.resolve('src/twin.py'), workspace.resolve('src/main.py'))
    }

    static byte[] randomBytes(long seed, int count) {
        def bytes = new byte[count]
        new Random(seed).nextBytes(bytes)
        bytes
    }

    /** Takes a snapshot, and remembers what it must bring back. */
    String snap(Snapdsl command = snapdsl) {
        def state = DirectoryState.of(command.workspace)
        String id = command.json('snap').id
        taken[id] = state
        id
    }

    Map<String, DirectoryState.Entry> now() {
        DirectoryState.of(workspace)
    }

    /** What a snapshot brings back into an empty directory. */
    Map<String, DirectoryState.Entry> broughtBack(String id) {
        def copy = temp.resolve('copy')
        def result = snapdsl.run('restore', id, '--to', copy)
        assert result.exit == 0: result
        try {
            return DirectoryState.of(copy)
        } finally {
            assert ['rm', '-rf', copy.toString()].execute().waitFor() == 0
        }
    }

    void everySnapshotIsIntact() {
        taken.each { id, state -> assert broughtBack(id) == state }
        theStoreIsClean()
    }

    void theStoreIsClean() {
        def result = snapdsl.run('verify', '--read-data')
        assert result.exit == 0: result
    }

    /** Of a store that can only be read, with two snapshots of a file {@code file}. */
    void storeIsReadButNotWritten(String newest) {
        [['log'], ['log', '--file', 'file'], ['show', '@1', '--files'], ['diff', '@1', '@latest'], ['cat', '@1', 'file'], ['history', 'file'],
            ['verify', '--read-data'], ['stats'], ['milestone', 'list'], ['session', 'list'], ['explain', '@1']].each {
            def result = snapdsl.run(*it)
            assert result.exit == 0: "$it: $result"
        }
        taken.each { id, state -> assert broughtBack(id) == state }
        assert log()*.id.first() == newest
        [['snap'], ['status'], ['diff'], ['undo'], ['restore', '@1'], ['rm', '@1'], ['prune'], ['pin', '@1'], ['verify', '--repair'],
            ['milestone', 'create', 'M'], ['session', 'start', 's']].each {
            def result = snapdsl.run(*it, '--json')
            refused(result, 1, 'NO_PERMISSION')
            assert result.json.error.message.contains('can only be read'): "$it: $result"
        }
    }

    /** Newest first. */
    List<Map> log() {
        snapdsl.json('log', '--limit', 10_000).snapshots
    }

    /** Another program that has the lock file locked, as a long snap would. Python's lockf is what Java uses. */
    Process holdWorkspaceLock() {
        def process = new ProcessBuilder('python3', '-c', '''
import fcntl, os, sys, time
f = open(sys.argv[1], "r+")
fcntl.lockf(f, fcntl.LOCK_EX)
f.truncate(0); f.write("process %d, taking a snapshot, since now" % os.getpid()); f.flush()
print("held", flush=True)
time.sleep(300)
''', store.resolve('locks/subject-1').toString()).start()
        assert process.inputStream.newReader().readLine() == 'held'
        process
    }

    List<Path> partialFiles() {
        Files.walk(workspace).withCloseable { files ->
            files.filter { it.fileName.toString().startsWith('.snapdsl-partial-') }.toList()
        }
    }

    /** A failure as the contract has it: one sentence, a next step, a code, and nothing of our insides. */
    void refused(Snapdsl.Result result, int exit, String code) {
        assert result.exit == exit: result
        def error = result.json.error
        assert error.keySet() == ['code', 'message', 'hint'] as Set
        assert error.code == code
        assert error.message ==~ /(?s)\S.*[.…]/
        assert !error.hint.empty
        noStackTrace(result)
    }

    void noStackTrace(Snapdsl.Result result) {
        [result.out, result.err].each { text ->
            assert !(text =~ /(?m)^\s+at [\w.$]+\(|Exception in thread|\w+\.\w+Exception\b/): result
        }
    }
}
