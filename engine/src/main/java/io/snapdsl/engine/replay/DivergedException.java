package io.snapdsl.engine.replay;

/** Ends a replay whose events don't lead to what was recorded. */
final class DivergedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Finding finding;

    DivergedException(Finding finding) {
        super(finding.problem());
        this.finding = finding;
    }

    Finding finding() {
        return finding;
    }
}
