package io.snapdsl.engine.archive

import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.TimeUnit

/** The real tar, and real directories with some of everything that a volume may hold. */
class Tar {
    static final boolean IS_ROOT = System.getProperty('user.name') == 'root'
    static final boolean CAN_SET_CAPABILITIES = IS_ROOT && Files.isExecutable(Path.of('/usr/sbin/setcap'))

    /** What is there, as the file system itself tells: kinds, modes, owners, times, bytes, links, attributes. */
    private static final String LOOK = '''
import hashlib, os, stat, sys
root = os.fsencode(sys.argv[1])
whole = sys.argv[2] == 'seconds'
twins = {}
for base, dirs, files in os.walk(root):
    dirs.sort(); files.sort()
    for path in [base] + [os.path.join(base, f) for f in files] + [os.path.join(base, d) for d in dirs if os.path.islink(os.path.join(base, d))]:
        s = os.lstat(path)
        name = os.path.relpath(path, root)
        time = s.st_mtime_ns // 10**9 if whole else s.st_mtime_ns
        what = [name, oct(s.st_mode), s.st_uid, s.st_gid, time]
        if stat.S_ISREG(s.st_mode):
            what += [s.st_size, hashlib.sha256(open(path, 'rb').read()).hexdigest(), twins.setdefault(s.st_ino, name)]
        if stat.S_ISLNK(s.st_mode): what += [os.readlink(path)]
        if stat.S_ISCHR(s.st_mode) or stat.S_ISBLK(s.st_mode): what += [s.st_rdev]
        if not stat.S_ISLNK(s.st_mode) and not whole:
            what += [(k, os.getxattr(path, k)) for k in sorted(os.listxattr(path))]
        print(what)
'''

    static List<String> look(Path directory, String times) {
        run(directory, 'python3', '-c', LOOK, directory.toString(), times).readLines()
    }

    static byte[] create(Path directory, String... options) {
        bytes(directory, ['tar', '-c', '--sort=name', '--blocking-factor=1', *options, '.'], new byte[0])
    }

    static void extract(Path directory, byte[] archive) {
        Files.createDirectories(directory)
        bytes(directory, ['tar', '-x', '-p', '--same-owner', '--numeric-owner', '--xattrs', '--xattrs-include=*', '-f', '-'], archive)
    }

    /** @return what tar says of it, to which any end is good enough */
    static String list(byte[] archive) {
        def process = ['tar', '--numeric-owner', '-tvf', '-'].execute()
        process.consumeProcessErrorStream(new StringBuilder())
        process.outputStream.withCloseable { it.write(archive) }
        process.inputStream.text
    }

    static String sh(Path directory, String script) {
        run(directory, 'bash', '-euc', script)
    }

    private static String run(Path directory, String... words) {
        new String(bytes(directory, words as List, new byte[0]), 'UTF-8')
    }

    private static byte[] bytes(Path directory, List<String> words, byte[] input) {
        def process = new ProcessBuilder(words).directory(directory.toFile()).start()
        def out = new ByteArrayOutputStream()
        def errors = new StringBuilder()
        def readers = [process.consumeProcessOutputStream(out), process.consumeProcessErrorStream(errors)]
        process.outputStream.withCloseable { it.write(input) }
        assert process.waitFor(60, TimeUnit.SECONDS)
        readers*.join()
        assert process.exitValue() == 0: errors
        out.toByteArray()
    }
}
