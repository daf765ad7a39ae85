package mpj.runtime.pmix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;
import mpj.bindings.libc.libc_h;
import mpj.bindings.pmix.pmix_byte_object;
import mpj.bindings.pmix.pmix_h;
import mpj.bindings.pmix.pmix_proc;
import mpj.bindings.pmix.pmix_value;

/** This process as a client of its PMIx server. Thread-safe, as libpmix is. */
public final class PmixClient {
    private static final String PREFIX = "mpj.";
    private static final String RANK = "PMIX_RANK";
    private static final String NAMESPACE = "PMIX_NAMESPACE";

    private final Path library;
    private final String namespace;
    private final int rank;

    private PmixClient(Path library, String namespace, int rank) {
        this.library = library;
        this.namespace = namespace;
        this.rank = rank;
    }

    /** Whether a PMIx launcher started the process that has this environment. */
    public static boolean isPresent(Map<String, String> environment) {
        return environment.containsKey(RANK) && environment.containsKey(NAMESPACE);
    }

    /**
     * Says hello to the server.
     *
     * @throws IOException when there is no libpmix, or the server does not answer
     */
    public static PmixClient open() throws IOException {
        Path library = PmixLibrary.load();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment self = pmix_proc.allocate(arena);
            int status = pmix_h.PMIx_Init(self, MemorySegment.NULL, 0);
            if (status != pmix_h.PMIX_SUCCESS()) {
                throw failure("PMIx_Init (" + library + ")", status);
            }
            return new PmixClient(library, pmix_proc.nspace(self).getString(0), pmix_proc.rank(self));
        }
    }

    /** The libpmix in use. */
    public Path library() {
        return library;
    }

    /** This process's rank. */
    public int rank() {
        return rank;
    }

    /** The number of ranks. */
    public int size() throws IOException {
        return jobNumber("pmix.job.size");
    }

    /** The number of this rank's program among those of the job; 0 where that is not told. */
    public int applicationNumber() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = get(rank, "pmix.appnum", arena);
            if (value == null) {
                return 0;
            }
            int number = pmix_value.data.uint32(pmix_value.data(value));
            libc_h.free(value);
            return number;
        } catch (IOException e) {
            return 0; // servers without programs of their own have several ways to say so
        }
    }

    /** The number of ranks on this host. */
    public int localSize() throws IOException {
        return jobNumber("pmix.local.size");
    }

    /** Publishes a value of this rank at the next fence. */
    public void put(String key, byte[] bytes) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = pmix_value.allocate(arena);
            pmix_value.type(value, (short) pmix_h.PMIX_BYTE_OBJECT());
            MemorySegment object = pmix_value.data.bo(pmix_value.data(value));
            pmix_byte_object.bytes(object, arena.allocateFrom(JAVA_BYTE, bytes));
            pmix_byte_object.size(object, bytes.length);
            check("PMIx_Put", pmix_h.PMIx_Put((byte) pmix_h.PMIX_GLOBAL(), arena.allocateFrom(PREFIX + key), value));
        }
    }

    /** Returns when every rank is here. Values are not handed round: a get fetches them when it comes to that. */
    public void fence() throws IOException {
        check("PMIx_Commit", pmix_h.PMIx_Commit());
        check("PMIx_Fence", pmix_h.PMIx_Fence(MemorySegment.NULL, 0, MemorySegment.NULL, 0));
    }

    /** What a rank published before the last fence, or null. */
    public byte[] get(int ofRank, String key) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = get(ofRank, PREFIX + key, arena);
            if (value == null) {
                return null;
            }
            MemorySegment object = pmix_value.data.bo(pmix_value.data(value));
            MemorySegment bytes = pmix_byte_object.bytes(object);
            try {
                return bytes.reinterpret(pmix_byte_object.size(object)).toArray(JAVA_BYTE);
            } finally {
                libc_h.free(bytes);
                libc_h.free(value);
            }
        }
    }

    private int jobNumber(String key) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = get(pmix_h.PMIX_RANK_WILDCARD(), key, arena);
            if (value == null) {
                throw new IOException("the PMIx server does not tell " + key);
            }
            int number = pmix_value.data.uint32(pmix_value.data(value));
            libc_h.free(value);
            return number;
        }
    }

    /** A value that belongs to the caller, or null when there is none. */
    private MemorySegment get(int ofRank, String key, Arena arena) throws IOException {
        MemorySegment from = pmix_proc.allocate(arena);
        pmix_proc.nspace(from).setString(0, namespace);
        pmix_proc.rank(from, ofRank);
        MemorySegment answer = arena.allocate(ADDRESS);
        int status = pmix_h.PMIx_Get(from, arena.allocateFrom(key), MemorySegment.NULL, 0, answer);
        if (status == pmix_h.PMIX_ERR_NOT_FOUND()) {
            return null;
        }
        check("PMIx_Get of " + key, status);
        return answer.get(ADDRESS, 0).reinterpret(pmix_value.sizeof());
    }

    /** Asks the server to end the job. */
    public void abort(int code, String message) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            check("PMIx_Abort", pmix_h.PMIx_Abort(code, arena.allocateFrom(message), MemorySegment.NULL, 0));
        }
    }

    /** Says that this rank needs the server no more. */
    public void close() throws IOException {
        check("PMIx_Finalize", pmix_h.PMIx_Finalize(MemorySegment.NULL, 0));
    }

    private static void check(String call, int status) throws IOException {
        if (status != pmix_h.PMIX_SUCCESS()) {
            throw failure(call, status);
        }
    }

    private static IOException failure(String call, int status) {
        return new IOException(call + ": " + pmix_h.PMIx_Error_string(status).getString(0) + " (" + status + ")");
    }
}
