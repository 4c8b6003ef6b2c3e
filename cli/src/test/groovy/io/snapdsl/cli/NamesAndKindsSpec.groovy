package io.snapdsl.cli

import java.nio.channels.ServerSocketChannel
import java.net.StandardProtocolFamily
import java.net.UnixDomainSocketAddress
import java.nio.file.Files
import java.nio.file.Path

/** Whatever a file system can hold comes back exactly as it was, or is reported. */
class NamesAndKindsSpec extends CommandSpecification {
    static final NAMES = [
        'invalid UTF-8': '$\'caf\\xe9-\\xff\\xfe\'',
        'a newline'    : '$\'two\\nlines\'',
        'a dash first' : '-rf',
        '255 bytes'    : '$(printf \'n%.0s\' {1..255})',
        'spaces'       : '\'  a  b \'',
        'emoji'        : '$\'\\xf0\\x9f\\xa6\\x8a\\xe2\\x80\\x8d\'',
        'quotes'       : '$\'\\\'q\\\'"`$(x)\\\\\'',
        'glob signs'   : '\'*?[a]\'',
        'controls'     : '$\'\\x01\\x1b[31m\\x7f\'',
        'dots'         : '\'...\'']

    def 'files of any name come back, and their changes and deletions are seen'() {
        given:
        NAMES.values().each { sh("mkdir -p sub; echo $it > ./$it; mkdir sub/$it; echo below > sub/$it/$it") }
        snap()

        expect:
        now().size() == 1 + 3 * NAMES.size()

        when:
        NAMES.values().each { sh("rm ./$it; echo changed > sub/$it/$it") }
        def second = snapdsl.json('snap')

        then:
        [second.deleted, second.modified] == [NAMES.size(), NAMES.size()]

        when:
        snapdsl.json('undo')

        then:
        now() == taken.values().first()
        everySnapshotIsIntact()
    }

    def 'a directory of any name is acted in and restored to; a store needs one that is text'() {
        given:
        sh($/mkdir $'in\xff' && echo two > $'in\xff/file'/$)

        expect:
        sh($/"$$SNAPDSL" -C $'in\xff' snap --json && "$$SNAPDSL" -C $'in\xff' restore @latest --to $'../to\xff' --json/$)
        sh($/cmp $'in\xff/file' $'to\xff/file'/$)

        when: 'a store, which SQLite has to open'
        def refused = snapdsl.shell($/"$$SNAPDSL" --store $'../st\xff' snap --json/$)

        then:
        refused.exit == 2
        refused.json.error.message.endsWith(' is not UTF-8.')
        Files.list(temp).withCloseable { it.noneMatch { it.fileName.toString().startsWith('st\uFFFD') } }
    }

    def 'names that look alike stay apart: composed and decomposed, upper and lower case'() {
        given:
        sh($/echo nfc > $'caf\xc3\xa9'; echo nfd > $'cafe\xcc\x81'; echo lower > name; echo upper > NAME/$)

        when:
        snap()

        then:
        now().size() == 4
        everySnapshotIsIntact()
    }

    def 'two hundred levels are no deeper than one'() {
        given:
        def deep = (1..200).collect { 'd' }.join('/')
        write("$deep/bottom", 'deep down')
        snap()

        when:
        delete('d')
        snapdsl.json('undo')

        then:
        now() == taken.values().first()
        everySnapshotIsIntact()
    }

    def 'symbolic links are kept as they are, wherever they lead, and never followed'() {
        given:
        write('dir/file', 'inside')
        def outside = Files.createDirectories(temp.resolve('outside'))
        Files.writeString(outside.resolve('secret'), 'not ours')
        sh("""ln -s dir to-dir; ln -s loop2 loop1; ln -s loop1 loop2; ln -s . self; ln -s nowhere dangling
            ln -s $outside out; ln -s dir/ slash-at-end; ln -s ../project/./dir dots
            ln -s dir//file doubled; ln -s \$'../a//b\\xff//./c/' bytes-doubled; ln -s //etc/passwd leading
            ln -s dir///file tripled; ln -s \$'\\xfe%s//' \$'\\xfeends'; ln -s dir/./file/. points
            ln -s \$'bytes\\xff/x/' bytes; ln -s /etc/passwd/ absolute; ln -s \$(printf 'x%.0s' {1..400}) long""")

        when:
        def answer = snapdsl.json('snap')
        taken[answer.id] = now()

        then:
        answer.coverage.links == 17
        answer.coverage.files == 1
        everySnapshotIsIntact()

        when:
        sh('rm to-dir loop1 bytes absolute doubled bytes-doubled leading tripled *ends points; ln -s dir loop1; ln -sfn elsewhere slash-at-end')
        snapdsl.json('undo')

        then:
        now() == taken.values().first()
        Files.readString(outside.resolve('secret')) == 'not ours'
    }

    def 'hard links come back as one file'() {
        given:
        sh('echo shared > a; mkdir sub; ln a sub/b; ln a c; echo shared > not-linked')
        snap()

        when: 'all names of it change at once'
        sh('echo other >> a')
        snapdsl.json('undo')

        then:
        now() == taken.values().first()

        when: 'one name of it is gone'
        sh('rm sub/b')
        snapdsl.json('undo')

        then:
        now() == taken.values().first()
        everySnapshotIsIntact()
    }

    def 'every mode comes back'() {
        given:
        ['0000', '0444', '0555', '0711', '4755', '2755', '1777', '7777'].each {
            sh("echo x > file$it; mkdir dir$it; echo y > dir$it/y; chmod $it file$it dir$it")
        }
        snap()

        when:
        sh('chmod 644 file*; for f in file*; do echo z > $f; done; chmod 755 dir*; for d in dir*; do echo z > $d/y; done')
        snapdsl.json('undo')

        then:
        now() == taken.values().first()
        everySnapshotIsIntact()
    }

    def 'times come back to the nanosecond, from long ago to long ahead'() {
        given:
        ['1901-12-14 00:00:00', '1969-12-31 23:59:59', '1970-01-01 00:00:00', '2026-01-02 03:04:05.123456789',
            '2040-02-03 04:05:06.000000001', '2200-01-01 00:00:00', '2300-01-02 03:04:05.678'].eachWithIndex { time, i ->
            sh("mkdir dir$i; echo x > dir$i/file; touch -d '$time UTC' dir$i/file; touch -d '$time UTC' dir$i")
        }
        snap()

        when:
        sh('for d in dir*; do echo y >> $d/file; done; rm dir0/file')
        snapdsl.json('undo')

        then:
        now() == taken.values().first()
        everySnapshotIsIntact()
    }

    def 'a time that Java cannot set comes back to the second'() {
        given:
        sh("echo x > file; touch -d '1960-01-02 03:04:05.75 UTC' file")
        snap()

        when:
        sh('rm file')
        snapdsl.json('undo')

        then:
        Files.getLastModifiedTime(workspace.resolve('file')).toInstant().toString() == '1960-01-02T03:04:05Z'
    }

    def 'empty directories and the times of directories come back'() {
        given:
        sh('''mkdir -p a/b/empty c; echo x > a/file
            touch -d '2020-01-01 UTC' a/b/empty; touch -d '2020-01-02 UTC' a/b; touch -d '2020-01-03 UTC' a''')
        snap()

        when:
        sh('rmdir a/b/empty; echo new > a/b/new; rm a/file')
        snapdsl.json('undo')

        then:
        now() == taken.values().first()
        everySnapshotIsIntact()
    }

    def 'pipes and sockets are reported and left alone'() {
        given:
        write('file', 'one')
        sh('mkfifo pipe; mkdir sub; mkfifo sub/pipe')
        def socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)
        // bound by a short relative name: the path of a socket has at most 108 bytes
        def place = Files.createTempDirectory(Path.of('/tmp'), 'sock')
        socket.bind(UnixDomainSocketAddress.of(place.resolve('socket')))
        Files.move(place.resolve('socket'), workspace.resolve('socket'))

        when:
        def answer = snapdsl.json('snap')
        taken[answer.id] = now()

        then:
        answer.coverage.complete
        answer.coverage.problems.collect { [it.path, it.kind, it.reason] } == [
            ['pipe', 'special', 'is a named pipe'],
            ['socket', 'special', 'is a socket'],
            ['sub/pipe', 'special', 'is a named pipe']]

        when:
        write('file', 'two')
        snap()
        snapdsl.json('restore', answer.id)

        then:
        read('file') == 'one'
        sh('test -p pipe; test -p sub/pipe; test -S socket')
        everySnapshotIsIntact()

        cleanup:
        socket?.close()
        if (place) Files.delete(place)
    }

    def 'a pipe that stands where the snapshot has a file is not replaced'() {
        given:
        write('file', 'one')
        def first = snap()
        sh('rm file; mkfifo file')

        when:
        def result = snapdsl.run('restore', first, '--json')

        then:
        result.exit == 3
        result.json.problems*.path == ['file']
        sh('test -p file')
        everySnapshotIsIntact()
    }

    def 'a sparse file comes back sparse'() {
        given:
        sh('truncate -s 150M sparse; printf middle | dd of=sparse bs=1 seek=100000000 conv=notrunc status=none')
        snap()

        when:
        sh('rm sparse')
        snapdsl.json('undo')

        then:
        now() == taken.values().first()
        sh('du -k sparse').out.split(/\s/)[0].toInteger() < 1000
        theStoreIsClean()
    }

    def 'a file that is being written is captured as of some moment, and reported'() {
        given:
        write('steady', 'still')
        write('growing', 'line\n')
        def writer = new ProcessBuilder('sh', '-c', 'while :; do echo line; done >> growing')
            .directory(workspace.toFile()).start()

        when:
        def results = (1..3).collect { snapdsl.run('snap', '--json') }

        then:
        results.every { it.exit in [0, 3] }
        results.every { result ->
            def problems = result.json.coverage.problems
            result.exit == 0 ? problems.empty : problems*.path == ['growing'] && problems*.kind == ['unstable']
        }

        when:
        writer.destroyForcibly().waitFor()
        snap()

        then:
        results.every { snapdsl.run('cat', it.json.id, 'growing').out ==~ /(line\n)+(l|li|lin|line)?/ }
        everySnapshotIsIntact()

        cleanup:
        writer?.destroyForcibly()
    }

    def 'files that come and go while the workspace is read are no failure'() {
        given:
        write('steady', 'still')
        def end = temp.resolve('end')
        def writer = new ProcessBuilder('sh', '-c', '''i=0; while [ ! -e "$0" ]; do i=$((i+1))
            mkdir -p d$((i%5))/e; echo $i > d$((i%5))/e/f; echo $i > g$((i%7)); mv g$((i%7)) h$((i%7))
            rm -rf d$(((i+2)%5)) h$(((i+3)%7)); ln -sfn steady d$(((i+2)%5)); rm -f d$(((i+2)%5)); done''', end.toString())
            .directory(workspace.toFile()).start()

        when:
        def results = (1..6).collect { snapdsl.run('snap', '--json') }
        Files.createFile(end)
        writer.waitFor()
        snap()

        then:
        results.each { assert it.exit == 0 || it.exit == 3 && it.json.coverage.problems: it }
        results.each { assert snapdsl.run('cat', it.json.id, 'steady').out == 'still' }
        everySnapshotIsIntact()

        cleanup:
        writer?.destroyForcibly()
    }

    def 'an edit of the same size in the same instant, with its time set back, is seen'() {
        given:
        write('file', 'old')
        Files.copy(workspace.resolve('file'), temp.resolve('stamp'))
        sh("touch -r file $temp/stamp")
        def first = snap()

        when:
        sh("printf new > file; touch -r $temp/stamp file")
        def second = snapdsl.json('snap')

        then:
        second.modified == 1
        snapdsl.run('cat', first, 'file').out == 'old'
        snapdsl.run('cat', second.id, 'file').out == 'new'

        when: 'again and again without a pause'
        def contents = (0..9).collect { n ->
            sh("printf '%03d' $n > file; touch -r $temp/stamp file; \$SNAPDSL snap > $temp/out")
            snapdsl.run('cat', '@latest', 'file').out
        }

        then:
        contents == (0..9).collect { String.format('%03d', it) }
        everySnapshotIsIntact()
    }

    def 'git is never touched nor captured, the files around it are'() {
        given:
        sh('''git init -q .; git init -q nested/repo; git init -q --separate-git-dir=elsewhere worktree
            echo tracked > file; echo inner > nested/repo/file; echo w > worktree/w
            git -c user.name=n -c user.email=e -C nested/repo add file''')
        def answer = snapdsl.json('snap')
        def gitFiles = { DirectoryState.identities(workspace).findAll { it.key =~ /(^|\/)\.git(\/|$)/ } }
        def before = gitFiles()

        when:
        sh('echo changed > file; rm -r nested/repo/file; echo new > nested/repo/new')
        snapdsl.json('undo')

        then:
        read('file') == 'tracked\n'
        read('nested/repo/file') == 'inner\n'
        !exists('nested/repo/new')
        gitFiles() == before
        snapdsl.json('show', answer.id, '--files').entries.every { !(it.path =~ /(^|\/)\.git(\/|$)/) }
        answer.coverage.leftOut.find { it.rule == '.git' }.count == 3
        theStoreIsClean()

        when: 'the directory of a repository is restored to a time before it existed'
        sh('rm -rf nested; mkdir nested')
        def without = snapdsl.json('snap').id
        sh('git init -q nested/repo; echo x > nested/repo/x')
        def result = snapdsl.run('restore', without, '--json')

        then:
        result.exit == 3
        exists('nested/repo/.git/HEAD')
        !exists('nested/repo/x')
    }

    def 'a name that only looks like a file being written is an ordinary one'() {
        given:
        write('.snapdsl-partial-notes', 'precious')
        write('.snapdsl-partial-1-dir/file', 'precious')
        snap()

        expect:
        read('.snapdsl-partial-notes') == 'precious'
        everySnapshotIsIntact()
    }

    def 'a file that another process is writing is left alone, one that a dead process left is removed'() {
        given:
        write('file', 'one')
        write(".snapdsl-partial-${ProcessHandle.current().pid()}-1a", 'half')
        write('.snapdsl-partial-4194304-1b', 'half')
        Files.createSymbolicLink(workspace.resolve('.snapdsl-partial-4194304-1c'), Path.of('nowhere'))

        when:
        snap()

        then:
        partialFiles()*.fileName*.toString() == [".snapdsl-partial-${ProcessHandle.current().pid()}-1a".toString()]
    }

    def 'even the deepest tree that a path can name is captured'() {
        given: 'about as deep as the longest path allows'
        int levels = (4000 - workspace.toString().length()).intdiv(2)
        sh("python3 -c \"import os; [(os.mkdir('d'), os.chdir('d')) for i in range($levels)]; open('f', 'w').write('deep')\"")

        when:
        def shape = snapdsl.json('snap')

        then:
        shape.coverage.directories == levels
        shape.coverage.files == 1
        snapdsl.run('status').out.contains('Nothing has changed')
    }
}
