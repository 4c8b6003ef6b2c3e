package io.snapdsl.engine.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a file could not be read or written, as one says it. Java's own message is often just the file's name. */
public final class IoErrors {
    private IoErrors() {}

    public static String describe(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "something else is in its place";
        }
        if (e instanceof NoSuchFileException) {
            return "it is gone, or its directory is";
        }
        if (e instanceof FileSystemException known && known.getReason() != null) {
            return known.getReason();
        }
        // Of these, the message is but the file's name, which says nothing without what the exception is called.
        return e instanceof FileSystemException || e.getMessage() == null ? e.toString() : e.getMessage();
    }
}
