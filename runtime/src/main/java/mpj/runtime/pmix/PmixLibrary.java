package mpj.runtime.pmix;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import mpj.bindings.Linux;

/**
 * Finds libpmix and loads it. First the file that the user names; then the one that the launcher itself uses, which an
 * Open MPI may have brought along where no linker looks; then the system's. The launcher's is the best match: versions
 * of PMIx understand each other, but not all of them and not all of it.
 */
final class PmixLibrary {
    private static final String NAME = "libpmix.so.2";

    private PmixLibrary() {
    }

    /**
     * Makes the library's functions known to the bindings.
     *
     * @throws IOException when there is none; the message says what to do
     */
    static Path load() throws IOException {
        Path file = find();
        try {
            // This class and the bindings have one class loader, whose libraries the bindings look into for symbols.
            System.load(file.toString());
        } catch (UnsatisfiedLinkError e) {
            throw new IOException("libpmix cannot be loaded: " + e.getMessage() + "; -D"
                + PmixProperties.LIBRARY.definition("FILE") + " names another", e);
        }
        return file;
    }

    private static Path find() throws IOException {
        String named = PmixProperties.LIBRARY.value();
        if (named != null) {
            return Path.of(named).toAbsolutePath();
        }
        return launchers().or(PmixLibrary::systems).orElseThrow(() -> new IOException(
            "a PMIx launcher started this process, but " + NAME + " was not found here. Install it (Debian: libpmix2; "
            + "Fedora: pmix) or name it with -D" + PmixProperties.LIBRARY.definition("/path/to/" + NAME)
            + ", the one that the launcher uses if it has its own"));
    }

    /** What the nearest ancestor that uses libpmix has mapped, where that can be seen: it is of the same user. */
    private static Optional<Path> launchers() {
        Optional<Path> found = Optional.empty();
        Optional<ProcessHandle> ancestor = ProcessHandle.current().parent();
        while (found.isEmpty() && ancestor.isPresent()) {
            found = mappedBy(Long.toString(ancestor.get().pid()));
            ancestor = ancestor.get().parent();
        }
        return found;
    }

    /** Where the dynamic linker finds it: once it is there, this process's own map tells the file. */
    private static Optional<Path> systems() {
        try {
            SymbolLookup.libraryLookup(NAME, Arena.global());
            return mappedBy("self");
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<Path> mappedBy(String process) {
        try {
            // Read as a whole: an interrupt closes a stream of lines.
            return Files.readString(Linux.file("/proc", process, "maps")).lines()
                .filter(line -> line.contains("/libpmix.so")).map(line -> Path.of(line.substring(line.indexOf('/'))))
                .filter(Files::isReadable).findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
