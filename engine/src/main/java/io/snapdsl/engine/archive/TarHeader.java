package io.snapdsl.engine.archive;

import io.snapdsl.engine.tree.Owner;
import java.time.Instant;

/**
 * What an archive says of one file before its bytes.
 *
 * @param path without the slash that a directory ends with
 * @param link the target of a link, else empty
 * @param size how many bytes follow
 */
record TarHeader(
        Type type, byte[] path, int mode, Owner owner, Instant modified, long size, byte[] link, int major, int minor) {
    enum Type {
        FILE('0'),
        HARD_LINK('1'),
        SYMLINK('2'),
        CHARACTER_DEVICE('3'),
        BLOCK_DEVICE('4'),
        DIRECTORY('5'),
        PIPE('6');

        private final char flag;

        Type(char flag) {
            this.flag = flag;
        }

        byte flag() {
            return (byte) flag;
        }
    }

    /** Where each field lies in a header block. */
    static final int BLOCK = 512;

    static final int NAME = 0;
    static final int NAME_LENGTH = 100;
    static final int MODE = 100;
    static final int USER = 108;
    static final int GROUP = 116;
    static final int SIZE = 124;
    static final int TIME = 136;
    static final int CHECKSUM = 148;
    static final int TYPE = 156;
    static final int LINK = 157;
    static final int MAGIC = 257;
    static final int MAJOR = 329;
    static final int MINOR = 337;
    static final int PREFIX = 345;
    static final int PREFIX_LENGTH = 155;

    /** The types of blocks that only say more about the file after them. */
    static final byte PAX = 'x';

    static final byte PAX_GLOBAL = 'g';
    static final byte GNU_LONG_NAME = 'L';
    static final byte GNU_LONG_LINK = 'K';

    static final String ATTRIBUTE = "SCHILY.xattr.";

    /** The bytes of such a file are not its own: they begin with, or follow, a map of where they belong. */
    static final String SPARSE = "GNU.sparse.";
}
