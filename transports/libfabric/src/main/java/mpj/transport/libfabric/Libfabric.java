package mpj.transport.libfabric;

import java.lang.foreign.MemorySegment;
import mpj.bindings.libfabric.libfabric_h;
import mpj.transport.spi.TransportException;

/** libfabric itself: whether it is installed, its version, and the texts of its errors. */
final class Libfabric {
    /** The oldest version of the interface that has the structures and functions of the bindings. */
    static final int OLDEST = version(1, 14);
    /** The version for which the transport is written. Newer libraries still support it. */
    private static final int NEWEST = version(1, 17);

    private Libfabric() {
    }

    /**
     * Opens the library.
     *
     * @return the version of the interface to ask the library for
     */
    static int open() {
        String name = libfabric_h.SYMBOL_LOOKUP.name();
        try {
            libfabric_h.SYMBOL_LOOKUP.open();
        } catch (UnsatisfiedLinkError e) {
            throw new TransportException("transport libfabric is unavailable: " + e.getMessage() + "; install libfabric"
                + " (Debian, Ubuntu: apt-get install libfabric1), look at LD_LIBRARY_PATH, or name the file with"
                + " -Dmpj.libfabric.library=FILE", e);
        }
        if (libfabric_h.SYMBOL_LOOKUP.find("fi_version").isEmpty()) {
            throw new TransportException("transport libfabric is unavailable: " + name + " is not libfabric, it has no"
                + " fi_version; look at LD_LIBRARY_PATH and -Dmpj.libfabric.library=FILE");
        }
        int version = libfabric_h.fi_version();
        if (version < OLDEST) {
            throw new TransportException("transport libfabric is unavailable: " + name + " is version "
                + text(version) + ", and " + text(OLDEST) + " or later is needed; look at LD_LIBRARY_PATH and"
                + " -Dmpj.libfabric.library=FILE");
        }
        return Math.min(version, NEWEST);
    }

    private static int version(int major, int minor) {
        return major << 16 | minor;
    }

    private static String text(int version) {
        return (version >>> 16) + "." + (version & 0xFFFF);
    }

    /** The text of an error number. libfabric's functions return these numbers negated. */
    static String error(long result) {
        return libfabric_h.fi_strerror((int) Math.abs(result)).getString(0) + " (" + result + ")";
    }

    /** The text at a pointer from C, or an empty text if the pointer is NULL. */
    static String text(MemorySegment pointer) {
        return pointer.equals(MemorySegment.NULL) ? "" : pointer.getString(0);
    }
}
