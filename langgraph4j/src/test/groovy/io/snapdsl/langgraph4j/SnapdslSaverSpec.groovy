package io.snapdsl.langgraph4j

import io.snapdsl.api.Snapdsl
import java.nio.file.Files
import java.nio.file.Path
import org.bsc.langgraph4j.CompileConfig
import org.bsc.langgraph4j.CompiledGraph
import org.bsc.langgraph4j.GraphInput
import org.bsc.langgraph4j.RunnableConfig
import org.bsc.langgraph4j.StateGraph
import org.bsc.langgraph4j.action.AsyncNodeAction
import org.bsc.langgraph4j.action.NodeAction
import org.bsc.langgraph4j.state.AgentState
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/** A real graph, a real store. */
class SnapdslSaverSpec extends Specification {
    static final THREAD = RunnableConfig.builder().threadId('t1').build()

    @TempDir
    Path base

    @AutoCleanup
    Snapdsl snapdsl

    def setup() {
        snapdsl = Snapdsl.open(base.resolve('store'))
    }

    static AsyncNodeAction<AgentState> adding(Map<String, Object> values) {
        AsyncNodeAction.node_async({ state -> values } as NodeAction<AgentState>)
    }

    CompiledGraph<AgentState> graph(boolean release = false) {
        def graph = new StateGraph<AgentState>({ data -> new AgentState(data) })
            .addNode('search', adding([found: 3, score: 1.0d]))
            .addNode('answer', adding([answer: 'yes']))
            .addEdge(StateGraph.START, 'search')
            .addEdge('search', 'answer')
            .addEdge('answer', StateGraph.END)
        graph.compile(CompileConfig.builder()
            .checkpointSaver(new SnapdslSaver(snapdsl, 'helper', graph.stateSerializer))
            .interruptBefore('answer')
            .releaseThread(release)
            .build())
    }

    void anotherProcess() {
        snapdsl.close()
        snapdsl = Snapdsl.open(base.resolve('store'))
    }

    def 'a graph that was interrupted goes on in another process, with exactly what it knew'() {
        given:
        graph().invoke([question: 'why'], THREAD)

        when:
        anotherProcess()
        def known = graph().getState(THREAD)

        then:
        known.next() == 'answer'
        known.state().data() == [question: 'why', found: 3, score: 1.0d]
        known.state().data().score instanceof Double

        when:
        def end = graph().invoke(GraphInput.resume(), THREAD).get()

        then:
        end.data() == [question: 'why', found: 3, score: 1.0d, answer: 'yes']
    }

    def 'each step is an entry of the thread\'s own state, and a thread knows nothing of another'() {
        when:
        graph().invoke([question: 'why'], THREAD)
        def history = graph().getStateHistory(THREAD)

        then:
        snapdsl.state('helper/t1').before(Long.MAX_VALUE, 10)*.label() == ['search', StateGraph.START]
        history*.node() == ['search', StateGraph.START]
        graph().stateOf(RunnableConfig.builder().threadId('t2').build()).empty
    }

    def 'a thread that was released begins anew, and what it was stays in the store'() {
        given:
        graph(true).invoke([question: 'why'], THREAD)
        graph(true).invoke(GraphInput.resume(), THREAD)

        expect:
        graph().stateOf(THREAD).empty
        snapdsl.state('helper/t1').before(Long.MAX_VALUE, 1)*.label() == ['released']
        snapdsl.state('helper/t1').latest().get().number() > 2
    }

    def 'a saver notices that another has gone on with the thread'() {
        given:
        def one = graph()
        one.invoke([question: 'why'], THREAD)

        when:
        graph().updateState(THREAD, [question: 'how'])

        then:
        one.getState(THREAD).state().data().question == 'how'
    }

    def 'the documented example runs'() {
        given:
        def page = Files.readString(Path.of(System.getProperty('snapdsl.root'), 'docs/integrations/langgraph4j.md'))
        def source = Files.writeString(base.resolve('Helper.java'), (page =~ /(?s)```java\n(.*?)```/)[0][1])

        when:
        def process = new ProcessBuilder(System.getProperty('java.home') + '/bin/java', '-cp', System.getProperty('java.class.path'),
            source.toString(), base.resolve('documented').toString()).redirectErrorStream(true).start()
        def printed = process.inputStream.text

        then:
        printed == 'yes\nanswer\n'
        process.waitFor() == 0
    }
}
