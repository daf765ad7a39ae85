package mpj.runtime.bootstrap;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import mpj.bindings.ThisHost;
import mpj.runtime.pmi.KeyValueSpace;
import mpj.runtime.pmi.PmiEnvironment;
import mpj.runtime.pmi.PmiSession;
import mpj.runtime.pmi.ProcessMapping;

/** The bootstrap of a rank that a PMI-1 or PMI-2 launcher started. */
final class PmiBootstrap implements Bootstrap {
    private static final String SECRET = "secret";
    private static final String HOST = "host";
    /** Hydra's, for servers that do not tell the mapping. */
    private static final String LOCAL_RANKS = "MPI_LOCALNRANKS";

    private final PmiSession session;
    private final KeyValueSpace values;
    private final String server;
    private final byte[] secret;
    private final int localSize;

    private PmiBootstrap(PmiSession session, String server, Map<String, String> environment) throws IOException {
        this.session = session;
        this.values = new KeyValueSpace(session);
        this.server = server;
        byte[] shared = JobSecret.ofEnvironment(environment);
        int local = ProcessMapping.parse(session.jobAttribute(ProcessMapping.KEY)).localSize(rank(), size());
        if (local < 0 && environment.containsKey(LOCAL_RANKS)) {
            local = Integer.parseInt(environment.get(LOCAL_RANKS));
        }
        if (shared == null && rank() == 0) {
            values.put(SECRET, JobSecret.random());
        }
        if (local < 0) {
            values.put(HOST, ownHost());
        }
        session.fence();
        secret = shared != null ? shared : get(0, SECRET);
        localSize = local >= 0 ? local : countOwnHost();
    }

    private static byte[] ownHost() {
        return ThisHost.identity().getBytes(StandardCharsets.UTF_8);
    }

    private int countOwnHost() {
        byte[] own = ownHost();
        int count = 0;
        for (int rank = 0; rank < size(); rank++) {
            if (Arrays.equals(own, get(rank, HOST))) {
                count++;
            }
        }
        return count;
    }

    static PmiBootstrap connect(Map<String, String> variables) {
        PmiEnvironment environment;
        try {
            environment = PmiEnvironment.read(variables, RuntimeProperties.PMI_VERSION.intValue());
        } catch (IllegalArgumentException e) {
            throw new BootstrapException(e.getMessage(), e);
        }
        try {
            return new PmiBootstrap(environment.open(), environment.server(), variables);
        } catch (IOException e) {
            throw new BootstrapException("the PMI server (" + environment.server() + ") cannot be used: "
                + e.getMessage() + "; if this program was not started by mpiexec or srun itself, unset PMI_FD and "
                + "PMI_PORT", e);
        }
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
    public int localSize() {
        return localSize;
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    @Override
    public void put(String key, byte[] value) {
        Limits.check(key, value);
        try {
            values.put(key, value);
        } catch (IOException e) {
            throw lost("publishing \"" + key + "\"", e);
        }
    }

    @Override
    public byte[] get(int rank, String key) {
        Limits.checkRank(rank, size());
        Limits.checkKey(key);
        byte[] value;
        try {
            value = values.get(rank, key);
        } catch (IOException e) {
            throw lost("asking for \"" + key + "\" of rank " + rank, e);
        }
        if (value == null) {
            throw new BootstrapException("rank " + rank + " has published no \"" + key + "\" before the last fence");
        }
        return value;
    }

    @Override
    public void fence() {
        try {
            session.fence();
        } catch (IOException e) {
            throw lost("the fence", e);
        }
    }

    @Override
    public void abort(int code, String message) {
        AbortedRank.report(rank(), code, message);
        try {
            session.abort(code, message);
        } catch (IOException e) {
            System.err.println("rank " + rank() + ": the PMI server was not told: " + e.getMessage());
        }
        Runtime.getRuntime().halt(code);
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (IOException e) {
            throw lost("the farewell", e);
        }
    }

    private BootstrapException lost(String during, IOException cause) {
        return new BootstrapException("the PMI server (" + server + ") failed at " + during + ": "
            + cause.getMessage(), cause);
    }
}
