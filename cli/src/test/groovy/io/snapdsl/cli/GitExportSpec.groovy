package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path

/** A snapshot becomes a real commit, as git itself sees it, and nothing else of the repository changes. */
class GitExportSpec extends CommandSpecification {
    def setup() {
        sh('git init -q -b main && git config user.name Someone && git config user.email some@one')
        write('tracked', 'one\n')
        sh('git add -A && git commit -q -m first')
    }

    String git(String words, Path directory = workspace) {
        sh("git -C '$directory' $words").out.trim()
    }

    /** What must not change: index, work tree, HEAD, and every branch but one. */
    Map untouched(String branch) {
        [status  : git('--no-optional-locks status --porcelain -uall'),
         index   : git('ls-files --stage'),
         indexed : sh('cat .git/index 2> /dev/null | sha1sum').out,
         head    : Files.readString(workspace.resolve('.git/HEAD')),
         branches: git('for-each-ref').readLines().findAll { !it.endsWith("refs/heads/$branch") },
         files   : now().findAll { !it.key.startsWith('.git') }]
    }

    Object export(String id, String branch, String... more) {
        def before = untouched(branch)
        def answer = snapdsl.json('export', id, '--git-commit', branch, *more)
        assert untouched(branch) == before
        def fsck = git('fsck --strict 2>&1 --no-dangling')
        assert !(fsck =~ /error|warning|missing|broken/): fsck
        answer
    }

    def 'files, links, modes and names arrive as git would have added them'() {
        given: 'some of everything, and a change git knows of but has not committed'
        ordinaryProject()
        write('tracked', 'two\n')
        sh('git add tracked')
        write('tracked', 'three\n')
        NamesAndKindsSpec.NAMES.values().each { sh("mkdir -p names; echo $it > names/$it") }
        sh('ln -s nowhere dangling; ln -s $\'b\\xff\' bytes; touch nothing; chmod 4755 tracked')
        def id = snap()

        when:
        def answer = export(id, 'agent/try-1')

        then: 'the tree is the one that git makes of the same files'
        def tree = sh('export GIT_INDEX_FILE=$(mktemp -u); git add -A -f . && git write-tree; rm -f $GIT_INDEX_FILE').out.trim()
        git("rev-parse agent/try-1^{tree}") == tree
        git("rev-parse agent/try-1") == answer.commit
        git("rev-parse agent/try-1^") == git('rev-parse main')
        answer.emptyDirectories == 1
        answer.files == git('ls-tree -r --name-only agent/try-1').readLines().size()
        git('ls-tree agent/try-1 script.sh link tracked').readLines()*.take(6) == ['120000', '100755', '100755']
        snapdsl.run('export', id, '--git-commit', 'other').err.contains('1 empty directory')
    }

    def 'the message says what it is, unless one is given'() {
        given:
        write('tracked', 'two\n')
        def id = snapdsl.json('snap', '-m', 'the goal').id
        snapdsl.json('milestone', 'create', 'Parser works', '-d', 'All tests pass')

        when:
        export(id, 'a')
        export('Parser works', 'b')
        export(id, 'c', '-m', 'My own ünusual words')

        then:
        git('log -1 --format=%B a') == "the goal\n\nSnapdsl-Snapshot: $id"
        git('log -1 --format=%B b') == "Parser works\n\nAll tests pass\n\nSnapdsl-Snapshot: $id"
        git('log -1 --format=%B c') == 'My own ünusual words'
        git('show a:tracked') == 'two'

        and: 'who and when'
        git('log -1 --format=%an,%ae,%cn a') == 'Someone,some@one,Someone'
        git('log -1 --format=%at a') as long == java.time.Instant.parse(snapdsl.json('show', id).time).epochSecond

        and: 'the audit log has it'
        new StoreFile(store).value("SELECT count(*) FROM operation WHERE kind = 'export'") == 3
    }

    def 'a branch that exists is continued; a new one starts where the snapshot was taken'() {
        given:
        write('tracked', 'two\n')
        def old = snap()
        def origin = git('rev-parse HEAD')
        sh('git commit -q -a -m second')
        write('tracked', 'three\n')
        def young = snap()

        when:
        def first = export(old, 'line')
        def second = export(young, 'line')

        then:
        first.parent == origin
        second.parent == first.commit
        git('log --format=%H line').readLines() == [second.commit, first.commit, origin]
        git('show line:tracked') == 'three'
    }

    def 'the recorded commit may be gone, and there may be none at all'() {
        given:
        write('tracked', 'two\n')
        def id = snap()
        sh('rm -rf .git && git init -q -b main')

        when: 'a repository without a commit, and nobody set up in it'
        def answer = export(id, 'fresh')

        then:
        answer.parent == null
        git('show fresh:tracked') == 'two'
        git('log -1 --format=%an fresh') == 'snapdsl'
    }

    def 'the branch that is checked out is refused, here and in another work tree'() {
        given:
        def id = snap()
        git("worktree add -q -b side '$temp/side'")
        def before = git('for-each-ref')

        expect:
        refused(snapdsl.run('export', id, '--git-commit', 'main', '--json'), 4, 'BRANCH_IN_USE')
        refused(snapdsl.run('export', id, '--git-commit', 'side', '--json'), 4, 'BRANCH_IN_USE')
        git('for-each-ref') == before
    }

    def 'what is no branch is refused: #branch'() {
        given:
        def id = snap()
        def before = git('for-each-ref')

        expect:
        refused(snapdsl.run('export', id, "--git-commit=$branch", '--json'), 2, 'USAGE')
        git('for-each-ref') == before

        where:
        branch << ['a b', 'HEAD', '-x', 'a..b', 'x.lock', '/x', '@{-1}', '', 'refs/heads/x']
    }

    def 'a branch whose name another stands in the way of fails with what git says'() {
        given:
        def id = snap()
        git('branch taken')

        when:
        def result = snapdsl.run('export', id, '--git-commit', 'taken/more', '--json')

        then:
        refused(result, 1, 'GIT_FAILED')
        result.json.error.message.contains('taken')
        !exists('.git/refs/heads/taken/more')
    }

    def 'without a repository it is refused'() {
        given:
        sh('rm -rf .git')
        def id = snap()

        expect:
        refused(snapdsl.run('export', id, '--git-commit', 'x', '--json'), 4, 'NO_REPOSITORY')
    }

    def 'a workspace that is a subdirectory is put in its place, and the rest is as in the parent'() {
        given:
        def sub = Files.createDirectories(workspace.resolve('sub/dé p'))
        write('sub/dé p/old', 'x')
        sh('git add -A && git commit -q -m sub')
        def inner = snapdsl.in(sub)
        inner.json('init', '.')
        Files.delete(sub.resolve('old'))
        Files.writeString(sub.resolve('new'), 'y')
        def id = inner.json('snap').id

        when:
        inner.json('export', id, '--git-commit', 'part')

        then:
        git('-c core.quotePath=false ls-tree -r --name-only part').readLines() == ['sub/dé p/new', 'tracked']
        git('status --porcelain').readLines().size() == 2
    }

    def 'files that git tracks and snapshots leave out are not in the commit, and a nested .git never is'() {
        given:
        write('debug.log', 'tracked by git')
        sh('git add -f debug.log && git commit -q -m log; git init -q nested; echo x > nested/file')
        def id = snapdsl.json('snap').id

        when:
        export(id, 'x')

        then:
        git('ls-tree -r --name-only x').readLines() == ['nested/file', 'tracked']
    }

    def 'an environment that speaks of another repository leads nowhere else'() {
        given:
        def id = snap()
        def other = Files.createDirectory(temp.resolve('other'))
        sh("git init -q '$other'")

        when:
        def result = snapdsl.runWith([GIT_DIR: "$other/.git".toString(), GIT_INDEX_FILE: "$other/index".toString()],
            'export', id, '--git-commit', 'x')

        then:
        result.exit == 0
        git('rev-parse --verify x').length() == 40
        git('for-each-ref', other) == ''
    }

    def 'a large file arrives whole'() {
        given:
        write('large', randomBytes(7, 5_000_000))
        def id = snap()

        when:
        export(id, 'x')

        then:
        sh('git cat-file blob x:large | cmp - large').exit == 0
    }

    def 'damage in the store leaves the repository as it was'() {
        given:
        write('tracked', 'damaged soon\n')
        def id = snap()
        def before = git('for-each-ref')
        new StoreFile(store).update("DELETE FROM pack WHERE kind = 'FILES'")

        when:
        def result = snapdsl.run('export', id, '--git-commit', 'x', '--json')

        then:
        refused(result, 5, 'DAMAGED')
        git('for-each-ref') == before
        !Files.list(workspace.resolve('.git')).withCloseable { it.anyMatch { it.fileName.toString().contains('crash') } }
    }

    def 'show says where git stood'() {
        given:
        def id = snap()

        expect:
        snapdsl.json('show', id).git == [commit: git('rev-parse HEAD'), branch: git('symbolic-ref --short HEAD')]
        snapdsl.run('show', id).out.contains("git        ${git('rev-parse HEAD').take(10)} on main")
        snapdsl.json('log').snapshots[0].git.branch == 'main'

        when:
        sh('git checkout -q --detach')
        snap()

        then:
        snapdsl.json('show').git == [commit: git('rev-parse HEAD'), branch: '']

        when:
        sh('rm -rf .git')
        snap()

        then:
        snapdsl.json('show').git == null
    }

    def 'names that are .git somewhere else are left out, and said to be'() {
        given:
        sh('''echo x > 'git~1'; mkdir '.Git .'; echo x > '.Git ./file'; echo x > $'.g\\u200cit'; echo x > .git::data
              echo x > 'git~12'; echo x > .gitx''')

        when:
        def answer = export(snapdsl.json('snap').id, 'x')

        then:
        answer.gitEntries == 4
        git('ls-tree -r --name-only x').readLines() == ['.gitx', 'git~12', 'tracked']
        git('-c core.protectHFS=true -c core.protectNTFS=true read-tree --index-output=.git/other x') == ''
    }

    def 'a git that has much to say is listened to'() {
        given:
        write('.git/hooks/reference-transaction', '#!/bin/sh\nhead -c 300000 /dev/zero | tr "\\0" x >&2\n')
        sh('chmod +x .git/hooks/reference-transaction')

        expect:
        snapdsl.json('export', snapdsl.json('snap').id, '--git-commit', 'x').files == 1
    }

    def 'several exports to one branch at once all get their commit'() {
        given:
        def id = snapdsl.json('snap').id

        when:
        def results = Snapdsl.finishAll((1..4).collect { snapdsl.start([:], 'export', id, '--git-commit', 'x', '-m', "try $it") })

        then:
        results*.exit == [0] * 4
        git('log --format=%s main..x').readLines().toSorted() == (1..4).collect { "try $it" }
    }
}
