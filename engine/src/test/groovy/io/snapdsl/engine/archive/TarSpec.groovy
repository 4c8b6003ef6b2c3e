package io.snapdsl.engine.archive

import io.snapdsl.engine.Progress
import io.snapdsl.engine.content.ContentReader
import io.snapdsl.engine.tree.Owner
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry
import io.snapdsl.storage.sqlite.SqliteSnapshotStore
import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import java.time.Instant
import spock.lang.AutoCleanup
import spock.lang.Requires
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir

class TarSpec extends Specification {
    @TempDir
    Path scratch

    @Shared
    @TempDir
    Path storeDirectory

    @Shared
    @AutoCleanup
    def store

    Path volume

    def setupSpec() {
        store = SqliteSnapshotStore.open(storeDirectory, Duration.ofSeconds(5))
    }

    def setup() {
        volume = Files.createDirectory(scratch.resolve('volume'))
    }

    /** Not left to the extension, which can't delete what has no name in the locale's encoding. */
    def cleanup() {
        Tar.sh(scratch, 'rm -rf -- *')
    }

    def 'what tar writes in #format is read, and written so that tar makes the same of it: #what'() {
        given:
        Tar.sh(volume, script)

        when:
        def there = stored(Tar.create(volume, *options(format)))
        def back = scratch.resolve('back')
        Tar.extract(back, written(there))

        then:
        Tar.look(back, precision) == Tar.look(volume, precision)

        and: 'the same once more'
        stored(Tar.create(back, *options(format))).tree() == there.tree()

        where:
        [what, script, format] << ordinary().collectMany { what, script -> ['posix', 'gnu'].collect { [what, script, it] } }
        precision = format == 'posix' ? 'nanoseconds' : 'seconds'
    }

    private static Map<String, String> ordinary() {
        [
            'nothing at all': ':',
            'empty directories': 'mkdir -p a/b/c d; chmod 700 a/b; chmod 1777 d',
            'names of every length': '''for n in 1 98 99 100 101 154 155 156 200 255; do echo $n > $(printf "%${n}s" | tr ' ' x); done
                d=$(printf '%90s' | tr ' ' d); mkdir -p $d/$d/$d; echo deep > $d/$d/$d/file; ln -s $d/$d/$d link; ln $d/$d/$d/file twin''',
            'names that are no text': $/touch -- $'caf\xe9' $'\xff\xfe' $'new\nline' $'tab\t' ' blank ' '*' 'ü' '-rf' '...' '=' $'\x01'
                ln -s $'\xe9\xff' broken; mkdir $'dir\x80'; echo x > $'dir\x80/ä'/$,
            'links': 'echo one > file; ln file twin; mkdir d; ln file d/third; ln -s file soft; ln -s /etc/passwd out; ln -s . loop; ln -s "" e 2>/dev/null || :',
            'links to what is no file': 'ln -s nowhere soft; ln soft soft-twin; mkfifo -m 600 pipe; ln pipe pipe-twin; mkdir d; ln soft d/s',
            'times before 1970 and long after, to the nanosecond': '''touch -d '1969-12-31 23:59:58.123456789 UTC' a
                touch -d '1901-12-14 00:00:00.5 UTC' b; touch -d '2400-01-01 00:00:00.000000001 UTC' c; mkdir d; touch -d '1960-01-01 UTC' d
                touch -d '@0' e; touch -d '@0.000000001' f; touch -d '@-0.000000001' g; touch -h -d '1965-02-03 04:05:06.7 UTC' -c a''',
            'modes': 'touch a b c d e; chmod 0000 a; chmod 4755 b; chmod 2711 c; chmod 7777 d; chmod 0644 e; mkdir s; chmod 2750 s',
            'sizes around a block and a chunk': '''for n in 0 1 511 512 513 1023 1024 1048575 1048576 1048577 3000000; do head -c $n /dev/urandom > f$n; done''',
            'holes': 'truncate -s 5M hole; printf x >> hole; truncate -s 2M only',
        ]
    }

    @Requires({ Tar.IS_ROOT })
    def 'what only root can make is kept in #format: #what'() {
        given:
        Tar.sh(volume, script)

        when:
        def there = stored(Tar.create(volume, *options(format)))
        def back = scratch.resolve('back')
        Tar.extract(back, written(there))

        then:
        Tar.look(back, precision) == Tar.look(volume, precision)

        where:
        what          | script                                                                                       | format
        'owners'      | 'touch a b c; chown 1000:1001 a; chown 2097151:2097152 b; chown 4294967294:3000000000 c; ln -s x l; chown -h 7:8 l; mkdir d; chown 65534:65534 d' | 'posix'
        'owners'      | 'touch a b c; chown 1000:1001 a; chown 2097151:2097152 b; chown 4294967294:3000000000 c'     | 'gnu'
        'devices'     | 'mknod null c 1 3; mknod disk b 8 200; mkfifo -m 640 p; chown 3:4 p; mknod many c 511 1048575; chmod 622 null' | 'posix'
        'devices'     | 'mknod null c 1 3; mknod disk b 8 200'                                                       | 'gnu'
        precision = format == 'posix' ? 'nanoseconds' : 'seconds'
    }

    @Requires({ Tar.CAN_SET_CAPABILITIES })
    def 'capabilities and other attributes are kept, with any bytes in them'() {
        given:
        Tar.sh(volume, $/cp /bin/true ping; setcap cap_net_raw+ep ping; ln ping twin; mkdir d
            python3 -c 'import os; os.setxattr("d", "trusted.any", bytes(range(256))); os.setxattr("ping", "trusted.lines", b"a\n12 x=y\n=")'/$)

        when:
        def there = stored(Tar.create(volume, *options('posix')))
        def back = scratch.resolve('back')
        Tar.extract(back, written(there))

        then:
        Tar.look(volume, 'nanoseconds').join().contains('security.capability')
        Tar.look(back, 'nanoseconds') == Tar.look(volume, 'nanoseconds')
    }

    def 'a file of nine gigabytes is announced as one in #format'() {
        given:
        Tar.sh(volume, 'truncate -s 9G large')
        def start = Tar.sh(volume, "tar -c --format=$format --blocking-factor=1 large 2>/dev/null | head -c 2048 | base64 -w0").decodeBase64()

        expect:
        new TarReader(new ByteArrayInputStream(start)).next().get().size() == 9L << 30

        when: 'it ends before it has come'
        stored(Arrays.copyOf(start, start.length + 1024))

        then:
        thrown(IOException)

        where:
        format << ['posix', 'gnu']
    }

    def 'tar understands our announcement of a file of nine gigabytes'() {
        given:
        def out = new ByteArrayOutputStream()
        new TarWriter(out).begin(new TarHeader(TarHeader.Type.FILE, 'large'.bytes, 0644, new Owner(5, 6, []), Instant.EPOCH, 9L << 30, new byte[0], 0, 0))

        expect:
        Tar.list(out.toByteArray()) =~ $/^-rw-r--r-- 5/6\s+${9L << 30} .* large\n/$
    }

    def 'an archive in #format that ends early, at whichever block, is refused, and never taken for a smaller volume'() {
        given:
        Tar.sh(volume, 'mkdir -p a/b; echo one > a/one; head -c 3000 /dev/zero > a/b/zeros; ln a/one z; ln -s a s; touch ' + 'x' * 150)
        def archive = Tar.create(volume, *options(format))
        def whole = stored(archive)

        expect:
        (0..<archive.length.intdiv(512)).each { blocks ->
            def error = failure { stored(Arrays.copyOf(archive, blocks * 512)) }
            assert error instanceof IOException: "$blocks blocks of ${archive.length.intdiv(512)}"
        }
        [1, 100, 511].each { missing ->
            assert failure { stored(Arrays.copyOf(archive, archive.length - missing)) } instanceof IOException
        }

        and:
        stored(archive) == whole

        where:
        format << ['posix', 'gnu']
    }

    def 'a header with a wrong byte anywhere is refused'() {
        given:
        Tar.sh(volume, 'mkdir a; echo one > a/one; ln -s a s; touch ' + 'x' * 150)
        def archive = Tar.create(volume, '--format=gnu')
        def headers = (0..<archive.length.intdiv(512)).findAll { new String(archive, it * 512 + 257, 5) == 'ustar' }

        expect:
        headers.size() == 6
        headers.each { header ->
            // The last two bytes of the sum only end it.
            (0..<512).findAll { !(it in [154, 155]) }.each { at ->
                [0x01, 0x80].each { bits ->
                    def damaged = archive.clone()
                    damaged[header * 512 + at] = (byte) (damaged[header * 512 + at] ^ bits)
                    assert failure { walk(damaged) } instanceof IOException: "byte $at of block $header"
                }
            }
        }
    }

    def 'an archive is refused whose names lead #where'() {
        given:
        def archive = archive(paths.collect { header(it) })

        expect:
        failure { new TreeFromTar(store.content(), Progress.NONE).directory(new ByteArrayInputStream(archive)) } instanceof IOException
        failure { new TreeFromTar(store.content(), Progress.NONE).files(new ByteArrayInputStream(archive)) } instanceof IOException

        where:
        where                     | paths
        'up'                      | ['d/', 'd/../x']
        'up at once'              | ['d/', '../x']
        'up in the middle'        | ['d/', 'd/a/', 'd/a/../../x']
        'to the root'             | ['d/', '/etc/x']
        'nowhere'                 | ['d/', 'd//x']
        'to the place itself'     | ['d/', 'd/./x']
        'to where nothing is yet' | ['d/', 'd/a/x']
        'to the same place twice' | ['d/', 'd/x', 'd/x']
        'back to a directory'     | ['d/', 'd/a/', 'd/a/x', 'd/b', 'd/a/', 'd/a/y']
        'into a directory again'  | ['d/', 'd/a/', 'd/a/x', 'd/b/', 'd/b/y', 'd/a/y']
        'into a file'             | ['d/', 'd/x', 'd/x/y']
        'to the beginning again'  | ['d/', 'd/x', 'd/']
    }

    def 'a hard link is refused that #what'() {
        given:
        def archive = archive([header('d/'), header('d/x'), header('d/a/'), link('d/y', target)] + more.collect { header(it) })

        expect:
        failure { stored(archive) } instanceof IOException

        where:
        what                                  | target   | more
        'leads out'                           | '../x'   | []
        'leads to the outside'                | '/x'     | []
        'leads to nothing'                    | 'd/z'    | []
        'leads to a directory'                | 'd/a'    | []
        'leads to itself'                     | 'd/y'    | []
        'has the name of a file after it'     | 'd/x'    | ['d/y']
    }

    def 'holes that tar only describes are refused: taken as they come they would be another file'() {
        given:
        Tar.sh(volume, 'truncate -s 5M hole; printf x >> hole')

        expect:
        failure { stored(Tar.create(volume, '--sparse', "--format=$format", *more)) } instanceof IOException

        where:
        format  | more
        'gnu'   | []
        'posix' | ['--sparse-version=1.0']
        'posix' | ['--sparse-version=0.1']
        'posix' | ['--sparse-version=0.0']
    }

    def 'the same directory comes out the same, each time and also after it was written back'() {
        given:
        Tar.sh(volume, 'mkdir -p a/b; echo one > a/one; ln a/one z; ln z a/b/y; mkfifo p; ln -s a s; head -c 3000000 /dev/urandom > large')
        def first = stored(Tar.create(volume, *options('posix')))

        when:
        def back = scratch.resolve('back')
        Tar.extract(back, written(first))

        then:
        stored(Tar.create(volume, *options('posix'))) == first
        stored(Tar.create(back, *options('posix'))) == first
    }

    def 'only what is wanted is written, with the directories on the way'() {
        given:
        Tar.sh(volume, 'mkdir -p a/b c; touch a/b/x a/y c/z; chmod 711 a')
        def there = stored(Tar.create(volume, *options('posix')))

        when:
        def out = new ByteArrayOutputStream()
        def wanted = ['a', 'a/b', 'a/b/x']
        new TarFromTree(new ContentReader(store.content())).write(there, 'base', { it.toString() in wanted }, out)

        then:
        Tar.list(out.toByteArray()).readLines().collect { it.split(' ')[-1] } == ['base/', 'base/a/', 'base/a/b/', 'base/a/b/x']
    }

    private static List<String> options(String format) {
        def attributes = format == 'posix' ? ['--xattrs', '--xattrs-include=*', '--pax-option=delete=atime,delete=ctime'] : []
        ['--numeric-owner', "--format=$format".toString()] + attributes
    }

    private DirectoryEntry stored(byte[] archive) {
        new TreeFromTar(store.content(), Progress.NONE).directory(new ByteArrayInputStream(archive)).root()
    }

    private byte[] written(DirectoryEntry directory) {
        def out = new ByteArrayOutputStream()
        new TarFromTree(new ContentReader(store.content())).write(directory, '.', out)
        out.toByteArray()
    }

    private static void walk(byte[] archive) {
        def reader = new TarReader(new ByteArrayInputStream(archive))
        while (reader.next().present) {}
    }

    private static Exception failure(Closure<?> work) {
        try {
            work()
            return null
        } catch (Exception e) {
            return e
        }
    }

    private static TarHeader header(String path) {
        def type = path.endsWith('/') ? TarHeader.Type.DIRECTORY : TarHeader.Type.FILE
        new TarHeader(type, path.replaceFirst('/$', '').bytes, 0755, new Owner(0, 0, []), Instant.EPOCH, 0, new byte[0], 0, 0)
    }

    private static TarHeader link(String path, String target) {
        new TarHeader(TarHeader.Type.HARD_LINK, path.bytes, 0644, new Owner(0, 0, []), Instant.EPOCH, 0, target.bytes, 0, 0)
    }

    private static byte[] archive(List<TarHeader> headers) {
        def out = new ByteArrayOutputStream()
        def tar = new TarWriter(out)
        headers.each { tar.begin(it) }
        tar.end()
        out.toByteArray()
    }
}
