package io.snapdsl.engine.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;

/** What the file system says of one file, links not followed. */
public record FileStat(
        int type, int mode, long size, long device, long inode, int links, Instant modified, Instant changed) {
    private static final String ATTRIBUTES = "unix:mode,size,dev,ino,nlink,lastModifiedTime,ctime";
    private static final int TYPE_MASK = 0170000;
    private static final int DIRECTORY = 0040000;
    private static final int REGULAR = 0100000;
    private static final int SYMLINK = 0120000;
    private static final int PIPE = 0010000;

    public static FileStat of(Path path) throws IOException {
        Map<String, Object> values = Files.readAttributes(path, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        int mode = (int) values.get("mode");
        return new FileStat(
                mode & TYPE_MASK,
                mode & 07777,
                (long) values.get("size"),
                (long) values.get("dev"),
                (long) values.get("ino"),
                (int) values.get("nlink"),
                ((FileTime) values.get("lastModifiedTime")).toInstant(),
                ((FileTime) values.get("ctime")).toInstant());
    }

    /** Spelled out: what a record has by itself is linked at its first use, which takes long, and is slow ever after. */
    @Override
    public boolean equals(Object other) {
        return other instanceof FileStat stat
                && type == stat.type
                && mode == stat.mode
                && size == stat.size
                && device == stat.device
                && inode == stat.inode
                && links == stat.links
                && modified.equals(stat.modified)
                && changed.equals(stat.changed);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(inode) ^ changed.hashCode();
    }

    public boolean isDirectory() {
        return type == DIRECTORY;
    }

    public boolean isRegularFile() {
        return type == REGULAR;
    }

    public boolean isSymbolicLink() {
        return type == SYMLINK;
    }

    public boolean isPipe() {
        return type == PIPE;
    }

    /** A number that names of the same file share, and no others: an inode number is unique on its device only. */
    public long identity() {
        return inode ^ Long.rotateRight(device, 24);
    }

    /** In words, for what can't be captured. */
    public String kind() {
        return switch (type) {
            case DIRECTORY -> "directory";
            case REGULAR -> "file";
            case SYMLINK -> "symbolic link";
            case PIPE -> "named pipe";
            case 0140000 -> "socket";
            case 0020000, 0060000 -> "device";
            default -> "special file";
        };
    }
}
