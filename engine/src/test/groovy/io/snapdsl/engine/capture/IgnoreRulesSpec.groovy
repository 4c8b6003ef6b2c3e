package io.snapdsl.engine.capture

import io.snapdsl.engine.tree.TreePath
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Specification
import spock.lang.TempDir

class IgnoreRulesSpec extends Specification {
    @TempDir
    Path workspace

    IgnoreRules rules(List<String> policy = null) {
        IgnoreRules.in(workspace, Optional.ofNullable(policy), Path.of('/no/store'))
    }

    def 'by default #path is left out by #pattern of the group #group'() {
        when:
        def rule = rules().matchAnywhere(TreePath.of(path), false).get()

        then:
        rule.pattern() == pattern
        rule.source() == group

        where:
        path                             | pattern                | group
        '.continue-reasoning/index.json' | '.continue-reasoning/' | 'metadata'
        '.vscode/settings.json'          | '.vscode/'             | 'metadata'
        '.idea/a.xml'                    | '.idea/'               | 'metadata'
        'a/b.tmp'                        | '*.tmp'                | 'temporary'
        'server.log'                     | '*.log'                | 'temporary'
        'x.cache'                        | '*.cache'              | 'temporary'
        'img/.DS_Store'                  | '.DS_Store'            | 'temporary'
        'Thumbs.db'                      | 'Thumbs.db'            | 'temporary'
        'node_modules/x/index.js'        | 'node_modules/'        | 'dependencies'
        'packages/a/node_modules/i.js'   | 'node_modules/'        | 'dependencies'
        'dist/app.js'                    | 'dist/'                | 'dependencies'
        'build/x.o'                      | 'build/'               | 'dependencies'
        'lib/__pycache__/x.py'           | '__pycache__/'         | 'dependencies'
        'm.pyc'                          | '*.pyc'                | 'dependencies'
        'a_output.txt'                   | '*_output.*'           | 'generated'
        'a_result.json'                  | '*_result.*'           | 'generated'
        'a_data.csv'                     | '*_data.*'             | 'generated'
        'x.generated'                    | '*.generated'          | 'generated'
    }

    def 'by default #path is captured'() {
        expect:
        rules().matchAnywhere(TreePath.of(path), false).empty

        where:
        path << ['src/main.py', 'build.gradle', 'README.md', 'catalog', 'distribution/x', '.gitignore', 'data.csv']
    }

    def 'a .snapshotignore is the whole truth: the defaults hold no longer'() {
        given:
        Files.writeString(workspace.resolve('.snapshotignore'), '# mine\n\noutputs/**\n!outputs/keep.txt\n*_temp.*\ntest?.py\n/top\n')
        def rules = rules()

        expect:
        rules.matchAnywhere(TreePath.of(path), false).map { it.source() }.orElse('captured') == verdict

        where:
        path               | verdict
        'server.log'       | 'captured'
        'outputs/a.txt'    | '.snapshotignore:3'
        'outputs/keep.txt' | 'captured'
        'x/a_temp.b'       | '.snapshotignore:5'
        'test1.py'         | '.snapshotignore:6'
        'test12.py'        | 'captured'
        'top'              | '.snapshotignore:7'
        'sub/top'          | 'captured'
    }

    def 'git directories are left alone whatever the rules say'() {
        given:
        Files.writeString(workspace.resolve('.snapshotignore'), '!.git\n')

        expect:
        rules().matchAnywhere(TreePath.of(path), false).get().source() == 'always'

        where:
        path << ['.git/config', 'vendor/lib/.git/HEAD', 'worktree/.git']
    }

    def 'a new ignore file has every default rule, and the ones added'() {
        given:
        Files.writeString(workspace.resolve('.snapshotignore'), DefaultIgnores.fileText(['outputs/**']))

        expect:
        rules().rules()*.pattern() == IgnoreRules.defaults().rules()*.pattern() + ['outputs/**']
    }

    def 'names that are not valid UTF-8 are matched byte by byte'() {
        given:
        Files.write(workspace.resolve('.snapshotignore'), [0x61, 0xFF, 0x2A, 0x0A] as byte[])

        expect:
        rules().match(TreePath.of([0x61, 0xFF, 0x62] as byte[]), false).present
        rules().match(TreePath.of([0x61, 0xFE, 0x62] as byte[]), false).empty
    }

    def 'rules are shown as they were written, and a byte order mark is no part of the first'() {
        given:
        Files.write(workspace.resolve('.snapshotignore'), ('\uFEFFnaïve*\n日本/\n'.getBytes('UTF-8') as List) + [-1, 10] as byte[])

        expect:
        rules().rules()*.text() == ['naïve*', '日本/', '\\xff']
        rules().match(TreePath.of('naïve.txt'), false).get().text() == 'naïve*'
    }

    def "a policy's rules come instead of the defaults, and before those of the directory"() {
        expect:
        rules(['*.tmp', 'naïve']).rules()*.text() == ['*.tmp', 'naïve']

        when:
        Files.writeString(workspace.resolve('.snapshotignore'), '!keep.tmp\n')

        then:
        rules(['*.tmp']).match(TreePath.of('x.tmp'), false).present
        rules(['*.tmp']).match(TreePath.of('keep.tmp'), false).empty
    }
}
