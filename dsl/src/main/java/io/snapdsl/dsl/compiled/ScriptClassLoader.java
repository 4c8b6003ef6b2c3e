package io.snapdsl.dsl.compiled;

import groovy.lang.Binding;
import io.snapdsl.dsl.words.PolicyScript;

/** Makes a compiled script's classes, and nothing else. Each load has its own, so that a reloaded policy is a new one. */
public final class ScriptClassLoader extends ClassLoader {
    private final CompiledScript script;

    private ScriptClassLoader(CompiledScript script) {
        super(ScriptClassLoader.class.getClassLoader());
        this.script = script;
    }

    /** @throws LinkageError when the classes don't fit this program */
    public static PolicyScript instance(CompiledScript script, PolicyScript.Target target)
            throws ReflectiveOperationException {
        return new ScriptClassLoader(script)
                .loadClass(script.mainClass())
                .asSubclass(PolicyScript.class)
                .getDeclaredConstructor(Binding.class)
                .newInstance(target);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = script.classes().get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }
}
