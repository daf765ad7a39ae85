package mpj.runtime.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import mpj.runtime.host.CacheFolder;

/**
 * The class path entries that were shipped to this host, by this job or earlier ones. They are at
 * {@code shipped/DIGEST/NAME} in the user's cache. A rename puts an entry there when it is complete.
 * {@code mpjrun --clean} removes them.
 */
final class ContentStore {
    /** The folder within the cache. It has both the class path entries and the agent's own jars. */
    static final String FOLDER = "shipped";

    private final Path folder;

    ContentStore(CacheFolder cache) throws IOException {
        folder = cache.writable(FOLDER).orElseThrow(() -> new IOException(cache.distrust()
            .map(reason -> "the cache is not used: " + reason)
            .orElse("cannot write the cache folder " + cache.path().resolve(FOLDER))));
    }

    /** Returns where this host has the entry: at the launcher's path, or in the cache; null when it has neither. */
    Path find(Content content) throws IOException {
        Path same = Path.of(content.path());
        if (Files.isReadable(same) && Content.of(same).digest().equals(content.digest())) {
            return same;
        }
        Path cached = place(content);
        if (!Files.exists(cached)) {
            return null; // the folder may have another entry, or another agent may be putting this one there
        }
        if (Content.of(cached).digest().equals(content.digest())) {
            return cached;
        }
        CacheFolder.delete(cached); // damaged, or somebody has changed it
        return null;
    }

    /** Begins to receive an entry. */
    Arrival begin(Content content) throws IOException {
        return new Arrival(content, CacheFolder.workFolder(folder));
    }

    private Path place(Content content) {
        return folder.resolve(content.digest()).resolve(content.fileName());
    }

    /** An entry that is being received. For use by one thread. */
    final class Arrival {
        private final Content content;
        private final Path work;
        private OutputStream file;

        private Arrival(Content content, Path work) {
            this.content = content;
            this.work = work;
        }

        void file(String name) throws IOException {
            closeFile();
            Path whole = work.resolve(content.fileName());
            Path target = name.isEmpty() ? whole : whole.resolve(name).normalize();
            if (!target.startsWith(whole)) {
                throw new IOException("a shipped file is named " + name + ", outside of its entry");
            }
            Files.createDirectories(target.getParent());
            file = Files.newOutputStream(target);
        }

        void bytes(byte[] bytes) throws IOException {
            try {
                file.write(bytes);
            } catch (IOException e) {
                throw new FileSystemException(folder.toString(), null, e.getMessage());
            }
        }

        /** Everything has arrived. Checks the contents, puts them in their place, and returns that place. */
        Path complete() throws IOException {
            closeFile();
            Path whole = work.resolve(content.fileName());
            if (!Files.exists(whole)) {
                Files.createDirectory(whole);
            }
            if (!Content.of(whole).digest().equals(content.digest())) {
                throw new IOException(content.path() + " arrived damaged, or was changed while it was shipped");
            }
            Path place = place(content);
            try {
                Files.move(work, place.getParent(), StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                // The folder is there. If another agent of the same user has received the same entry at the same time,
                // its copy is as good. Otherwise the folder has the same contents with another name.
                if (!Files.exists(place)) {
                    Files.move(whole, place, StandardCopyOption.ATOMIC_MOVE);
                }
            }
            return place;
        }

        /** Deletes an entry that has not arrived completely; does nothing after {@link #complete}. */
        void discard() throws IOException {
            closeFile();
            CacheFolder.delete(work);
        }

        private void closeFile() throws IOException {
            if (file != null) {
                file.close();
                file = null;
            }
        }
    }
}
