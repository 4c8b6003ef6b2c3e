package io.snapdsl.web.page;

import java.util.List;
import java.util.Optional;

/**
 * What is around every page.
 *
 * @param here the entry of the navigation that is marked
 * @param command what does the same, or shows the same, on the command line
 */
public record Frame(String title, String here, Optional<String> command, Show show) {
    /** An entry of the navigation. */
    public record Place(String name, String path) {}

    private static final List<Place> PLACES = List.of(
            new Place("Overview", "/"),
            new Place("Timeline", "/timeline"),
            new Place("Compare", "/compare"),
            new Place("Search", "/search"),
            new Place("Sessions", "/sessions"),
            new Place("Moments", "/moments"),
            new Place("States", "/states"),
            new Place("Containers", "/containers"),
            new Place("Policies", "/policies"),
            new Place("Operations", "/operations"),
            new Place("Storage", "/storage"));

    public List<Place> places() {
        return PLACES;
    }
}
