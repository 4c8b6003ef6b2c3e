package io.snapdsl.container.docker

import static io.snapdsl.engine.ErrorCode.CONTAINER_ENGINE_FAILED

import io.snapdsl.engine.SnapdslException
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.TimeUnit
import spock.lang.Requires
import spock.lang.TempDir

class DockerArchivesSpec extends DockerSpecification {
    @TempDir
    Path temp

    /** Never started, with a fresh volume at /__vol. */
    String helper(String volume = volume()) {
        create(HostConfig: [
            NetworkMode: 'none', Mounts: [[Type: 'volume', Source: volume, Target: '/__vol', VolumeOptions: [NoCopy: true]]]])
    }

    static String run(Path directory, String... command) {
        def process = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start()
        def output = process.inputStream.text
        assert process.waitFor() == 0: output
        output
    }

    /** Of every kind that a volume may hold. */
    Path oddities() {
        def made = Files.createDirectories(temp.resolve('made/__vol'))
        run(made, 'python3', '-c', '''
import os, struct
def put(name, text=b"x", mode=0o644, owner=(0, 0)):
    with open(name, "wb") as f: f.write(text)
    os.chown(name, *owner); os.chmod(name, mode)
put(b"plain", b"hello\\n", 0o640, (1000, 2000))
put(b"setuid", mode=0o4755, owner=(12, 34))
put(b"empty", b"")
put(b"large", os.urandom(5_000_000))
os.link(b"plain", b"hard link")
os.symlink(b"/nowhere/\\xff", b"link"); os.lchown(b"link", 7, 8)
os.mkfifo(b"pipe", 0o622); os.chmod(b"pipe", 0o622)
put(b"bad name \\xff\\xfe")
put("gr\\u00fc\\u00dfe \\n line".encode())
deep = b"d" * 100 + b"/" + b"e" * 100
os.makedirs(deep); put(deep + b"/" + b"f" * 200)
os.mkdir(b"closed"); put(b"closed/in"); os.chmod(b"closed", 0); os.chown(b"closed", 65534, 65534)
os.mkdir(b"sticky"); os.chmod(b"sticky", 0o3777)
put(b"capable", mode=0o755)
os.setxattr(b"capable", "security.capability", struct.pack("<IIIII", 0x02000001, 1 << 13, 0, 0, 0))
for top, dirs, files in os.walk(b".", topdown=False):
    for n in dirs + files: os.utime(os.path.join(top, n), ns=(10**18 + 123456789,) * 2, follow_symlinks=False)
os.chmod(b".", 0o1750); os.chown(b".", 4, 5)
''')
        made
    }

    /** All that is known of the files in a directory, line by line. */
    static String state(Path directory) {
        run(directory, 'python3', '-c', '''
import os, hashlib
inodes = {}
for top, dirs, files in os.walk(b"."):
    dirs.sort()
    for n in sorted(dirs + files) + ([b"."] if top == b"." else []):
        p = os.path.join(top, n); s = os.lstat(p)
        same = inodes.setdefault((s.st_dev, s.st_ino), p)
        body = hashlib.sha256(open(p, "rb").read()).hexdigest() if os.path.isfile(p) and not os.path.islink(p) else ""
        link = os.readlink(p) if os.path.islink(p) else b""
        caps = [(x, os.getxattr(p, x)) for x in os.listxattr(p, follow_symlinks=False) if x.startswith("security.cap")]
        time = "" if n == b"." else s.st_mtime_ns // 10**9
        print(p, oct(s.st_mode), s.st_uid, s.st_gid, same, link, body, caps, time)
''')
    }

    void tar(Path directory, OutputStream out) {
        def process = new ProcessBuilder('tar', '--xattrs', '--xattrs-include=security.*', '-c', '.')
            .directory(directory.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD).start()
        process.inputStream.transferTo(out)
        assert process.waitFor() == 0
    }

    Path unpacked(String container, String path) {
        def into = Files.createDirectories(temp.resolve(unique('unpacked')))
        def file = temp.resolve(unique('archive'))
        docker.read(container, path).withCloseable { Files.copy(it, file) }
        run(into, 'tar', '--xattrs', '--xattrs-include=security.*', '--same-owner', '-xpf', file.toString())
        into
    }

    @Requires(value = { System.getProperty('user.name') == 'root' }, reason = 'files of other owners')
    def 'files of every kind survive the way into a volume and back'() {
        given:
        def made = oddities()
        def container = helper()

        when:
        docker.write(container, '/') { tar(made.parent, it) }

        then:
        state(unpacked(container, '/__vol').resolve('__vol')) == state(made)

        when: 'once more, over what is there'
        docker.write(container, '/') { tar(made.parent, it) }

        then:
        state(unpacked(container, '/__vol').resolve('__vol')) == state(made)
    }

    @Requires(value = { System.getProperty('user.name') == 'root' }, reason = 'files of other owners')
    def 'a file that is to go where a volume is mounted empties it, and is refused, also if #user uses it'() {
        given:
        def volume = volume()
        def container = helper(volume)
        def made = oddities()
        docker.write(container, '/') { tar(made.parent, it) }
        if (user == 'a container') {
            sh(run(HostConfig: [Binds: ["$volume:/data"]]), 'mknod /data/device c 1 3; mkdir -p /data/more/and/more')
        }

        when:
        docker.write(container, '/') { emptyFile('__vol', it) }

        then:
        def e = thrown(SnapdslException)
        refused(e, CONTAINER_ENGINE_FAILED, '__vol')
        unpacked(container, '/__vol').resolve('__vol').toFile().list() as List == []

        and: 'its own owner and mode are as they were'
        Files.getAttribute(unpacked(container, '/__vol').resolve('__vol'), 'unix:mode') == 040000 + 01750
        Files.getAttribute(unpacked(container, '/__vol').resolve('__vol'), 'unix:uid') == 4

        when: 'it is empty already'
        docker.write(container, '/') { emptyFile('__vol', it) }

        then:
        thrown(SnapdslException)

        when: 'it is filled again'
        docker.write(container, '/') { tar(made.parent, it) }

        then:
        state(unpacked(container, '/__vol').resolve('__vol')) == state(made)

        where:
        user << ['nobody', 'a container']
    }

    static boolean canBeFixed() {
        def file = Files.createTempFile('fixed', '')
        try {
            ['chattr', '+i', "$file"].execute().waitFor() == 0 && ['chattr', '-i', "$file"].execute().waitFor() == 0
        } catch (IOException noSuchCommand) {
            false
        } finally {
            Files.delete(file)
        }
    }

    @Requires(value = { DockerEngine.canStart() && DockerArchivesSpec.canBeFixed() }, reason = 'a file that nobody can remove')
    def 'what can not be removed from a volume stays, and the rest goes'() {
        given:
        def volume = volume()
        def container = helper(volume)
        docker.write(container, '/__vol') {
            emptyFile('fixed', it)
            emptyFile('loose', it)
        }
        def fixed = "${docker.volume(volume).get().details().path('Mountpoint').asText()}/fixed"
        run(temp, 'chattr', '+i', fixed)

        when:
        docker.write(container, '/') { emptyFile('__vol', it) }

        then:
        def e = thrown(SnapdslException)
        refused(e, CONTAINER_ENGINE_FAILED, 'fixed: operation not permitted')
        unpacked(container, '/__vol').resolve('__vol').toFile().list() as List == ['fixed']

        cleanup:
        if (fixed) run(temp, 'chattr', '-i', fixed)
    }

    static void emptyFile(String name, OutputStream out) {
        out.write(header(name, 0))
    }

    def 'what is read of a running container is what is there'() {
        given:
        def id = run()
        sh(id, 'mkdir -p "/a b/c"; echo hello > "/a b/c/ü%20?#"; ln -s c "/a b/l"')

        expect:
        Files.readString(unpacked(id, path).resolve(file)) == 'hello\n'

        where:
        path             | file
        '/a b/c/ü%20?#'  | 'ü%20?#'
        '/a b/c'         | 'c/ü%20?#'
        '/a b'           | 'a b/c/ü%20?#'
        '/a b/l/'        | 'l/ü%20?#'
        '/a b/c/.'       | 'ü%20?#'
    }

    def 'what is not there can not be read or written'() {
        when:
        action(docker, container(this))

        then:
        def e = thrown(SnapdslException)
        refused(e, CONTAINER_ENGINE_FAILED, part)

        where:
        container         | action                                                    || part
        ({ it.create() }) | { it, id -> it.read(id, '/nothing') }                     || 'read /nothing'
        ({ 'nobody' })    | { it, id -> it.read(id, '/') }                            || 'No such container'
        ({ it.create() }) | { it, id -> it.write(id, '/nothing') { zeros(it, 5000) } } || 'write to /nothing'
        ({ 'nobody' })    | { it, id -> it.write(id, '/') { zeros(it, 5000) } }       || 'No such container'
        ({ it.create() }) | { it, id -> it.write(id, '/etc/passwd') { zeros(it, 5) } } || 'write to /etc/passwd'
    }

    static void zeros(OutputStream out, int thousands) {
        thousands.times { out.write(new byte[1000]) }
    }

    def 'an archive that fails while it is written fails the whole, with its own reason'() {
        given:
        def container = helper()

        when:
        docker.write(container, '/__vol') {
            it.write(header('big', 100_000_000))
            zeros(it, thousands)
            throw failure
        }

        then:
        def e = thrown(Throwable)
        e.is(failure) || e instanceof UncheckedIOException && e.cause.is(failure)
        threads().empty

        where:
        [thousands, failure] << [
            [0, 1, 20_000],
            [new IOException('lost'), new IllegalStateException('lost'), new StackOverflowError()]].combinations()
    }

    /** Those that hand on archives. */
    static List<String> threads() {
        Thread.allStackTraces.keySet()*.name.findAll { it == 'docker-archive' }
    }

    static byte[] header(String name, int size) {
        def block = new byte[512]
        def put = { int at, String text -> System.arraycopy(text.bytes, 0, block, at, text.length()) }
        put(0, name)
        put(100, '0000644\0' + '0000000\0' * 2 + String.format('%011o\0', size) + '00000000000\0' + ' ' * 8 + '0')
        put(257, 'ustar\00000')
        put(148, String.format('%06o\0 ', block.toList().sum { it & 0xff } as int))
        block
    }

    def 'a #what archive is refused'() {
        given:
        def container = helper()

        when:
        docker.write(container, '/__vol', archive)

        then:
        def e = thrown(SnapdslException)
        refused(e, CONTAINER_ENGINE_FAILED)
        threads().empty

        where:
        what       | archive
        'cut'      | { it.write(header('cut', 1_000_000)); zeros(it, 500) }
        'damaged'  | { it.write(header('good', 512)); it.write('damaged'.multiply(1000).bytes); zeros(it, 20_000) }
        'nonsense' | { it.write('nonsense'.multiply(1_000_000).bytes) }
    }

    def 'a full disk is told'() {
        given:
        def container = helper(volume(Options: [type: 'tmpfs', device: 'tmpfs', o: 'size=1m']))

        when:
        docker.write(container, '/__vol') {
            it.write(header('big', 51_200_000))
            zeros(it, 51_200)
            zeros(it, 2)
        }

        then:
        def e = thrown(SnapdslException)
        refused(e, CONTAINER_ENGINE_FAILED)
        e.message.contains('no space left') || e.hint().contains('disk may be full')
    }

    def 'a stream that is closed early is not read to its end'() {
        given:
        def id = run()
        sh(id, 'truncate -s 100G /huge')
        def before = openSockets()

        when:
        def start = System.nanoTime()
        20.times {
            docker.read(id, '/huge').withCloseable { in -> in.readNBytes(100_000) }
        }

        then:
        System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20)
        openSockets() <= before + 1

        and: 'the engine has noticed'
        docker.remove(id)
        docker.inspect(id).empty
    }

    static int openSockets() {
        Path.of('/proc/self/fd').toFile().listFiles().count { it.canonicalPath.contains('socket:') }
    }

    @Requires(value = { DockerEngine.canStart() }, reason = 'an engine to be killed')
    def 'an engine that dies in the middle is noticed, and can be asked again when it is back'() {
        given:
        def engine = DockerEngine.start(temp.resolve('engine'))
        def mortal = DockerRuntime.connect(engine.address)
        def id = mortal.create(Optional.empty(), json(Image: DockerEngine.IMAGE, Cmd: ['sleep', '1000']))

        when: 'writing'
        mortal.write(id, '/tmp') {
            it.write(header('big', 100_000_000))
            zeros(it, 1000)
            engine.kill()
            zeros(it, 99_000)
        }

        then:
        def e = thrown(SnapdslException)
        refused(e, CONTAINER_ENGINE_FAILED, 'write to /tmp', engine.address)

        when: 'asking nobody'
        mortal.inspect(id)

        then:
        e = thrown(SnapdslException)
        e.code().name() == 'NO_CONTAINER_ENGINE'

        when: 'reading'
        engine.start()
        mortal.write(id, '/tmp') {
            it.write(header('big', 51_200_000))
            zeros(it, 51_200)
            zeros(it, 2)
        }
        mortal.read(id, '/tmp').withCloseable {
            it.readNBytes(1000)
            engine.kill()
            it.readAllBytes()
        }

        then:
        thrown(IOException)

        when:
        engine.start()

        then:
        mortal.inspect(id).isPresent()

        cleanup:
        mortal?.close()
        engine?.stop()
    }
}
