package io.snapdsl.storage.sqlite;

import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** History holds copies of everything, secrets included: what a store is made of is its owner's alone. */
final class Private {
    static final FileAttribute<Set<PosixFilePermission>> DIRECTORY = permissions("rwx------");
    static final FileAttribute<Set<PosixFilePermission>> FILE = permissions("rw-------");

    private Private() {}

    private static FileAttribute<Set<PosixFilePermission>> permissions(String text) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
    }
}
