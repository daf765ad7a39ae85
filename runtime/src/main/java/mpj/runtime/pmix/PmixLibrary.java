package mpj.runtime.pmix;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import mpj.bindings.Linux;

/**
 * Finds libpmix and loads it. It tries three places: first the file that the user names, then the file that the
 * launcher itself uses, which may be part of an Open MPI outside of the linker's paths, and last the system's. The
 * launcher's libpmix is the best match: different versions of PMIx are compatible, but not all versions, and not in
 * everything.
 */
final class PmixLibrary {
    private static final String NAME = "libpmix.so.2";

    private PmixLibrary() {
    }

    /**
     * Makes the functions of libpmix known to the bindings.
     *
     * @throws IOException when there is no libpmix; the message says what to do
     */
    static Path load() throws IOException {
        Path file = find();
        try {
            // The bindings look for symbols in the libraries of their class loader, which is also the loader of this
            // class.
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
            + "; if the launcher has its own, name that one"));
    }

    /**
     * The libpmix that the nearest ancestor has mapped. This process can see that only if the ancestor belongs to the
     * same user.
     */
    private static Optional<Path> launchers() {
        Optional<Path> found = Optional.empty();
        Optional<ProcessHandle> ancestor = ProcessHandle.current().parent();
        while (found.isEmpty() && ancestor.isPresent()) {
            found = mappedBy(Long.toString(ancestor.get().pid()));
            ancestor = ancestor.get().parent();
        }
        return found;
    }

    /**
     * The libpmix that the dynamic linker finds. It is loaded, and then this process's own memory map names its file.
     */
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
            // Read the file as a whole, because an interrupt would close a stream of lines.
            return Files.readString(Linux.file("/proc", process, "maps")).lines()
                .filter(line -> line.contains("/libpmix.so")).map(line -> Path.of(line.substring(line.indexOf('/'))))
                .filter(Files::isReadable).findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
