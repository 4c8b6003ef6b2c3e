package io.snapdsl.engine.replay;

/** Ends a replay whose events don't lead to what was recorded, or to nothing. */
final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Finding finding;

    StoppedException(Finding finding) {
        super(finding.problem());
        this.finding = finding;
    }

    Finding finding() {
        return finding;
    }
}
