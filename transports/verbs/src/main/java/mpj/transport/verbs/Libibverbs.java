package mpj.transport.verbs;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;
import mpj.bindings.Linux;
import mpj.bindings.libc.libc_h;
import mpj.bindings.verbs.verbs_h;
import mpj.transport.spi.TransportException;

/** libibverbs itself: whether it is installed, and the texts of its errors. */
final class Libibverbs {
    /** The newest functions that are used. They came with rdma-core 32. */
    private static final List<String> NEEDED = List.of("ibv_get_device_list", "_ibv_query_gid_ex");

    private Libibverbs() {
    }

    static void open() {
        String name = verbs_h.SYMBOL_LOOKUP.name();
        try {
            verbs_h.SYMBOL_LOOKUP.open();
        } catch (UnsatisfiedLinkError e) {
            throw new TransportException("transport verbs is unavailable: " + e.getMessage() + "; install libibverbs"
                + " (Debian, Ubuntu: apt-get install ibverbs-providers), look at LD_LIBRARY_PATH, or name the file with"
                + " -Dmpj.verbs.library=FILE", e);
        }
        for (String symbol : NEEDED) {
            if (verbs_h.SYMBOL_LOOKUP.find(symbol).isEmpty()) {
                throw new TransportException("transport verbs is unavailable: " + name + " has no " + symbol
                    + "; libibverbs of rdma-core 32 or later is needed; look at LD_LIBRARY_PATH and"
                    + " -Dmpj.verbs.library=FILE");
            }
        }
    }

    /**
     * ibv_resize_cq. Returns 0 or an errno. The bindings do not have this function, because only processes that meet
     * other jobs need it.
     */
    static int resize(MemorySegment completionQueue, int size) {
        try {
            return (int) Resize.HANDLE.invokeExact(completionQueue, size);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static final class Resize {
        static final MethodHandle HANDLE = Linux.linker().downcallHandle(
            verbs_h.SYMBOL_LOOKUP.find("ibv_resize_cq").orElseThrow(),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    }

    /** The text of an errno. */
    static String error(int errno) {
        return libc_h.strerror(errno).getString(0) + " (errno " + errno + ")";
    }

    /** The text of the status of a work completion. */
    static String status(int status) {
        return verbs_h.ibv_wc_status_str(status).getString(0) + " (" + status + ")";
    }
}
