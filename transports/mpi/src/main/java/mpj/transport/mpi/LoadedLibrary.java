package mpj.transport.mpi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import mpj.bindings.mpi.mpi_h;
import mpj.transport.device.SignalHandlers;
import mpj.transport.spi.TransportException;

/** Loads a library, checks that it has the ABI of the bindings, and joins its job. */
final class LoadedLibrary {
    private static final int MAJOR = mpi_h.MPI_ABI_VERSION();
    private static final String REMEDY = "; a library with MPI 5's ABI is needed, such as MPICH 5, Intel MPI 2021.18 or"
        + " Open MPI 6: look at LD_LIBRARY_PATH, or name the file with -Dmpj.mpi.library=FILE";

    private LoadedLibrary() {
    }

    /** The file and the version of the library, which is loaded but not initialized. */
    static String describe() {
        // Closing them puts the handlers back.
        try (SignalHandlers _ = new SignalHandlers(); Arena arena = Arena.ofConfined()) {
            return checked(arena);
        }
    }

    static MpiLibrary join() {
        try (SignalHandlers handlers = new SignalHandlers(); Arena arena = Arena.ofConfined()) {
            String description = checked(arena);
            MemorySegment number = arena.allocate(ValueLayout.JAVA_INT);
            mpi_h.MPI_Initialized(number);
            if (number.get(ValueLayout.JAVA_INT, 0) != 0) {
                throw unavailable(description + ": MPI_Init was called in this process already, and a library of MPI"
                    + " is initialized once; start a process for each MPI.Init");
            }
            MpiErrors.check(mpi_h.MPI_Init_thread(MemorySegment.NULL, MemorySegment.NULL, mpi_h.MPI_THREAD_MULTIPLE(),
                number), "MPI_Init_thread");
            int level = number.get(ValueLayout.JAVA_INT, 0);
            if (level < mpi_h.MPI_THREAD_SERIALIZED()) {
                throw unavailable(description + ": it offers thread level " + level + ", and "
                    + mpi_h.MPI_THREAD_SERIALIZED() + " (MPI_THREAD_SERIALIZED) is needed, because it has not"
                    + " started Java's threads; take a library that was built with threads");
            }
            handlers.restore();
            return new MpiLibrary(description, level == mpi_h.MPI_THREAD_MULTIPLE());
        }
    }

    private static String checked(Arena arena) {
        String file = open();
        return file + ", " + checkVersion(file, arena);
    }

    private static String open() {
        String name = mpi_h.SYMBOL_LOOKUP.name();
        try {
            mpi_h.SYMBOL_LOOKUP.open();
        } catch (UnsatisfiedLinkError e) {
            throw new TransportException("transport mpi is unavailable: " + e.getMessage() + REMEDY
                + " (a package of PyPI has no symbolic links: name its lib/libmpi_abi.so.1)", e);
        }
        String file = loaded(name);
        if (!has("MPI_Abi_get_version")) {
            throw unavailable(file + (has("MPI_Init") ? (has("MPI_Get_library_version") ? ", " + version() + "," : "")
                + " is a library of MPI, but not with the standard ABI: it has no MPI_Abi_get_version"
                : " is no library of MPI: it has no MPI_Init") + REMEDY);
        }
        return file;
    }

    private static boolean has(String function) {
        return mpi_h.SYMBOL_LOOKUP.find(function).isPresent();
    }

    /** The first line of the library's own description. */
    private static String version() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(mpi_h.MPI_MAX_LIBRARY_VERSION_STRING());
            mpi_h.MPI_Get_library_version(text, arena.allocate(ValueLayout.JAVA_INT));
            return text.getString(0).lines().findFirst().orElse("").strip().replaceAll("\\s+", " ");
        }
    }

    /** Checks that the library's ABI is that of the bindings. Returns the library's own name and version. */
    private static String checkVersion(String file, Arena arena) {
        MemorySegment major = arena.allocate(ValueLayout.JAVA_INT);
        MemorySegment minor = arena.allocate(ValueLayout.JAVA_INT);
        String version = version();
        mpi_h.MPI_Abi_get_version(major, minor);
        int found = major.get(ValueLayout.JAVA_INT, 0);
        if (found != MAJOR) {
            throw unavailable(file + ", " + version + (found < 0 ? ", has an ABI of its own, not the standard one"
                : ", has version " + found + "." + minor.get(ValueLayout.JAVA_INT, 0) + " of the ABI, and " + MAJOR
                    + ".x is needed") + REMEDY);
        }
        return version;
    }

    private static String loaded(String name) {
        String base = name.substring(name.lastIndexOf('/') + 1);
        try {
            // The file is read as a whole, because an interrupt closes a stream of lines.
            return Files.readString(Path.of("/proc/self/maps")).lines().filter(line -> line.endsWith("/" + base))
                .map(line -> line.substring(line.indexOf('/'))).findFirst().orElse(name);
        } catch (IOException e) {
            return name;
        }
    }

    private static TransportException unavailable(String why) {
        return new TransportException("transport mpi is unavailable: " + why);
    }
}
