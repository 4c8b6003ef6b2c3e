package io.snapdsl.engine.policy;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/** One of a schedule's five fields: which numbers it allows, and what they are called. */
enum CronField {
    MINUTE("minute", 0, 59, List.of()),
    HOUR("hour", 0, 23, List.of()),
    DAY("day of month", 1, 31, List.of()),
    MONTH("month", 1, 12, List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")),
    /** Sunday is 0, and 7 too. */
    WEEKDAY("weekday", 0, 7, List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"));

    private final String word;
    private final int first;
    private final int last;
    private final List<String> names;

    CronField(String word, int first, int last, List<String> names) {
        this.word = word;
        this.first = first;
        this.last = last;
        this.names = names;
    }

    /** How many values there are. */
    int size() {
        return this == WEEKDAY ? 7 : last - first + 1;
    }

    /** Lists of values, ranges and steps: {@code 9-18}, {@code MON,WED}, a star with a step as in "every quarter". */
    BitSet parse(String text) {
        BitSet values = new BitSet();
        for (String part : text.split(",", -1)) {
            addPart(part, values);
        }
        if (this == WEEKDAY && values.get(7)) {
            values.set(0);
            values.clear(7);
        }
        return values;
    }

    private void addPart(String part, BitSet values) {
        String[] stepped = part.split("/", -1);
        if (stepped.length > 2) {
            throw wrong(part, "one step is enough");
        }
        int step = stepped.length == 1 ? 1 : step(stepped[1], part);
        String[] range = stepped[0].split("-", -1);
        int from;
        int to;
        if (stepped[0].equals("*")) {
            from = first;
            to = this == WEEKDAY ? 6 : last;
        } else if (range.length == 1) {
            from = value(range[0], part);
            // As in "5/15": from there on.
            to = stepped.length == 1 ? from : last;
        } else if (range.length == 2) {
            from = value(range[0], part);
            to = value(range[1], part);
            // Sunday ends a week as well as it begins one.
            to = this == WEEKDAY && to == 0 && from > 0 ? 7 : to;
        } else {
            throw wrong(part, "a range is FROM-TO");
        }
        if (from > to) {
            throw wrong(part, "the range goes backwards; write it as two, separated by a comma");
        }
        for (int value = from; value <= to; value += step) {
            values.set(value);
        }
    }

    private int step(String text, String part) {
        if (!text.matches("[1-9]\\d{0,2}")) {
            throw wrong(part, "a step is a number from 1 on");
        }
        return Integer.parseInt(text);
    }

    private int value(String text, String part) {
        int named = names.indexOf(text.toUpperCase(Locale.ROOT));
        if (named >= 0) {
            return named + first;
        }
        if (!text.matches("\\d{1,2}")) {
            throw wrong(part, "allowed are * and " + allowed());
        }
        int value = Integer.parseInt(text);
        if (value < first || value > last) {
            throw wrong(part, "allowed are " + allowed());
        }
        return value;
    }

    private String allowed() {
        String numbers = first + " to " + last;
        return names.isEmpty() ? numbers : numbers + ", " + names.get(0) + " to " + names.get(names.size() - 1);
    }

    private IllegalArgumentException wrong(String part, String why) {
        return new IllegalArgumentException("'" + part + "' is no " + word + ": " + why);
    }
}
