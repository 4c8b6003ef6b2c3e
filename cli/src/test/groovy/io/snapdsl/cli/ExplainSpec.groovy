package io.snapdsl.cli

import java.nio.file.Files

class ExplainSpec extends CommandSpecification {
    def 'a snapshot says who made it, and what keeps it'() {
        given:
        write('file', 'one')
        def first = snapdsl.json('snap', '-m', 'before the agent', '--tool', 'editor', '--session', 'run-1').id
        write('file', 'two')
        def second = snap()

        when:
        def text = snapdsl.run('explain', first).out
        def json = snapdsl.json('explain', first)

        then:
        text.contains('because    manual')
        text.contains('goal       before the agent')
        text.contains('tool       editor')
        text.contains('session    run-1')
        text =~ /(?m)^operation  number 1, snap, \d{4}-/
        text =~ /(?m)^kept       among the last 100$/
        text =~ /(?m)^kept       within 7 days$/
        json.id == first
        [json.operation.number, json.operation.kind] == [1, 'snap']
        json.keptBecause == ['among the last 100', 'within 7 days', 'of the last 5 sessions']
        !json.containsKey('removedBy')

        and:
        snapdsl.json('explain').id == second
        snapdsl.json('explain').keptBecause[0] == 'the newest of project'
        snapdsl.json('explain', '@latest').keptBecause.any { it ==~ /yearly: newest of \d{4}/ }
    }

    def 'a removed one says when, why and by which operation'() {
        given:
        def ids = (1..4).collect { write('file', "state $it"); snap() }
        snapdsl.json('rm', ids[0], '-m', 'held: a secret')
        snapdsl.json('rm', ids[1])
        snapdsl.json('prune', '--keep-last', 1)

        expect:
        with(snapdsl.json('explain', ids[0])) {
            removed
            [removedBy.number, removedBy.kind, removedBecause] == [5, 'remove', 'held: a secret']
        }
        with(snapdsl.json('explain', ids[1])) {
            [removedBy.number, removedBy.kind, removedBecause, removedByRules, removedByPolicy] == [6, 'remove', '', '', '']
        }
        with(snapdsl.json('explain', ids[2])) {
            [removedBy.number, removedBy.kind, removedBecause, removedByRules, removedByPolicy] == [7, 'prune', 'no rule keeps it', 'last 1', '']
        }
        snapdsl.run('explain', ids[2]).out =~ /(?m)^reason     no rule keeps it\nrules      last 1$/
        snapdsl.run('explain', ids[0]).out =~ /(?m)^removed    number 5, remove, \d{4}-.*\nreason     held: a secret$/
        snapdsl.run('explain', ids[1]).out =~ /(?m)^reason     none was given$/
    }

    def 'of an old one, only the rules that still want it are named'() {
        given: 'an old one, with another of the same day after it, and a hundred since'
        def ids = (1..2).collect { write('file', "state $it"); snap() }
        write('file', 'now')
        snap()
        new StoreFile(store).update('UPDATE snapshot SET seconds = 1750000000 + sequence WHERE sequence < 3')

        when: 'the newest hundred are thought to be others'
        def plan = snapdsl.json('prune', '--keep-within', '7d', '--keep-yearly', 10, '--dry-run')

        then:
        plan.snapshots*.action == ['keep', 'keep', 'remove']
        snapdsl.json('explain', ids[0]).keptBecause == ['among the last 100']
    }

    def 'a snapshot says which policy keeps it, by which rule, for as long as its script is there'() {
        given:
        def script = temp.resolve('policy.groovy')
        Files.writeString(script, """
            def project = workspace('project') { path '${workspace.toAbsolutePath()}' }
            policy('nightly') { protect project; on manual; keep { last 2; tagged 'release' } }
        """)
        def ids = (1..4).collect {
            write('file', "state $it")
            snapdsl.json('snap', *(it == 1 ? ['--tag', 'release'] : [])).id
        }
        def of = "policy nightly of $script: ".toString()

        expect: 'nobody has run it yet'
        snapdsl.json('explain', ids[1]).keptBecause == ['among the last 100', 'within 7 days']

        when:
        snapdsl.json('run', script as String, '--once')

        then:
        snapdsl.json('explain', ids[0]).keptBecause == [of + 'tagged release']
        with(snapdsl.json('explain', ids[1])) {
            [removedBy.kind, removedBecause, removedByRules] == ['prune', 'no rule keeps it', 'last 2, tagged release']
            removedByPolicy == "policy nightly of $script"
        }
        snapdsl.run('explain', ids[1]).out.contains("run of     policy nightly of $script")
        snapdsl.json('explain', ids[2]).keptBecause == [of + 'among the last 2']
        snapdsl.json('explain', ids[3]).keptBecause == ['the newest of project', of + 'among the last 2']

        when: 'what the rules keep no longer'
        write('file', 'state 5')
        snap()

        then:
        snapdsl.json('explain', ids[2]).keptBecause == []
        snapdsl.run('explain', ids[2]).out.contains('kept       by no rule of nightly: the next run of the policy removes it')

        when:
        Files.delete(script)

        then:
        snapdsl.json('explain', ids[2]).keptBecause == ['among the last 100', 'within 7 days']
    }

    def 'all that protects a snapshot is said'() {
        given:
        write('file', 'one')
        def id = snap()
        snapdsl.json('pin', id, '-m', 'good')
        snapdsl.json('milestone', 'create', 'start')

        expect:
        snapdsl.json('explain', id).keptBecause.take(3) == ['the newest of project', 'pinned: good', "part of the milestone 'start'"]
    }

    def 'a restore names what it brought back'() {
        given:
        write('file', 'one')
        def first = snap()
        write('file', 'two')
        snap()
        snapdsl.json('restore', first)

        expect:
        snapdsl.run('explain').out.contains("because    restore of ${first.substring(0, 10)}")
        snapdsl.json('explain').operation.kind == 'restore'
        refused(snapdsl.run('explain', 'abcdef', '--json'), 2, 'UNKNOWN_SNAPSHOT')
    }

    def 'one that was merged into another says what became of that'() {
        given:
        def ids = (1..4).collect { write('file', "state $it"); snap() }
        def merged = snapdsl.json('consolidate', '--preserve-diffs').results[0]

        expect:
        with(snapdsl.json('explain', ids[0])) {
            [replacedBy, mergedBy.kind, mergedBecause] == [merged, 'consolidate', 'merge_sequential']
            !containsKey('removedBy')
        }
        snapdsl.run('explain', ids[0]).out =~ /(?m)^merged     number 5, consolidate, \d{4}-.*, merge_sequential$/

        when:
        snapdsl.json('rm', merged, '-m', 'held a secret')

        then:
        with(snapdsl.json('explain', ids[0])) {
            [replacedBy, removedBy.kind, removedBecause] == [merged, 'remove', 'held a secret']
        }
        snapdsl.run('explain', ids[0]).out =~ /(?m)^replaced   by .*\nmerged     .*\nremoved    number \d+, remove, .*\nreason     held a secret$/

        when:
        def patch = snapdsl.run('show', ids[0], '--patch', '--json')

        then:
        refused(patch, 2, 'UNKNOWN_SNAPSHOT')
        patch.json.error.message.contains("was merged into ${merged.take(10)}; that was removed")
    }
}
