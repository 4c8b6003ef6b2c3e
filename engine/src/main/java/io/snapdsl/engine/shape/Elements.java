package io.snapdsl.engine.shape;

import java.util.function.Consumer;

/** A list in a JSON answer that may be too long to be made before it is written. */
public interface Elements {
    void forEach(Consumer<Object> consumer);
}
