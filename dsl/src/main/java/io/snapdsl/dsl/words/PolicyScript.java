package io.snapdsl.dsl.words;

import groovy.lang.Binding;
import groovy.lang.Closure;
import groovy.lang.DelegatesTo;
import groovy.lang.Script;
import io.snapdsl.engine.policy.Declared;
import java.io.File;
import java.util.Map;
import java.util.Optional;

/** What every policy script is: the words outside of all blocks. */
@Place(
        name = "the script",
        value = "What stands outside of all blocks. Plain Groovy works too: variables, loops, functions.")
public abstract class PolicyScript extends Script implements TriggerWords {
    private final Declarations declarations;

    /** Groovy wants it, and nobody calls it. */
    protected PolicyScript() {
        throw new UnsupportedOperationException("a script needs to know where it declares");
    }

    /** The script's own fields come after this, and can say words already. */
    protected PolicyScript(Binding binding) {
        super(binding);
        this.declarations = ((Target) binding).declarations;
        // Where Groovy prints to.
        setProperty("out", declarations.printer());
    }

    /** Tells a script where it declares. */
    public static final class Target extends Binding {
        private final Declarations declarations;

        public Target(Declarations declarations) {
            this.declarations = declarations;
        }
    }

    @Override
    public final Declarations declarations() {
        return declarations;
    }

    @Word(
            value = "Where the snapshots are kept: a directory.",
            example = "store '/var/lib/snapdsl'",
            byDefault = "the user's own store",
            once = true)
    public void store(@Checked(Literal.NAME) String directory) {
        if (declarations.check("store", Literal.NAME, directory)) {
            declarations.store(Places.resolve(declarations.directory(), directory));
        }
    }

    @Word(
            value = "A directory to protect. Keep it in a variable to name it in policies and restore plans.",
            example = "def app = workspace('app') { path '.' }",
            declares = "subject")
    public Declared.Workspace workspace(
            @Checked(Literal.NAME) String name,
            @DelegatesTo(value = WorkspaceBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        WorkspaceBlock words = new WorkspaceBlock(declarations);
        declarations.fill(block, words);
        return declarations.subject("workspace", words.workspace(name));
    }

    @Word(
            value = "A Docker container to protect, with its volumes: its name.",
            example = "def box = container('agent-box') { volumes all }",
            declares = "subject")
    public Declared.Container container(
            @Checked(Literal.NAME) String name,
            @DelegatesTo(value = ContainerBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        ContainerBlock words = new ContainerBlock(declarations);
        declarations.fill(block, words);
        return declarations.subject("container", words.container(name));
    }

    public Declared.Container container(@Checked(Literal.NAME) String name) {
        return declarations.subject("container", new ContainerBlock(declarations).container(name));
    }

    @Word(
            value = "An agent's own JSON state to protect: its name.",
            example = "def mind = state('planner') { path 'agent/state.json' }",
            declares = "subject")
    public Declared.State state(
            @Checked(Literal.NAME) String name,
            @DelegatesTo(value = StateBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        StateBlock words = new StateBlock(declarations);
        declarations.fill(block, words);
        return declarations.subject("state", words.state(name));
    }

    public Declared.State state(@Checked(Literal.NAME) String name) {
        return declarations.subject("state", new StateBlock(declarations).state(name));
    }

    @Word(
            value = "Settings that several policies share. What a policy says itself replaces what its template says;"
                    + " subjects, triggers and hooks are added to the template's.",
            example = "template('agent') { on runBoundaries; keep { last 20 } }",
            declares = "template",
            partial = true)
    public void template(
            @Checked(Literal.NAME) String name,
            @DelegatesTo(value = PolicyBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        // Once for nothing, so that a mistake in a template that nobody uses is found too.
        declarations.fill(block, new PolicyBlock(declarations));
        declarations.template(name, block);
    }

    @Word(
            value = "What to protect, when to take snapshots, and which to keep.",
            example = "policy('agent-runs') { protect app; on runBoundaries }",
            declares = "policy")
    @Option(name = "from", type = String.class, value = "the template to start from", byDefault = "none")
    public void policy(
            Map<String, ?> options,
            @Checked(Literal.NAME) String name,
            @DelegatesTo(value = PolicyBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        declare(new Given(options), name, Optional.of(block));
    }

    public void policy(
            @Checked(Literal.NAME) String name,
            @DelegatesTo(value = PolicyBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        declare(new Given(Map.of()), name, Optional.of(block));
    }

    public void policy(Map<String, ?> options, @Checked(Literal.NAME) String name) {
        declare(new Given(options), name, Optional.empty());
    }

    private void declare(Given options, String name, Optional<Closure<?>> block) {
        PolicyBlock words = new PolicyBlock(declarations);
        words.standsHere("policy");
        if (options.has("from")) {
            String template = options.get("from", String.class, "");
            declarations.template(template).ifPresentOrElse(shared -> declarations.fill(shared, words), () -> {
                declarations.noTemplate(template);
                words.fail();
            });
        }
        block.ifPresent(own -> declarations.fill(own, words));
        declarations.policy(words.policy(name), words.lines());
    }

    @Word(
            value = "A named way back, for `snapdsl restore --plan`.",
            example = "restorePlan('undo-last-run') { from before(lastRun); restore app }",
            declares = "restore plan")
    public void restorePlan(
            @Checked(Literal.NAME) String name,
            @DelegatesTo(value = RestorePlanBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        RestorePlanBlock words = new RestorePlanBlock(declarations);
        declarations.fill(block, words);
        declarations.plan(words.plan(name));
    }

    /** As {@link Everywhere} has it. */
    public File getScriptDirectory() {
        return declarations.directory().toFile();
    }
}
