package io.snapdsl.engine.tree;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Whom an entry belongs to, by number, and its extended attributes, such as a program's capabilities. Kept for volumes,
 * where the files of many users meet; a workspace's files all belong to whoever works there.
 */
public record Owner(long user, long group, List<Attribute> attributes) {
    public Owner {
        attributes = attributes.stream()
                .sorted(Comparator.comparing(Attribute::name))
                .toList();
    }

    public record Attribute(String name, byte[] value) {
        public Attribute {
            value = value.clone();
        }

        @Override
        public byte[] value() {
            return value.clone();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Attribute attribute
                    && name.equals(attribute.name)
                    && Arrays.equals(value, attribute.value);
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + Arrays.hashCode(value);
        }
    }
}
