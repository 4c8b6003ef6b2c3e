package io.snapdsl.dsl.check;

import groovy.lang.Closure;
import io.snapdsl.dsl.words.ContainerBlock.AllVolumes;
import io.snapdsl.dsl.words.ContainerBlock.BindMounts;
import io.snapdsl.dsl.words.Occasion;
import io.snapdsl.dsl.words.RestorePlanBlock.Run;
import io.snapdsl.dsl.words.Size;
import io.snapdsl.engine.container.Consistency;
import io.snapdsl.engine.history.HookFailure;
import io.snapdsl.engine.history.UnknownChanges;
import io.snapdsl.engine.policy.ConsolidateAfter;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Hook;
import io.snapdsl.engine.policy.RestorePlan;
import io.snapdsl.engine.retention.KeepRules;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.codehaus.groovy.ast.ClassHelper;
import org.codehaus.groovy.ast.ClassNode;

/** What types are called in messages, for people who write policies and not programs. */
public final class Kinds {
    private static final Map<Class<?>, String> NAMES = names();

    private Kinds() {}

    public static String of(Class<?> type) {
        if (type == Object.class) {
            return "anything";
        }
        return NAMES.entrySet().stream()
                .filter(entry -> entry.getKey().isAssignableFrom(type))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("a " + type.getSimpleName());
    }

    static String of(ClassNode type) {
        ClassNode boxed = ClassHelper.getWrapper(type);
        return NAMES.entrySet().stream()
                .filter(entry -> isA(boxed, entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("a " + type.getNameWithoutPackage());
    }

    static boolean isA(ClassNode type, Class<?> wanted) {
        ClassNode target = ClassHelper.getWrapper(ClassHelper.make(wanted));
        ClassNode boxed = ClassHelper.getWrapper(type);
        return boxed.isDerivedFrom(target) || boxed.implementsInterface(target);
    }

    private static Map<Class<?>, String> names() {
        Map<Class<?>, String> names = new LinkedHashMap<>();
        names.put(String.class, "a text");
        names.put(int.class, "a whole number");
        names.put(Integer.class, "a whole number");
        names.put(Long.class, "so large a number");
        names.put(Number.class, "a number");
        names.put(Boolean.class, "true or false");
        names.put(Duration.class, "a duration such as 7.days");
        names.put(Size.class, "a size such as 10.GB");
        names.put(Instant.class, "a time");
        names.put(File.class, "a file or directory");
        names.put(Exception.class, "an exception");
        names.put(Declared.Workspace.class, "a workspace");
        names.put(Declared.Container.class, "a container");
        names.put(Declared.State.class, "a state");
        names.put(Declared.class, "a subject");
        names.put(Occasion.class, "a trigger");
        names.put(ConsolidateAfter.class, "a way to merge");
        names.put(UnknownChanges.class, "a treatment of unknown changes");
        names.put(HookFailure.class, "what a failure means to agents");
        names.put(Consistency.class, "a kind of consistency");
        names.put(AllVolumes.class, "all volumes");
        names.put(BindMounts.class, "a treatment of bind mounts");
        names.put(KeepRules.Anchor.class, "an anchor");
        names.put(Hook.OnError.class, "a reaction to errors");
        names.put(RestorePlan.Selector.class, "a state to go back to");
        names.put(RestorePlan.Mode.class, "a mode");
        names.put(RestorePlan.OnFailure.class, "a reaction to failure");
        names.put(Run.class, "a run");
        names.put(Closure.class, "a block { }");
        names.put(Map.class, "named values");
        names.put(Collection.class, "a list");
        return names;
    }
}
