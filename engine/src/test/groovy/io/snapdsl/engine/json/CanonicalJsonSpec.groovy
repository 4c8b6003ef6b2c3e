package io.snapdsl.engine.json

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.JsonNodeFactory
import spock.lang.Specification

class CanonicalJsonSpec extends Specification {
    static final NODES = JsonNodeFactory.instance

    def 'names are sorted, white space goes: #text'() {
        expect:
        CanonicalJson.parse(text).toString() == form

        where:
        text                                  | form
        ' { "b" : [ 1 , true ] ,\n "a":null }' | '{"a":null,"b":[1,true]}'
        '{"é":1,"z":2,"Z":3,"":4}'            | '{"":4,"Z":3,"z":2,"é":1}'
        '"\\u0041\\/\\u001F\\n\\u00e9"'       | '"A/\\u001f\\né"'
        '[]'                                  | '[]'
        '"' + 'x' * 100 + '"'                 | '"' + 'x' * 100 + '"'
        '{"\\ud83d\\ude00":"\\ud83d\\ude00"}' | '{"😀":"😀"}'
    }

    def 'a number has one form: #text'() {
        expect:
        CanonicalJson.parse(text).toString() == form
        CanonicalJson.parse(form).toString() == form

        where:
        text                          | form
        '1'                           | '1'
        '1.0'                         | '1'
        '1e0'                         | '1'
        '10E-1'                       | '1'
        '-0'                          | '0'
        '-0.0e5'                      | '0'
        '100000000000000000000'       | '100000000000000000000'
        '1e20'                        | '100000000000000000000'
        '1e21'                        | '1e+21'
        '0.1'                         | '0.1'
        '0.10000000000000000000000001' | '0.10000000000000000000000001'
        '12345678901234567890123456789' | '12345678901234567890123456789'
        '-1.50e300'                   | '-1.5e+300'
        '1e-22'                       | '1e-22'
        '9' * 1000                    | '9' * 1000
    }

    def 'numbers that a program made come out as if they were read: #number'() {
        expect:
        CanonicalJson.of(number).toString() == form

        where:
        number                        | form
        NODES.numberNode(0.1d)        | '0.1'
        NODES.numberNode(1.0d)        | '1'
        NODES.numberNode(0.1f)        | '0.1'
        NODES.numberNode(7 as short)  | '7'
        NODES.numberNode(1e300d)      | '1e+300'
        NODES.numberNode(10.0G)       | '10'
    }

    def 'equal values have equal trees, however they were written'() {
        expect:
        CanonicalJson.parse('{"a":[1.0,2e2],"b":1e400}').node() == CanonicalJson.parse('{"b":10e399,"a":[1,200]}').node()
    }

    def '#what is refused, with its place'() {
        when:
        CanonicalJson.parse(text)

        then:
        def e = thrown(InvalidJsonException)
        e.problem().contains(problem)
        [e.line(), e.column()] == [line, column]

        where:
        what                  | text                            | line | column || problem
        'a comma too many'    | '{"a": 1,}'                     | 1    | 9      || 'Unexpected character'
        'a name twice'        | '{"a":1,\n "a":2}'              | 2    | 2      || "Duplicate field 'a'"
        'an odd name twice'   | '{"\\"b\\\\":1, "\\"b\\\\":2}'  | 1    | 13     || 'Duplicate field'
        'a second value'      | '{} []'                         | 1    | 4      || 'more follows'
        'what follows'        | '{} x'                          | 1    | 4      || "Unrecognized token 'x'"
        'nothing'             | ''                              | 1    | 1      || 'there is nothing'
        'a torn text'         | '{"a":'                         | 1    | 6      || 'end-of-input'
        'infinity'            | '[NaN]'                         | 1    | 2      || "'NaN' is no number in JSON"
        'less than infinity'  | '[1,\n-Infinity]'               | 2    | 1      || "'-Infinity' is no number in JSON"
        'after wide texts'    | '{"é😀": x}'                    | 1    | 8      || "Unrecognized token 'x'"
        'a number too long'   | '[' + '9' * 1001 + ']'          | 1    | 2      || 'a number has more than 1000 digits'
        'a large exponent'    | '{"a":[1e10000]}'               | 1    | 7      || 'a number\'s exponent is 10000, beyond 9999 (at /a/0)'
        'a huge exponent'     | '[1e99999999999999]'            | 1    | 2      || 'exponent has too many digits'
        'too deep'            | '[' * 1001 + ']' * 1001         | 1    | 1001   || 'it is nested more than 1000 deep'
        'far too deep'        | '[' * 100_000                   | 1    | 1001   || 'it is nested more than 1000 deep'
        'half a character'    | '{"a/b":["\\ud83d"]}'           | 1    | 9      || 'a text holds half of a surrogate pair (at /a~1b/0)'
        'half a name'         | '{"\\ude00":1}'                 | 1    | 9      || 'low surrogate in field name'
    }

    def 'what is no UTF-8 is refused, with its place: #bytes'() {
        when:
        CanonicalJson.parse(('{"é😀":1,\n "a":"'.getBytes('UTF-8').toList() + bytes + '"}'.bytes.toList()).collect { it as byte } as byte[])

        then:
        def e = thrown(InvalidJsonException)
        e.problem().startsWith('Invalid UTF-8')
        [e.line(), e.column()] == [2, 7]

        where:
        bytes << [[0xFF], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80]]
    }

    def 'what was written in any order comes out in one, down to the last member (seed #seed)'() {
        given:
        def random = new Random(seed)

        expect:
        50.times {
            def value = anything(random, 0)
            def form = CanonicalJson.of(value).toString()
            assert CanonicalJson.of(shuffled(value, random)).toString() == form
            assert CanonicalJson.parse(Json.readable(shuffled(value, random))).toString() == form
            assert CanonicalJson.parse(form).node() == CanonicalJson.of(value).node()
        }

        where:
        seed << (1..3)
    }

    private static JsonNode anything(Random random, int depth) {
        switch (random.nextInt(depth > 4 ? 4 : 6)) {
            case 0: return NODES.numberNode(new BigDecimal(random.nextInt(2000) - 1000).movePointLeft(random.nextInt(4)))
            case 1: return NODES.numberNode(random.nextLong())
            case 2: return NODES.booleanNode(random.nextBoolean())
            case 3: return NODES.textNode(text(random))
            case 4: return NODES.arrayNode().addAll((0..<random.nextInt(5)).collect { anything(random, depth + 1) })
            default:
                def object = NODES.objectNode()
                random.nextInt(8).times { object.set(text(random), anything(random, depth + 1)) }
                return object
        }
    }

    private static String text(Random random) {
        (0..<random.nextInt(6)).collect { ['a', 'B', '"', '\\', '\n', '\u0001', 'é', '€', '😀', '\u007f', '\u2028', '/'][random.nextInt(12)] }.join()
    }

    private static JsonNode shuffled(JsonNode value, Random random) {
        if (value.array) {
            return NODES.arrayNode().addAll(value.collect { shuffled(it, random) })
        }
        if (!value.object) {
            return value
        }
        def names = value.fieldNames().toList().shuffled(random)
        def object = NODES.objectNode()
        names.each { object.set(it, shuffled(value.get(it), random)) }
        object
    }

    def 'what JSON has no word for is refused: #node.class.simpleName'() {
        when:
        CanonicalJson.of(NODES.objectNode().set('x', node))

        then:
        def e = thrown(InvalidJsonException)
        e.problem().endsWith('(at /x)')

        where:
        node << [NODES.numberNode(Double.NaN), NODES.numberNode(Float.POSITIVE_INFINITY), NODES.pojoNode(new Date()), NODES.binaryNode([1] as byte[])]
    }

    def 'the deepest allowed can be written, read, and written again'() {
        given:
        def text = '[' * 1000 + ']' * 1000

        expect:
        CanonicalJson.of(CanonicalJson.parse(text).node()).toString() == text
    }

    def 'a tree that a program made may not be deeper either'() {
        given:
        def node = NODES.arrayNode()
        1000.times { node = NODES.arrayNode().add(node) }

        when:
        CanonicalJson.of(node)

        then:
        def e = thrown(InvalidJsonException)
        e.problem().contains('1000 deep')
    }
}
