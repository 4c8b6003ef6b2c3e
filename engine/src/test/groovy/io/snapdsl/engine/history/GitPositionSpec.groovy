package io.snapdsl.engine.history

import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.diff.Git
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Specification
import spock.lang.TempDir
import spock.lang.Timeout

/** What is read by hand is what git itself says. */
class GitPositionSpec extends Specification {
    @TempDir
    Path base
    Path repository

    def setup() {
        base = base.toRealPath()
        repository = Files.createDirectory(base.resolve('repository'))
        git('init', '-q', '-b', 'main')
    }

    String git(Path directory = repository, String... words) {
        def output = Git.run(directory, '-c', 'user.name=n', '-c', 'user.email=e@x', '-c', 'protocol.file.allow=always', *words)
        new String(output.getBytes('ISO-8859-1'), 'UTF-8').trim()
    }

    void commit(Path directory = repository) {
        git(directory, 'commit', '-q', '--allow-empty', '-m', 'some')
    }

    Optional<GitPosition> position(Path directory = repository) {
        GitPosition.around(directory)
    }

    /** As git tells it. */
    GitPosition told(Path directory = repository) {
        new GitPosition(git(directory, 'rev-parse', 'HEAD'), git(directory, 'branch', '--show-current'))
    }

    def 'the commit and the branch are those git names: #what'() {
        given:
        commit()
        prepare(this)

        expect:
        position().get() == told()
        position().get().branch() == branch

        where:
        what                       | branch      | prepare
        'a branch'                 | 'main'      | { }
        'a branch with a slash'    | 'a/b/c'     | { it.git('checkout', '-q', '-b', 'a/b/c') }
        'packed refs'              | 'main'      | { it.git('pack-refs', '--all') }
        'packed, with tags'        | 'main'      | { it.git('tag', '-a', '-m', 't', 'main'); it.git('tag', 'x/main'); it.git('pack-refs', '--all') }
        'packed, then moved on'    | 'main'      | { it.git('pack-refs', '--all'); it.commit() }
        'a name that ends another' | 'main'      | { it.git('branch', 'other/main'); it.git('branch', 'amain'); it.git('pack-refs', '--all'); it.commit(); it.git('pack-refs', '--all') }
        'detached'                 | ''          | { it.git('checkout', '-q', '--detach') }
        'detached at a tag'        | ''          | { it.git('tag', 'v1'); it.git('checkout', '-q', 'v1') }
        'a link instead of HEAD'   | 'main'      | { Files.delete(it.repository.resolve('.git/HEAD')); Files.createSymbolicLink(it.repository.resolve('.git/HEAD'), Path.of('refs/heads/main')) }
        'letters beyond ASCII'     | 'über-größe' | { Files.writeString(it.repository.resolve('.git/HEAD'), 'ref: refs/heads/über-größe\n'); it.commit() }
    }

    def 'an alias of a branch is followed to it'() {
        given:
        commit()
        git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main')
        git('symbolic-ref', 'HEAD', 'refs/heads/alias')

        expect:
        position().get() == new GitPosition(git('rev-parse', 'HEAD'), git('symbolic-ref', '--short', 'HEAD'))
    }

    def 'a branch without a commit has a name already'() {
        expect:
        position().get() == new GitPosition('', 'main')
        git('symbolic-ref', '--short', 'HEAD') == 'main'
    }

    def 'a directory below the root is in the work tree too, and one beside it is not'() {
        given:
        commit()
        def below = Files.createDirectories(repository.resolve('a/b'))
        Files.createDirectories(repository.resolve('a/.git')) // an empty one, which git passes over

        expect:
        position(below).get() == told()
        position(base) != position()
    }

    def 'a further work tree has a HEAD of its own, and shares the branches'() {
        given:
        commit()
        def other = base.resolve('other')
        git('worktree', 'add', '-q', '-b', 'side', other.toString())
        commit(other)
        if (packed) git('pack-refs', '--all')

        expect:
        position(other).get() == told(other)
        position(other).get().branch() == 'side'
        position().get() == told()
        position().get() != position(other).get()

        where:
        packed << [false, true]
    }

    def 'a submodule is a repository of its own'() {
        given:
        def library = Files.createDirectory(base.resolve('library'))
        git(library, 'init', '-q', '-b', 'trunk')
        commit(library)
        commit()
        git('submodule', '--quiet', 'add', library.toString(), 'lib')

        expect:
        Files.isRegularFile(repository.resolve('lib/.git'))
        position(repository.resolve('lib')).get() == told(repository.resolve('lib'))
        position().get() == told()
    }

    def 'SHA-256 repositories have longer names'() {
        given:
        def modern = Files.createDirectory(base.resolve('modern'))
        git(modern, 'init', '-q', '--object-format=sha256', '-b', 'main')
        commit(modern)

        expect:
        position(modern).get() == told(modern)
        position(modern).get().commit().length() == 64
    }

    @Timeout(20)
    def 'whatever is odd is no position, and no failure: #what'() {
        given:
        commit()
        def dotGit = repository.resolve('.git')
        change(dotGit)

        expect:
        position().empty

        where:
        what                        | change
        'HEAD is empty'             | { Files.writeString(it.resolve('HEAD'), '') }
        'HEAD is nonsense'          | { Files.writeString(it.resolve('HEAD'), 'nonsense') }
        'HEAD leads out'            | { Files.writeString(it.resolve('HEAD'), 'ref: refs/../../../secret') }
        'HEAD is absolute'          | { Files.writeString(it.resolve('HEAD'), 'ref: /etc/passwd') }
        'HEAD has zero bytes'       | { Files.write(it.resolve('HEAD'), 'ref: refs/heads/\0'.bytes) }
        'another format of refs'    | { Files.writeString(it.resolve('HEAD'), 'ref: refs/heads/.invalid\n') }
        'a branch in a circle'      | { Files.writeString(it.resolve('refs/heads/main'), 'ref: refs/heads/main') }
        'a branch that is no hash'  | { Files.writeString(it.resolve('refs/heads/main'), 'f' * 39) }
        'HEAD is a directory'       | { Files.delete(it.resolve('HEAD')); Files.createDirectory(it.resolve('HEAD')) }
        'HEAD is a pipe'            | { Files.delete(it.resolve('HEAD')); assert ['mkfifo', it.resolve('HEAD').toString()].execute().waitFor() == 0 }
        'a packed ref is no hash'   | { Files.delete(it.resolve('refs/heads/main')); Files.writeString(it.resolve('packed-refs'), 'zz refs/heads/main\n') }
        '.git is nonsense'          | { assert ['rm', '-r', it.toString()].execute().waitFor() == 0; Files.writeString(it, 'x') }
        '.git leads nowhere'        | { assert ['rm', '-r', it.toString()].execute().waitFor() == 0; Files.writeString(it, 'gitdir: ../nowhere') }
        '.git leads to a device'    | { assert ['rm', '-r', it.toString()].execute().waitFor() == 0; Files.writeString(it, 'gitdir: /dev/zero') }
    }

    def 'a snapshot knows where git stood, and its id depends on it'() {
        given:
        def ws = new WorkspaceFixture(base)
        git(ws.directory, 'init', '-q', '-b', 'main')
        def unborn = ws.snap()
        commit(ws.directory)

        when:
        def snapshot = ws.snap()

        then:
        unborn.facts().git().get() == new GitPosition('', 'main')
        ws.store.catalog().find(snapshot.id()).get().facts().git().get() == told(ws.directory)
        ws.store.catalog().find(snapshot.id()).get().intact

        cleanup:
        ws.close()
    }
}
