package mpj.runtime.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.LibraryFiles;

/**
 * The SHA-256 of the library's jars. Computing them takes 0.1 s, so the digests are kept in the cache, with the lengths
 * and times of their jars.
 */
final class LibraryDigests {
    private static final String FOLDER = "digests";
    private static final int DIGITS = 64;

    private LibraryDigests() {
    }

    /** Returns the digests in the order of the library's entries. */
    static List<String> of(LibraryFiles library, CacheFolder cache) throws IOException {
        Path folder = cache.writable(FOLDER).orElse(null);
        String identity = library.identity();
        Path file = folder == null ? null : folder.resolve(Integer.toHexString(identity.hashCode()));
        List<String> digests = file == null ? null : read(file, identity, library.entries().size());
        if (digests == null) {
            digests = new ArrayList<>();
            for (String entry : library.entries()) {
                digests.add(Content.digestOf(Path.of(entry)));
            }
            if (file != null) {
                write(file, identity + String.join("\n", digests));
            }
        }
        return digests;
    }

    /** Returns null when the digests are missing or incomplete, or belong to another library. */
    private static List<String> read(Path file, String identity, int number) {
        try {
            String text = Files.readString(file);
            if (text.startsWith(identity)) {
                List<String> digests = List.of(text.substring(identity.length()).split("\n"));
                return digests.size() == number && digests.getLast().length() == DIGITS ? digests : null;
            }
        } catch (IOException e) {
            return null; // no digests were kept yet
        }
        return null;
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            // The disk is full. The next job computes them again, as this one did.
            return;
        }
    }
}
