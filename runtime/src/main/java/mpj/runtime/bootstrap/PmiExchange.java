package mpj.runtime.bootstrap;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import mpj.bindings.ThisHost;
import mpj.runtime.pmi.KeyValueSpace;
import mpj.runtime.pmi.PmiEnvironment;
import mpj.runtime.pmi.PmiSession;
import mpj.runtime.pmi.ProcessMapping;
import mpj.runtime.spawn.ForeignProgram;

/**
 * The exchange of a launcher that serves PMI-1 or PMI-2.
 *
 * @param session the conversation with the launcher
 * @param values the values that the ranks have in the launcher's key-value space
 * @param server what serves the exchange, for use in error messages
 */
record PmiExchange(PmiSession session, KeyValueSpace values, String server)
    implements ForeignExchange, ForeignSpawning {
    /** The space of a spawned job has this key from its beginning. */
    private static final String PARENT_PORT = "mpj-parent-port";
    private static final String HOST = "host";
    /** A variable that Hydra sets, for servers that do not tell the process mapping. */
    private static final String LOCAL_RANKS = "MPI_LOCALNRANKS";

    static JoinedJob join(Map<String, String> variables) {
        PmiEnvironment environment;
        try {
            environment = PmiEnvironment.read(variables, RuntimeProperties.PMI_VERSION.intValue());
        } catch (IllegalArgumentException e) {
            throw new BootstrapException(e.getMessage(), e);
        }
        try {
            PmiSession session = environment.open();
            return new PmiExchange(session, new KeyValueSpace(session), "the PMI server (" + environment.server() + ")")
                .begin(variables, environment.spawns());
        } catch (IOException e) {
            throw new BootstrapException("the PMI server (" + environment.server() + ") cannot be used: "
                + e.getMessage() + "; if this program was not started by mpiexec or srun itself, unset PMI_FD and "
                + "PMI_PORT", e);
        }
    }

    private JoinedJob begin(Map<String, String> environment, boolean spawns) throws IOException {
        byte[] shared = JobSecret.ofEnvironment(environment);
        int local = ProcessMapping.parse(session.jobAttribute(ProcessMapping.KEY)).localSize(rank(), size());
        if (local < 0 && environment.containsKey(LOCAL_RANKS)) {
            local = Integer.parseInt(environment.get(LOCAL_RANKS));
        }
        if (shared == null) {
            JobSecret.publish(this);
        }
        byte[] host = ThisHost.identity().getBytes(StandardCharsets.UTF_8);
        if (local < 0) {
            put(HOST, host);
        }
        fence();
        return new JoinedJob(this, spawns ? this : null, size(), local >= 0 ? local : ranksOf(host),
            shared != null ? shared : JobSecret.published(this));
    }

    private int ranksOf(byte[] host) throws IOException {
        int count = 0;
        for (int rank = 0; rank < size(); rank++) {
            if (Arrays.equals(host, require(rank, HOST))) {
                count++;
            }
        }
        return count;
    }

    @Override
    public int rank() {
        return session.rank();
    }

    @Override
    public int size() {
        return session.size();
    }

    @Override
    public int applicationNumber() throws IOException {
        return session.applicationNumber();
    }

    @Override
    public void put(String key, byte[] value) throws IOException {
        values.put(key, value);
    }

    @Override
    public byte[] get(int rank, String key) throws IOException {
        return values.get(rank, key);
    }

    @Override
    public void fence() throws IOException {
        session.fence();
    }

    @Override
    public void spawn(List<ForeignProgram> programs, String parentPort, SpawnWait wait) throws IOException {
        session.spawn(programs, PARENT_PORT, parentPort);
    }

    @Override
    public String parentPort() throws IOException {
        return session.isSpawned() ? session.get(PARENT_PORT) : null;
    }

    @Override
    public OptionalInt universeSize() throws IOException {
        return session.universeSize();
    }

    @Override
    public void abort(int code, String message) throws IOException {
        session.abort(code, message);
    }

    @Override
    public void close() throws IOException {
        session.close();
    }
}
