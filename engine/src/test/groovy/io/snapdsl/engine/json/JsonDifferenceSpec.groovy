package io.snapdsl.engine.json

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ArrayNode
import com.fasterxml.jackson.databind.node.ObjectNode
import spock.lang.Specification

class JsonDifferenceSpec extends Specification {
    static List<JsonDifference> between(String before, String after) {
        JsonDifference.between(CanonicalJson.parse(before).node(), CanonicalJson.parse(after).node())
    }

    def 'what differs is said so that people see it: #after'() {
        expect:
        between(before, after)*.text() == text

        where:
        before                                   | after                                   || text
        '{"plan":{"steps":[{"done":false}]}}'    | '{"plan":{"steps":[{"done":true}]}}'    || ['plan.steps[0].done: false -> true']
        '{"a":1}'                                | '{"a":1.0}'                             || []
        '{"a":1,"b":2}'                          | '{"a":1,"c":null}'                      || ['b: 2 -> nothing', 'c: nothing -> null']
        '[1,2,3,4]'                              | '[1,3,4,5]'                             || ['[1]: 2 -> nothing', '[3]: nothing -> 5']
        '[{"id":1,"x":1},{"id":2}]'              | '[{"id":0},{"id":1,"x":2},{"id":2}]'    || ['[1]: nothing -> {"id":1,"x":2}', '[0].id: 1 -> 0', '[0].x: 1 -> nothing']
        '1'                                      | '"1"'                                   || ['all of it: 1 -> "1"']
        '{"a b":{"c.d":1}}'                      | '{"a b":{"c.d":2}}'                     || ['["a b"]["c.d"]: 1 -> 2']
        '{"n":0.1}'                              | '{"n":0.10000000000000000000000001}'    || ['n: 0.1 -> 0.10000000000000000000000001']
    }

    def 'as a patch it is what RFC 6902 asks for'() {
        expect:
        JsonDifference.patch(between('{"a/b":[1,2],"x":{"y":1}}', '{"a/b":[2],"x":{"y":2,"~":[]}}')).toString() ==
            '[{"op":"remove","path":"/a~1b/0"},{"op":"replace","path":"/x/y","value":2},{"op":"add","path":"/x/~0","value":[]}]'
    }

    def 'applied to one the patch gives exactly the other (seed #seed)'() {
        given:
        def random = new Random(seed)

        expect:
        200.times {
            def before = CanonicalJson.of(value(random, 4))
            def after = random.nextInt(4) == 0 ? CanonicalJson.of(value(random, 4)) : CanonicalJson.of(edited(before.node(), random))
            def patch = JsonDifference.patch(JsonDifference.between(before.node(), after.node()))
            assert CanonicalJson.of(apply(before.node(), patch)) == after
            assert before != after || patch.isEmpty()
        }

        where:
        seed << (1..10)
    }

    private static JsonNode value(Random random, int depth) {
        switch (random.nextInt(depth > 0 ? 9 : 5)) {
            case 0: return CanonicalJson.parse('null').node()
            case 1: return CanonicalJson.parse(random.nextBoolean().toString()).node()
            case 2: return CanonicalJson.parse((random.nextInt(2000) - 1000).toString()).node()
            case 3: return CanonicalJson.parse("${random.nextInt(9)}.${random.nextInt(99)}e${random.nextInt(60) - 30}").node()
            case 4: return Json.text(['', 'x', 'a/b', '~', 'é😀', 'long ' * 5][random.nextInt(6)])
            case 5..6:
                def list = Json.array([])
                random.nextInt(8).times { list.add(value(random, depth - 1)) }
                return list
            default:
                def object = Json.object()
                random.nextInt(6).times { object.set(['a', 'b', 'c/d', '~e', '', '0'][random.nextInt(6)], value(random, depth - 1)) }
                return object
        }
    }

    /** The same with a few changes somewhere inside. */
    private static JsonNode edited(JsonNode node, Random random) {
        if (node instanceof ObjectNode && !node.isEmpty() && random.nextInt(5) > 0) {
            def name = node.fieldNames().toList()[random.nextInt(node.size())]
            random.nextInt(4) == 0 ? node.remove(name) : node.set(name, edited(node.get(name), random))
            return node
        }
        if (node instanceof ArrayNode && !node.isEmpty() && random.nextInt(5) > 0) {
            int at = random.nextInt(node.size())
            switch (random.nextInt(3)) {
                case 0: node.remove(at); break
                case 1: node.insert(at, value(random, 2)); break
                default: node.set(at, edited(node.get(at), random))
            }
            return node
        }
        value(random, 2)
    }

    /** RFC 6902, as far as our patches go: by its text, not by our code. */
    private static JsonNode apply(JsonNode document, JsonNode patch) {
        def top = Json.array([]).add(document)
        patch.each { operation ->
            def steps = ['0'] + operation.get('path').textValue().split('/', -1).drop(1)*.replace('~1', '/')*.replace('~0', '~')
            def parent = top
            steps.init().each { parent = parent.isArray() ? parent.get(it as int) : parent.get(it) }
            def last = steps.last()
            def op = operation.get('op').textValue()
            def value = operation.get('value')
            if (parent.isArray()) {
                int at = last as int
                assert at < parent.size() || op == 'add' && at == parent.size()
                op == 'remove' ? parent.remove(at) : op == 'add' ? parent.insert(at, value) : parent.set(at, value)
            } else {
                assert parent.has(last) == (op != 'add')
                op == 'remove' ? parent.remove(last) : parent.set(last, value)
            }
        }
        top.get(0)
    }
}
