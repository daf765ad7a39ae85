package mpj.runtime.bootstrap;

import java.io.IOException;
import java.util.Map;
import mpj.runtime.pmix.PmixClient;

/** The bootstrap of a rank that a PMIx launcher started. */
final class PmixBootstrap implements Bootstrap {
    private static final String SECRET = "secret";

    private final PmixClient client;
    private final int size;
    private final int localSize;
    private final byte[] secret;

    private PmixBootstrap(PmixClient client, Map<String, String> environment) throws IOException {
        this.client = client;
        size = client.size();
        localSize = client.localSize();
        byte[] shared = JobSecret.ofEnvironment(environment);
        if (shared == null) {
            if (rank() == 0) {
                client.put(SECRET, JobSecret.random());
            }
            client.fence();
            shared = get(0, SECRET);
        }
        secret = shared;
    }

    static PmixBootstrap connect(Map<String, String> environment) {
        try {
            return new PmixBootstrap(PmixClient.open(), environment);
        } catch (IOException e) {
            throw new BootstrapException("the PMIx server cannot be used: " + e.getMessage()
                + "; if this program was not started by mpirun or srun itself, unset PMIX_RANK", e);
        }
    }

    @Override
    public int rank() {
        return client.rank();
    }

    @Override
    public int size() {
        return size;
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
            client.put(key, value);
        } catch (IOException e) {
            throw lost("publishing \"" + key + "\"", e);
        }
    }

    @Override
    public byte[] get(int rank, String key) {
        Limits.checkRank(rank, size);
        Limits.checkKey(key);
        byte[] value;
        try {
            value = client.get(rank, key);
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
            client.fence();
        } catch (IOException e) {
            throw lost("the fence", e);
        }
    }

    @Override
    public void abort(int code, String message) {
        AbortedRank.report(rank(), code, message);
        try {
            client.abort(code, message);
        } catch (IOException e) {
            System.err.println("rank " + rank() + ": the PMIx server was not told: " + e.getMessage());
        }
        Runtime.getRuntime().halt(code);
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (IOException e) {
            throw lost("the farewell", e);
        }
    }

    private static BootstrapException lost(String during, IOException cause) {
        return new BootstrapException("the PMIx server failed at " + during + ": " + cause.getMessage(), cause);
    }
}
