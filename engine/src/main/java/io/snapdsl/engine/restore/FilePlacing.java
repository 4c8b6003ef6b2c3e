package io.snapdsl.engine.restore;

import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.FileContent;
import io.snapdsl.engine.files.PartialFiles;
import io.snapdsl.engine.files.SymbolicLinks;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Puts files and links in their places: each is made under a temporary name and renamed, so at every instant a path
 * holds either its old content or its new.
 */
final class FilePlacing {
    private final ContentReader content;
    private final HardLinks links;
    private final Progress progress;
    private final boolean readBack;

    /** @param readBack whether every file is read again after it was written, and compared with what it should be */
    FilePlacing(ContentReader content, HardLinks links, Progress progress, boolean readBack) {
        this.content = content;
        this.links = links;
        this.progress = progress;
        this.readBack = readBack;
    }

    void link(SymlinkEntry entry, Path file) throws IOException {
        replace(file, partial -> SymbolicLinks.create(partial, entry.target()));
    }

    void file(FileEntry entry, Path file) throws IOException {
        if (entry.linkGroup().isEmpty()) {
            replace(file, partial -> write(entry, partial));
            return;
        }
        links.place(entry, file, linkTo -> {
            if (linkTo.isPresent()) {
                replace(file, partial -> Files.createLink(partial, linkTo.get()));
            } else {
                replace(file, partial -> write(entry, partial));
            }
        });
    }

    private interface Making {
        void at(Path partial) throws IOException;
    }

    private static void replace(Path file, Making making) throws IOException {
        Path partial = PartialFiles.beside(file);
        try {
            making.at(partial);
            Failpoint.reach("restore.before-rename");
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
            Failpoint.reach("restore.after-rename");
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(partial);
            throw e;
        }
    }

    private void write(FileEntry entry, Path partial) throws IOException {
        long size = FileWriting.write(content, entry.content(), partial);
        Failpoint.reach("restore.content-written");
        if (readBack
                && !FileContent.read(partial, FileContent.Sink.NONE).content().equals(entry.content())) {
            throw new IOException("reads back differently from what was written");
        }
        Metadata.set(partial, entry.mode(), entry.modified());
        progress.advance(0, size);
    }
}
