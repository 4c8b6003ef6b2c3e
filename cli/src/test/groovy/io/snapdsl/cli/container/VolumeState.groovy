package io.snapdsl.cli.container

import java.nio.file.Files
import java.nio.file.Path

/**
 * Everything in a volume, as the machine itself sees it: owners, capabilities and FIFOs too. Times only to the second: an
 * engine hands out no finer ones.
 */
class VolumeState {
    private static final String LOOK = '''
import hashlib, os, stat, sys
root = os.fsencode(sys.argv[1])
twins = {}
for base, dirs, files in os.walk(root):
    dirs.sort(); files.sort()
    for path in [base] + [os.path.join(base, f) for f in files] + [os.path.join(base, d) for d in dirs if os.path.islink(os.path.join(base, d))]:
        s = os.lstat(path)
        name = os.path.relpath(path, root)
        what = [name, oct(s.st_mode), s.st_uid, s.st_gid, s.st_mtime_ns // 10**9]
        if stat.S_ISREG(s.st_mode):
            what += [s.st_size, hashlib.sha256(open(path, 'rb').read()).hexdigest(), twins.setdefault(s.st_ino, name)]
        if stat.S_ISLNK(s.st_mode): what += [os.readlink(path)]
        else: what += [(k, os.getxattr(path, k)) for k in sorted(os.listxattr(path)) if k.startswith('security.')]
        if stat.S_ISCHR(s.st_mode) or stat.S_ISBLK(s.st_mode): what += [s.st_rdev]
        print(what)
'''

    static List<String> of(Path directory) {
        run(directory, 'python3', '-c', LOOK, directory.toString()).readLines()
    }

    /** Some of everything that a volume may hold. */
    static void makeSomeOfEverything(Path directory) {
        Files.createDirectories(directory)
        run(directory, 'bash', '-euc', $/
            mkdir -p deep/er empty; chmod 2750 empty; echo one > file; ln file deep/twin; ln -s file soft; ln -s /nowhere broken; ln soft soft-twin
            mkfifo -m 620 pipe; chown 1000:1001 file; chown -h 7:8 soft; head -c 3000000 /dev/urandom > deep/large; touch $'caf\xe9' 'ü ber'
            echo x > $(printf '%0200d' 7); cp /bin/true tool; chmod 4711 tool; mknod null c 1 3; truncate -s 2M hole
            cp /bin/true pinger; chown 3000000:4000000 deep; ! command -v setcap >/dev/null || setcap cap_net_raw+ep pinger
            touch -d '1965-02-03 04:05:06.789012345 UTC' deep/er; touch -h -d '2001-02-03 04:05:06.000000001 UTC' soft; touch -d '@1' .
        /$)
    }

    /** As an archive that an engine takes. */
    static byte[] archive(Path directory) {
        def process = new ProcessBuilder('tar', '-c', '--format=posix', '--xattrs', '--xattrs-include=security.*', '--numeric-owner', '.')
            .directory(directory.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD).start()
        def bytes = process.inputStream.bytes
        assert process.waitFor() == 0
        bytes
    }

    static String run(Path directory, String... words) {
        def process = new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true).start()
        def output = process.inputStream.text
        assert process.waitFor() == 0: output
        output
    }
}
