package io.snapdsl.dsl

import io.snapdsl.engine.event.Event
import io.snapdsl.engine.event.EventDraft
import io.snapdsl.engine.history.ChainEnd
import io.snapdsl.engine.json.CanonicalJson
import io.snapdsl.engine.policy.Declared
import java.time.Instant

/** The blocks in which a policy says what events make of an agent's state. */
class ReplaySpec extends PolicySpecification {
    Declared.State mind(String body) {
        valid("""
            def mind = state('mind') {
                path 'agent/state.json'
                replay { on('done') { state, event -> $body } }
            }
            policy('p') { protect mind; on manual }
        """).subjects()[0]
    }

    static Event event(String details = '{}', String result = 'ok') {
        def draft = new EventDraft('done', CanonicalJson.parse(details), 'shell', 'step-1', result, Instant.EPOCH)
        Event.after(ChainEnd.NOTHING, 'run-7', draft)
    }

    String replayed(String body, String state, String details = '{}') {
        def reducer = mind(body).replay().done
        def once = CanonicalJson.of(reducer.apply(CanonicalJson.parse(state).node(), event(details))).toString()
        assert CanonicalJson.of(reducer.apply(CanonicalJson.parse(state).node(), event(details))).toString() == once
        once
    }

    def 'a state has a file and a replay'() {
        expect:
        with(mind('state.count = 1')) {
            name() == 'mind'
            file().get() == directory.resolve('agent/state.json')
            replay().keySet() == ['done'] as Set
        }
    }

    def 'a block changes the state in place: #body'() {
        expect:
        replayed(body, state, details) == result

        where:
        body                                                        | state                    | details              | result
        'state.count = 1'                                           | '{}'                     | '{}'                 | '{"count":1}'
        'state.count = (state.count ?: 0) + 1'                      | '{}'                     | '{}'                 | '{"count":1}'
        'state.count += 2'                                          | '{"count":40}'           | '{}'                 | '{"count":42}'
        'state.count++'                                             | '{"count":41}'           | '{}'                 | '{"count":42}'
        'state.results << event.details.text'                       | '{"results":["a"]}'      | '{"text":"b"}'       | '{"results":["a","b"]}'
        'state.results.add(event.details)'                          | '{"results":[]}'         | '{"n":1.50}'         | '{"results":[{"n":1.5}]}'
        'state[event.details.key] = event.details.value * 2'        | '{}'                     | '{"key":"k","value":0.1}' | '{"k":0.2}'
        'state.sum = event.details.parts.collect { it.n }.sum()'    | '{}'                     | '{"parts":[{"n":1},{"n":2}]}' | '{"sum":3}'
        'state.names = event.details.parts*.name'                   | '{}'                     | '{"parts":[{"name":"x"}]}' | '{"names":["x"]}'
        'for (part in event.details.parts) { state.last = part }'   | '{}'                     | '{"parts":[1,2]}'    | '{"last":2}'
        'if (event.details.n > 3 && state.on) { state.big = true }' | '{"on":true}'            | '{"n":4}'            | '{"big":true,"on":true}'
        'def n = event.details.n; n -= 1; state.n = -n'             | '{}'                     | '{"n":4}'            | '{"n":-3}'
        'int n = event.details.n; n += 1; state.n = n - 1'                      | '{}'                     | '{"n":4}'            | '{"n":4}'
        'state.text = "${event.type}: ${event.details.n}"'          | '{}'                     | '{"n":4}'            | '{"text":"done: 4"}'
        'state.text = event.details.text?.toUpperCase()'            | '{}'                     | '{}'                 | '{"text":null}'
        'state.seen = "x" in event.details.list'                    | '{}'                     | '{"list":["x"]}'     | '{"seen":true}'
        'state.kind = event.details.n == 1 ? [one: 1] : []'         | '{}'                     | '{"n":1}'            | '{"kind":{"one":1}}'
        'state.remove("gone")'                                      | '{"gone":1,"stays":2}'   | '{}'                 | '{"stays":2}'
        'state.words = event.details.text.split(" ")'               | '{}'                     | '{"text":"a b"}'     | '{"words":["a","b"]}'
        'state.by = [event.capability, event.cause, event.session, event.clock]' | '{}'        | '{}'                 | '{"by":["shell","step-1","run-7",1]}'
        'event.details.each { key, value -> state[key] = value }'   | '{}'                     | '{"a":1}'            | '{"a":1}'
    }

    def 'what would not give the same each time is a mistake: #body'() {
        when:
        def found = mistakes("""def outside = 3
def mind = state('mind') { replay { on('done') { state, event ->
    $body
} } }
policy('p') { protect mind; on manual }
""")

        then:
        found.size() == 1
        found[0].line() == 3
        found[0].column() == column
        found[0].message().contains(message)

        where:
        body                                              | column | message
        'state.time = new Date()'                         | 18     | 'not allowed in a replay'
        'state.time = System.currentTimeMillis()'         | 25     | "'currentTimeMillis' can't be called in a replay"
        'state.x = Math.random()'                         | 20     | "'random' can't be called in a replay"
        'state.x = java.time.Instant.now()'               | 33     | "'now' can't be called in a replay"
        'state.x = new File("/etc/passwd").text'          | 15     | 'not allowed in a replay'
        'state.x = "date".execute()'                      | 22     | "'execute' can't be called in a replay"
        'println "x"'                                     | 5      | "'println' can't be called in a replay"
        'sleep 10'                                        | 5      | "'sleep' can't be called in a replay"
        'state.x = outside'                               | 15     | "'outside' comes from outside"
        'outside = 4'                                     | 5      | "'outside' comes from outside"
        'state.list.shuffle()'                            | 16     | "'shuffle' can't be called in a replay"
        'state.x = state.hashCode()'                      | 21     | "'hashCode' can't be called in a replay"
        'state.x = state.&size'                           | 15     | 'not allowed in a replay'
        'state."${event.type}"()'                         | 11     | "can't be called in a replay"
        'state.x = state.@table'                          | 15     | "without '@'"
        'state.x = this'                                  | 15     | "'this' comes from outside"
        'try { state.x = 1 } catch (e) { }'               | 25     | 'catches nothing'
        'state.list.sizee()'                              | 16     | "'sizee' can't be called in a replay"
    }

    def 'a misspelt method has a suggestion, and all mistakes come at once'() {
        when:
        def found = mistakes('''def mind = state('mind') { replay { on('done') { state, event ->
    state.n = state.list.sizee()
    state.m = Math.random()
} } }
policy('p') { protect mind; on manual }
''')

        then:
        found*.line() == [2, 3]
        found[0].suggestion().get() == 'size'
    }

    def 'what is asked of nothing is said so'() {
        when:
        mind('state.x = event.details.missing.length()').replay().done.apply(CanonicalJson.parse('{}').node(), event())

        then:
        def failure = thrown(IllegalArgumentException)
        failure.message == "'length' was asked of nothing: write ?. where something may be missing"
    }

    def 'the same type twice is a mistake'() {
        expect:
        mistakes('''def mind = state('mind') { replay { on('a') { state, event -> state.x = 1 }; on('a') { state, event -> state.x = 2 } } }
policy('p') { protect mind; on manual }
''')*.message() == ["There is a block for 'a' already: put both into one."]
    }

    def 'a compiled replay is the same when it is loaded again'() {
        given:
        def first = mind('state.count = (state.count ?: 0) + 1')

        when:
        def second = loader().load(script).policies().subjects()[0]

        then:
        [first, second].collect { it.replay().done.apply(CanonicalJson.parse('{}').node(), event()).toString() } == ['{"count":1}'] * 2
    }
}
