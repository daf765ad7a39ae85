package mpj.runtime.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import mpj.runtime.host.CacheFolder;

/**
 * What was shipped to this host, now and before: {@code shipped/DIGEST/NAME} in the user's cache, where a rename puts
 * it when it is complete. Removed by {@code mpjrun --clean}.
 */
final class ContentStore {
    /** The folder within the cache; the agent's own jars are beside the class path entries. */
    static final String FOLDER = "shipped";

    private final Path folder;

    ContentStore(CacheFolder cache) throws IOException {
        folder = cache.writable(FOLDER).orElseThrow(() -> new IOException(cache.distrust()
            .map(reason -> "the cache is not used: " + reason)
            .orElse("cannot write the cache folder " + cache.path().resolve(FOLDER))));
    }

    /** Where this host has the content: at the launcher's path, or in the cache; null when it lacks it. */
    Path find(Content content) throws IOException {
        Path same = Path.of(content.path());
        if (Files.isReadable(same) && Content.of(same).digest().equals(content.digest())) {
            return same;
        }
        Path cached = place(content);
        if (Files.exists(cached) && Content.of(cached).digest().equals(content.digest())) {
            return cached;
        }
        CacheFolder.delete(cached.getParent()); // damaged, or changed by somebody
        return null;
    }

    /** Begins to take a content in. */
    Arrival begin(Content content) throws IOException {
        return new Arrival(content, CacheFolder.workFolder(folder));
    }

    private Path place(Content content) {
        return folder.resolve(content.digest()).resolve(content.fileName());
    }

    /** A content on its way in. Used by one thread. */
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

        /** All is here: checks it and puts it in its place, which is returned. */
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
                // Another agent of the same user took the same content in at the same time: it is as good.
                if (!Files.exists(place)) {
                    throw e;
                }
            }
            return place;
        }

        /** Leaves nothing of a content that did not arrive; harmless after {@link #complete}. */
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
