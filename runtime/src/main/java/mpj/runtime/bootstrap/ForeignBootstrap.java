package mpj.runtime.bootstrap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import mpj.runtime.wire.JobEnvironment;

/** The bootstrap of a rank that another launcher started. */
final class ForeignBootstrap implements Bootstrap {
    private final ForeignExchange exchange;
    private final int size;
    private final int localSize;
    private final byte[] secret;

    ForeignBootstrap(JoinedJob job) {
        exchange = job.exchange();
        size = job.size();
        localSize = job.localSize();
        secret = job.secret();
    }

    /** The bootstrap over an exchange that is no launcher's; mpjrun may have started the process all the same. */
    static Bootstrap over(ForeignExchange exchange, int localSize, byte[] secret, Map<String, String> environment) {
        try {
            String started = environment.get(JobEnvironment.SIZE);
            if (started != null && !started.equals(Integer.toString(exchange.size()))) {
                throw new BootstrapException("mpjrun started this process as one of " + started + " ranks, but for "
                    + exchange.server() + " it is one of " + exchange.size() + ": a library of MPI needs its own"
                    + " launcher; start the job with that library's mpiexec, see docs/launchers.md");
            }
            return new ForeignBootstrap(new JoinedJob(exchange, exchange.size(), localSize, secret));
        } catch (IOException e) {
            throw new BootstrapException(exchange.server() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public int rank() {
        return exchange.rank();
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
    public int applicationNumber() {
        try {
            return exchange.applicationNumber();
        } catch (IOException e) {
            throw lost("asking for the number of the program", e);
        }
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    @Override
    public void put(String key, byte[] value) {
        Limits.check(key, value);
        try {
            exchange.put(key, value);
        } catch (IOException e) {
            throw lost("publishing \"" + key + "\"", e);
        }
    }

    @Override
    public byte[] get(int rank, String key) {
        Limits.checkRank(rank, size);
        Limits.checkKey(key);
        try {
            return exchange.require(rank, key);
        } catch (IOException e) {
            throw lost("asking for \"" + key + "\" of rank " + rank, e);
        }
    }

    @Override
    public void fence() {
        try {
            exchange.fence();
        } catch (IOException e) {
            throw lost("the fence", e);
        }
    }

    /** The launcher takes no interest; mpjrun, which has started it, may. */
    @Override
    public void tell(Topic topic, String text) {
        String folder = RuntimeProperties.PROFILE_FOLDER.value();
        if (topic == Topic.PROFILE && !folder.isEmpty()) {
            Path file = RankProfile.file(Path.of(folder), rank());
            try {
                Files.writeString(file, text);
            } catch (IOException e) {
                System.err.println("rank " + rank() + ": where its time went could not be written to " + file + ": "
                    + e);
            }
        }
    }

    @Override
    public void abort(int code, String message) {
        AbortedRank.report(rank(), code, message);
        try {
            exchange.abort(code, message);
        } catch (IOException e) {
            System.err.println("rank " + rank() + ": " + exchange.server() + " was not told: " + e.getMessage());
        }
        Runtime.getRuntime().halt(code);
    }

    @Override
    public void close() {
        try {
            exchange.close();
        } catch (IOException e) {
            throw lost("the farewell", e);
        }
    }

    private BootstrapException lost(String during, IOException cause) {
        return new BootstrapException(exchange.server() + " failed at " + during + ": " + cause.getMessage(), cause);
    }
}
