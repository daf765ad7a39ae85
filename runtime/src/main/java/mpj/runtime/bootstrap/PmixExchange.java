package mpj.runtime.bootstrap;

import java.io.IOException;
import java.util.Map;
import mpj.runtime.pmix.PmixClient;

/** The exchange of a launcher that serves PMIx. */
record PmixExchange(PmixClient client) implements ForeignExchange {

    static JoinedJob join(Map<String, String> environment) {
        try {
            PmixExchange exchange = new PmixExchange(PmixClient.open());
            byte[] secret = JobSecret.ofEnvironment(environment);
            if (secret == null) {
                JobSecret.publish(exchange);
                exchange.fence();
                secret = JobSecret.published(exchange);
            }
            return new JoinedJob(exchange, exchange.size(), exchange.client.localSize(), secret);
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
    public void abort(int code, String message) throws IOException {
        client.abort(code, message);
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
