package io.snapdsl.engine.revert;

/** What to do where a change that is to be taken back was changed again since. */
public enum Resolution {
    /** Keep what is there now. */
    OURS,
    /** Take what was there before the reverted snapshot. */
    THEIRS,
    /** Write both versions of the lines into the file, between git's markers; what is no text stays as it is now. */
    MERGE_MARKERS
}
