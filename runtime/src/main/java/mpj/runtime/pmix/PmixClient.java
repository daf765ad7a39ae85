package mpj.runtime.pmix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import mpj.bindings.libc.libc_h;
import mpj.bindings.pmix.pmix_app;
import mpj.bindings.pmix.pmix_byte_object;
import mpj.bindings.pmix.pmix_h;
import mpj.bindings.pmix.pmix_info;
import mpj.bindings.pmix.pmix_proc;
import mpj.bindings.pmix.pmix_query;
import mpj.bindings.pmix.pmix_value;
import mpj.runtime.spawn.ForeignProgram;

/** This process as a client of its PMIx server. Thread-safe, because libpmix is. */
public final class PmixClient {
    private static final String PREFIX = "mpj.";
    private static final String RANK = "PMIX_RANK";
    private static final String NAMESPACE = "PMIX_NAMESPACE";

    private final Path library;
    private final String namespace;
    private final int rank;
    /** No call of the library may be under way, or follow, when it has been finalized. */
    private boolean closed;

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
     * Connects to the server.
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

    /** The number of this rank's program among the programs of the job; 0 where the server does not tell it. */
    public int applicationNumber() {
        return number(rank, "pmix.appnum").orElse(0);
    }

    /** The number of ranks that the job's hosts have slots for; empty if the server does not tell it. */
    public OptionalInt universeSize() {
        return number(pmix_h.PMIX_RANK_WILDCARD(), "pmix.univ.size");
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

    /**
     * Waits until every rank has called this method. The fence does not distribute the values: a get fetches its value
     * when it is called.
     */
    public void fence() throws IOException {
        check("PMIx_Commit", pmix_h.PMIx_Commit());
        check("PMIx_Fence", pmix_h.PMIx_Fence(MemorySegment.NULL, 0, MemorySegment.NULL, 0));
    }

    /** Returns the value that a rank published before the last fence, or null. */
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
        return number(pmix_h.PMIX_RANK_WILDCARD(), key).orElseThrow(
            () -> new IOException("the PMIx server does not tell " + key));
    }

    /** Servers report in several ways that they do not know a number. */
    private OptionalInt number(int ofRank, String key) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = get(ofRank, key, arena);
            if (value == null) {
                return OptionalInt.empty();
            }
            int number = pmix_value.data.uint32(pmix_value.data(value));
            libc_h.free(value);
            return OptionalInt.of(number);
        } catch (IOException e) {
            return OptionalInt.empty();
        }
    }

    /** Returns a value that belongs to the caller, or null when there is none. */
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

    /** The names that the server keeps. */
    public PmixNames names() {
        return new PmixNames(namespace, rank);
    }

    /**
     * Asks the server to start programs as a job of their own, and waits until the server has done so.
     *
     * @param environment further variables of the programs
     * @return the server's name for the job
     */
    public String spawn(List<ForeignProgram> programs, Map<String, String> environment) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment apps = pmix_app.allocateArray(programs.size(), arena);
            List<String> variables = new ArrayList<>();
            environment.forEach((name, value) -> variables.add(name + "=" + value));
            for (int i = 0; i < programs.size(); i++) {
                ForeignProgram program = programs.get(i);
                MemorySegment app = pmix_app.asSlice(apps, i);
                pmix_app.cmd(app, arena.allocateFrom(program.executable()));
                pmix_app.argv(app, texts(program.words(), arena));
                pmix_app.env(app, texts(variables, arena));
                if (program.folder() != null) {
                    pmix_app.cwd(app, arena.allocateFrom(program.folder().toString()));
                }
                pmix_app.maxprocs(app, program.count());
                if (program.hosts() != null) {
                    pmix_app.info(app, text("pmix.host", program.hosts(), arena));
                    pmix_app.ninfo(app, 1);
                }
            }
            MemorySegment job = arena.allocate(pmix_proc.nspace$layout());
            check("PMIx_Spawn", pmix_h.PMIx_Spawn(MemorySegment.NULL, 0, apps, programs.size(), job));
            return job.getString(0);
        }
    }

    /** Whether the server no longer has this job. False if the server does not tell which jobs it has. */
    public synchronized boolean hasEnded(String job) {
        if (closed) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment query = pmix_query.allocate(arena);
            pmix_query.keys(query, texts(List.of("pmix.qry.ns"), arena));
            MemorySegment results = arena.allocate(ADDRESS);
            MemorySegment count = arena.allocate(JAVA_LONG);
            if (pmix_h.PMIx_Query_info(query, 1, results, count) != pmix_h.PMIX_SUCCESS()
                || count.get(JAVA_LONG, 0) == 0) {
                return false;
            }
            MemorySegment info = results.get(ADDRESS, 0).reinterpret(pmix_info.sizeof());
            MemorySegment value = pmix_info.value(info);
            try {
                if (pmix_value.type(value) != pmix_h.PMIX_STRING()) {
                    return false;
                }
                MemorySegment names = pmix_value.data.string(pmix_value.data(value));
                boolean ended = !List.of(names.getString(0).split(",")).contains(job);
                libc_h.free(names);
                return ended;
            } finally {
                libc_h.free(info);
            }
        }
    }

    /** An array of C strings that ends with NULL. */
    private static MemorySegment texts(List<String> texts, Arena arena) {
        MemorySegment array = arena.allocate(ADDRESS, texts.size() + 1L);
        for (int i = 0; i < texts.size(); i++) {
            array.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i)));
        }
        return array;
    }

    /** An info that has a text. */
    static MemorySegment text(String key, String text, Arena arena) {
        MemorySegment info = pmix_info.allocate(arena);
        pmix_info.key(info).setString(0, key);
        MemorySegment value = pmix_info.value(info);
        pmix_value.type(value, (short) pmix_h.PMIX_STRING());
        pmix_value.data.string(pmix_value.data(value), arena.allocateFrom(text));
        return info;
    }

    /** Asks the server to end the job. */
    public void abort(int code, String message) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            check("PMIx_Abort", pmix_h.PMIx_Abort(code, arena.allocateFrom(message), MemorySegment.NULL, 0));
        }
    }

    /** Says that this rank no longer needs the server. */
    public synchronized void close() throws IOException {
        closed = true;
        check("PMIx_Finalize", pmix_h.PMIx_Finalize(MemorySegment.NULL, 0));
    }

    static void check(String call, int status) throws IOException {
        if (status != pmix_h.PMIX_SUCCESS()) {
            throw failure(call, status);
        }
    }

    private static IOException failure(String call, int status) {
        return new IOException(call + ": " + pmix_h.PMIx_Error_string(status).getString(0) + " (" + status + ")");
    }
}
