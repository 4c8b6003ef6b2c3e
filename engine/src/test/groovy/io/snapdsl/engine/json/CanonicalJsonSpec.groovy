package io.snapdsl.engine.json

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
        'a name twice'        | '{"a":1,\n "a":2}'              | 2    | 5      || "Duplicate field 'a'"
        'a second value'      | '{} []'                         | 1    | 5      || 'more follows'
        'what follows'        | '{} x'                          | 1    | 5      || "Unrecognized token 'x'"
        'nothing'             | ''                              | 1    | 1      || 'there is nothing'
        'a torn text'         | '{"a":'                         | 1    | 6      || 'end-of-input'
        'infinity'            | '[NaN]'                         | 1    | 5      || 'NaN'
        'a number too long'   | '[' + '9' * 1001 + ']'          | 1    | 1003   || 'a number has more than 1000 digits'
        'a large exponent'    | '{"a":[1e10000]}'               | 0    | 0      || 'a number\'s exponent is 10000, beyond 9999 (at /a/0)'
        'a huge exponent'     | '[1e99999999999999]'            | 1    | 18     || 'exponent has too many digits'
        'too deep'            | '[' * 1001 + ']' * 1001         | 1    | 1002   || 'it is nested more than 1000 deep'
        'half a character'    | '{"a/b":["\\ud83d"]}'           | 0    | 0      || 'a text holds half of a surrogate pair (at /a~1b/0)'
        'half a name'         | '{"\\ude00":1}'                 | 1    | 9      || 'low surrogate in field name'
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
