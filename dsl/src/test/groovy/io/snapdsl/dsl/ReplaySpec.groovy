package io.snapdsl.dsl

import io.snapdsl.engine.event.Event
import io.snapdsl.engine.event.EventDraft
import io.snapdsl.engine.history.ChainEnd
import io.snapdsl.engine.json.CanonicalJson
import io.snapdsl.engine.policy.Declared
import io.snapdsl.engine.replay.FailedRuleException
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
        'for (int i = 0; i < 3; i++) { state.n = i }'               | '{}'                     | '{}'                 | '{"n":2}'
        'for (i, part in event.details.parts) { state[part] = i }'  | '{}'                     | '{"parts":["a","b"]}' | '{"a":0,"b":1}'
        'state.list.eachWithIndex { x, i -> state.sum += x * i }'   | '{"list":[5,7],"sum":0}' | '{}'                 | '{"list":[5,7],"sum":7}'
        'List l = []; l << 1; Map m = [a: l]; state.m = m'          | '{}'                     | '{}'                 | '{"m":{"a":[1]}}'
        'state.text = state.text[0] + state.text[1..2]'             | '{"text":"abcd"}'        | '{}'                 | '{"text":"abc"}'
        'state.x = state.gone?[0]'                                  | '{}'                     | '{}'                 | '{"x":null}'
        'switch (state.n) { case 1: state.n = 10; break; default: state.n = 2 }' | '{"n":1}'   | '{}'                 | '{"n":10}'
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
        'def c = { 1 }; state.x = "$c"'                   | 13     | 'a block stands only behind a call that takes one'
        'state.x = "" + { 1 }'                            | 20     | 'a block stands only behind a call that takes one'
        'state.x = [{ 1 }].join(",")'                     | 16     | 'a block stands only behind a call that takes one'
        'state.list.add({ 1 })'                           | 20     | 'a block stands only behind a call that takes one'
        'state.x = state.list.inject({ 1 }) { a, b -> a }' | 33    | 'a block stands only behind a call that takes one'
        'state.x = state.list.collect { { -> 1 } }'       | 36     | 'a block stands only behind a call that takes one'
        'state.list.each { a, b = System.nanoTime() -> state.x = b }' | 30 | 'takes what it is given, and nothing else'
        'Date d = state.list; state.x = "$d"'             | 5      | 'and no Date'
        'java.io.FileReader f = state.list'               | 5      | 'and no FileReader'
        'state.x = (Date) state.list'                     | 15     | 'not allowed in a replay'
        'state.x = it'                                    | 15     | "'it' comes from outside"
        'state.list.each { a -> state.x = it }'           | 38     | "'it' comes from outside"
        'state = [:]'                                     | 5      | "'state' can't become another"
        'event += 1'                                      | 5      | "'event' can't become another"
        'throw state.n'                                   | 5      | 'throws nothing'
        'synchronized (state) { state.x = 1 }'            | 5      | 'waits for nobody'
        'state.x = state.list*.toString()'                | 15     | 'write collect { it.toString() }'
        'state.x = io.snapdsl.dsl.words.Texts.of(System.nanoTime())' | 42 | "'of' can't be called in a replay"
        'io.snapdsl.dsl.words.ReplayOperations.call("ls", "execute", false)' | 43 | "'call' can't be called in a replay"
        'Thread.start { state.x = 1 }'                    | 12     | "'start' can't be called in a replay"
        'state.text.getClass()'                           | 16     | "'getClass' can't be called in a replay"
        'String.metaClass.size = 1'                       | 11     | 'knows no classes'
        'state.x = System.env'                            | 15     | 'knows no classes'
        'state.x = Thread'                                | 15     | 'not allowed in a replay'
        'state.x = [1, 2] as Set'                         | 15     | 'not allowed in a replay'
        'state.x = "${-> 1}"'                             | 15     | 'not allowed in a replay'
        'switch (state.n) { case { true }: state.x = 1 }' | 29     | 'a block stands only behind a call that takes one'
        'for (x in [System.nanoTime()]) { state.x = x }'  | 23     | "'nanoTime' can't be called in a replay"
        'try { state.x = 1 } finally { state.y = System.nanoTime() }' | 52 | "'nanoTime' can't be called in a replay"
    }

    def 'what only shows when it is done, ends the replay with its line: #body'() {
        when:
        replayed("\n$body", '{"n":7,"text":"abc","list":[1,2]}')

        then:
        def failure = thrown(FailedRuleException)
        failure.message == "line 5: $message"

        where:
        body                               | message
        'state.x = state.text.class'       | "'class' can't be asked of a text in a replay"
        'state.x = state.text.metaClass'   | "'metaClass' can't be asked of a text in a replay"
        'state.x = state.text["bytes"]'    | "'bytes' can't be asked of a text in a replay"
        'state.x = state.text.properties'  | "'properties' can't be asked of a text in a replay"
        'state.x = state.n.class'          | "'class' can't be asked of a number in a replay"
        'state.text.metaClass = null'      | "'metaClass' can't be asked of a text in a replay"
        'state.list.metaClass = null'      | "'metaClass' can't be asked of a list in a replay"
        'state.x = state.gone.length()'    | "'length' was asked of nothing: write ?. where something may be missing"
        'state.x = state.text.first(1, 2)' | "a text has no 'first(number, number)'"
        'state.x = state.text.count { it }' | "a text has no 'count(block)'"
        'state.x = 1 / 0'                  | 'Division by zero'
        'assert state.n == 8'              | 'assert state.n == 8'
    }

    def 'a state that holds itself is none: #body'() {
        when:
        replayed(body, '{}')

        then:
        def failure = thrown(FailedRuleException)
        failure.message == 'it has no end; does the state hold itself?'

        where:
        body << ['state.self = state', 'state.self = [state]; state.x = "$state"']
    }

    def 'letters are the same in every language'() {
        given:
        def usual = Locale.default
        Locale.setDefault(Locale.forLanguageTag('tr-TR'))

        expect:
        replayed('state.x = ["I".toLowerCase(), "i".toUpperCase(), "i".capitalize()]', '{}') == '{"x":["i","I","I"]}'

        cleanup:
        Locale.setDefault(usual)
    }

    def 'what is put together is in the order in which it came'() {
        expect:
        replayed('state.x = event.details.list.groupBy { it % 3 }.collect { key, values -> [key, values.sum()] }', '{}', details) ==
            '{"x":[[2,10],[0,9],[1,5]]}'
        replayed('state.x = event.details.list.countBy { it % 2 == 0 }.keySet().collect { it }', '{}', details) == '{"x":[false,true]}'
        replayed('state.x = event.details.list.toUnique()', '{}', details) == '{"x":[5,9,1,4,0]}'

        where:
        details = '{"list":[5,9,1,5,4,0]}'
    }

    def 'the block is written where it is said, and is given the state and the event: #replay'() {
        when:
        def found = mistakes("""def kept = { Map state, event -> state.x = System.nanoTime() }
def mind = state('mind') { replay {
$replay
} }
policy('p') { protect mind; on manual }
""")

        then:
        found.size() == 1
        found[0].line() == 3
        found[0].message().contains(message)

        where:
        replay                                                             | message
        "on('done', kept)"                                                 | 'Write the block itself here'
        "on('done', 1 > 0 ? kept : kept)"                                  | 'Write the block itself here'
        "on('done', { Map s, e -> s.x = System.nanoTime() }.curry(1))"     | 'Write the block itself here'
        "on('done', (Closure) { Map s, e -> s.x = System.nanoTime() })"    | 'Write the block itself here'
        "on('done') { -> }"                                                | 'is given the state and the event'
        "on('done') { state, event, more -> }"                             | 'is given the state and the event'
        "on('done') { state, event = System.nanoTime() -> }"               | 'takes what it is given'
    }

    def 'a script that changes what a number does gets no replay'() {
        when:
        def reducer = valid('''
            def changed = new ExpandoMetaClass(BigInteger, true)
            changed.registerInstanceMethod('plus', { Object other -> System.nanoTime() })
            changed.initialize()
            GroovySystem.metaClassRegistry.setMetaClass(BigInteger, changed)
            def mind = state('mind') { replay { on('done') { state, event -> state.n += 1 } } }
            policy('p') { protect mind; on manual }
        ''').subjects()[0].replay().done
        reducer.apply(CanonicalJson.parse('{"n":99999999999999999999}').node(), event())

        then:
        def failure = thrown(FailedRuleException)
        failure.message == 'line 6: the script has changed what a number does: no replay could rely on it'

        cleanup:
        GroovySystem.metaClassRegistry.removeMetaClass(BigInteger)
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
