package io.snapdsl.web.browser

/** A timeline of a hundred thousand entries, in a real browser. */
class HundredThousandSpec extends LongTimelineSpec {
    @Override
    long getLength() {
        100_000
    }
}
