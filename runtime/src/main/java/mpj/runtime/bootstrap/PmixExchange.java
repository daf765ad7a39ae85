package mpj.runtime.bootstrap;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import mpj.runtime.pmix.PmixClient;
import mpj.runtime.spawn.ForeignProgram;
import mpj.runtime.wire.JobEnvironment;

/** The exchange of a launcher that serves PMIx. */
record PmixExchange(PmixClient client) implements ForeignExchange, ForeignSpawning {
    private static final long WATCH_NANOS = 300_000_000;

    static JoinedJob join(Map<String, String> environment) {
        try {
            PmixExchange exchange = new PmixExchange(PmixClient.open());
            byte[] secret = JobSecret.ofEnvironment(environment);
            if (secret == null) {
                JobSecret.publish(exchange);
                exchange.fence();
                secret = JobSecret.published(exchange);
            }
            return new JoinedJob(exchange, exchange, exchange.size(), exchange.client.localSize(), secret);
        } catch (IOException e) {
            throw new BootstrapException("the PMIx server cannot be used: " + e.getMessage()
                + "; if this program was not started by mpirun or srun itself, unset PMIX_RANK", e);
        }
    }

    @Override
    public String server() {
        return "the PMIx server";
    }

    @Override
    public int rank() {
        return client.rank();
    }

    @Override
    public int size() throws IOException {
        return client.size();
    }

    @Override
    public int applicationNumber() {
        return client.applicationNumber();
    }

    @Override
    public void put(String key, byte[] value) throws IOException {
        client.put(key, value);
    }

    @Override
    public byte[] get(int rank, String key) throws IOException {
        return client.get(rank, key);
    }

    @Override
    public void fence() throws IOException {
        client.fence();
    }

    @Override
    public Optional<Registry> names() {
        return Optional.of(new PmixRegistry(client.names()));
    }

    @Override
    public void spawn(List<ForeignProgram> programs, String parentPort, SpawnWait wait) throws IOException {
        String job = client.spawn(programs, Map.of(JobEnvironment.PARENT_PORT, parentPort));
        Thread.ofPlatform().daemon().name("mpj-spawned").start(() -> watch(job, wait));
    }

    /** Open MPI 5 does not end the other jobs when a spawned job fails. */
    private void watch(String job, SpawnWait wait) {
        while (wait.isOn()) {
            LockSupport.parkNanos(WATCH_NANOS);
            if (client.hasEnded(job)) {
                wait.ended("the processes ended before they had joined their job, which " + server() + " calls "
                    + job);
            }
        }
    }

    @Override
    public String parentPort() {
        return System.getenv(JobEnvironment.PARENT_PORT);
    }

    @Override
    public OptionalInt universeSize() {
        return client.universeSize();
    }

    @Override
    public void abort(int code, String message) throws IOException {
        client.abort(code, message);
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
