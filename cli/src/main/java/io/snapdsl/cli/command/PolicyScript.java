package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.Version;
import io.snapdsl.cli.output.Output;
import io.snapdsl.dsl.Loaded;
import io.snapdsl.dsl.Mistake;
import io.snapdsl.dsl.PolicyLoader;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.shape.Shapes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Parameters;

/** The policy that a command is about. */
final class PolicyScript {
    private static final String REFERENCE = "docs/policy-reference.md";

    @Parameters(paramLabel = "POLICY", description = "The policy script, say policy.groovy.")
    private Path file;

    /** What it declares, and from now on its store counts. Empty if it has mistakes: then all of them have been told. */
    Optional<PolicyFile> load(SnapdslCommand snapdsl) {
        return accept(patiently(snapdsl, () -> read(snapdsl)), snapdsl);
    }

    /** As {@link #load(SnapdslCommand)}, for what was in the past: what it protects may be gone. */
    static Optional<PolicyFile> loadToRestore(Path script, SnapdslCommand snapdsl) {
        return accept(patiently(snapdsl, () -> loader(snapdsl).loadToRestore(script)), snapdsl);
    }

    private static Optional<PolicyFile> accept(Loaded loaded, SnapdslCommand snapdsl) {
        if (loaded instanceof Loaded.Mistaken mistaken) {
            tell(mistaken.mistakes(), snapdsl);
            return Optional.empty();
        }
        PolicyFile policies = ((Loaded.Valid) loaded).policies();
        policies.store().ifPresent(snapdsl::preferStore);
        return Optional.of(policies);
    }

    Loaded read(SnapdslCommand snapdsl) {
        return loader(snapdsl).load(path(snapdsl));
    }

    private static PolicyLoader loader(SnapdslCommand snapdsl) {
        return new PolicyLoader(snapdsl.cacheDirectory().resolve("policies"), Version.text(), snapdsl.clock());
    }

    /** A script may take its time, and one that never ends is given up late: meanwhile it is shown what is waited for. */
    private static Loaded patiently(SnapdslCommand snapdsl, Supplier<Loaded> loading) {
        snapdsl.progress().begin("reading the policy", "", 0);
        try {
            return loading.get();
        } finally {
            snapdsl.hideProgress();
        }
    }

    Path path(SnapdslCommand snapdsl) {
        return snapdsl.directory().resolve(file);
    }

    private static void tell(List<Mistake> mistakes, SnapdslCommand snapdsl) {
        mistakes.forEach(mistake -> snapdsl.out().note(mistake.text()));
        String count = mistakes.size() == 1 ? "a mistake" : mistakes.size() + " mistakes";
        boolean isRead = mistakes.stream().anyMatch(mistake -> mistake.line() > 0);
        snapdsl.out()
                .error(
                        ErrorCode.POLICY_MISTAKES.name(),
                        isRead ? "The policy has " + count + "; nothing was done." : "No policy, so nothing was done.",
                        "Every word there is: " + reference(snapdsl),
                        Map.of(
                                "mistakes",
                                mistakes.stream().map(PolicyScript::shape).toList()));
    }

    /** Where it lies in this installation. */
    private static String reference(SnapdslCommand snapdsl) {
        return snapdsl.launcher()
                .map(launcher ->
                        launcher.resolveSibling("..").resolve(REFERENCE).normalize())
                .filter(Files::exists)
                .map(Output::plain)
                .orElse(REFERENCE);
    }

    static Map<String, Object> shape(Mistake mistake) {
        return Shapes.object(
                "file", mistake.file().toString(),
                "line", mistake.line(),
                "column", mistake.column(),
                "message", mistake.message(),
                "allowed", mistake.allowed(),
                "suggestion", mistake.suggestion().orElse(null));
    }
}
