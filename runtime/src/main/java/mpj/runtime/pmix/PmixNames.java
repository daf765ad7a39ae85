package mpj.runtime.pmix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import mpj.bindings.Linux;
import mpj.bindings.libc.libc_h;
import mpj.bindings.pmix.pmix_h;
import mpj.bindings.pmix.pmix_info;
import mpj.bindings.pmix.pmix_proc;
import mpj.bindings.pmix.pmix_value;

/**
 * The names that a PMIx server keeps until the job that has published them ends. By default they are for the jobs of
 * the same server. The servers of Open MPI 4 and 5 accept a name twice, and then keep only the first value.
 * Thread-safe.
 *
 * @param namespace of this process
 * @param rank of this process
 */
public record PmixNames(String namespace, int rank) {
    private static final String PREFIX = "mpj.name.";

    /**
     * What somebody has published.
     *
     * @param namespace of the process that has published the value
     * @param rank of that process
     * @param value the value
     */
    public record Published(String namespace, int rank, String value) {
    }

    /** The calls and the layout that they need. They are linked with the first request, which few programs have. */
    private static final class Calls {
        private static final String VALUE = "value";
        private static final String KEY = "key";
        private static final MemoryLayout ENTRY = entry();
        private static final MethodHandle PUBLISH = link("PMIx_Publish",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));
        private static final MethodHandle LOOK_UP = link("PMIx_Lookup",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG));
        private static final MethodHandle UNPUBLISH = link("PMIx_Unpublish",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG));

        /** The structure pmix_pdata. */
        private static MemoryLayout entry() {
            MemoryLayout process = pmix_proc.layout();
            MemoryLayout key = pmix_info.key$layout();
            MemoryLayout value = pmix_value.layout();
            long end = process.byteSize() + key.byteSize();
            return MemoryLayout.structLayout(process, key.withName(KEY),
                MemoryLayout.paddingLayout(value.byteAlignment() - end % value.byteAlignment()), value.withName(VALUE));
        }

        private static MethodHandle link(String name, FunctionDescriptor type) {
            return Linux.linker().downcallHandle(SymbolLookup.loaderLookup().find(name).orElseThrow(), type);
        }

        static MemorySegment key(MemorySegment entry) {
            return part(entry, KEY);
        }

        static MemorySegment value(MemorySegment entry) {
            return part(entry, VALUE);
        }

        private static MemorySegment part(MemorySegment entry, String name) {
            PathElement path = PathElement.groupElement(name);
            return entry.asSlice(ENTRY.byteOffset(path), ENTRY.select(path));
        }
    }

    private interface Call {
        int run() throws Throwable;
    }

    /** Publishes a value. A value that somebody has published already stays, whether the server says so or not. */
    public void publish(String name, String value) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = PmixClient.text(key(name), value, arena);
            PmixClient.check("PMIx_Publish", run(() -> (int) Calls.PUBLISH.invokeExact(info, 1L)));
        }
    }

    /** Returns what was published under a name. */
    public Optional<Published> lookUp(String name) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment entry = arena.allocate(Calls.ENTRY);
            Calls.key(entry).setString(0, key(name));
            int status = run(() -> (int) Calls.LOOK_UP.invokeExact(entry, 1L, MemorySegment.NULL, 0L));
            MemorySegment value = Calls.value(entry);
            if (status == pmix_h.PMIX_ERR_NOT_FOUND()
                || status == pmix_h.PMIX_SUCCESS() && pmix_value.type(value) != pmix_h.PMIX_STRING()) {
                return Optional.empty();
            }
            PmixClient.check("PMIx_Lookup", status);
            MemorySegment text = pmix_value.data.string(pmix_value.data(value));
            try {
                return Optional.of(new Published(pmix_proc.nspace(entry).getString(0), pmix_proc.rank(entry),
                    text.getString(0)));
            } finally {
                libc_h.free(text);
            }
        }
    }

    /** Withdraws what this process has published under a name. */
    public void withdraw(String name) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment keys = arena.allocate(ADDRESS, 2); // the second ends the list
            keys.setAtIndex(ADDRESS, 0, arena.allocateFrom(key(name)));
            PmixClient.check("PMIx_Unpublish",
                run(() -> (int) Calls.UNPUBLISH.invokeExact(keys, MemorySegment.NULL, 0L)));
        }
    }

    /** The key of a name. Keys of PMIx are shorter than the longest name. */
    private static String key(String name) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return PREFIX + HexFormat.of().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    private static int run(Call call) {
        try {
            return call.run();
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
