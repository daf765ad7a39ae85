package mpj.runtime.bootstrap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.Message;

/** The bootstrap of a rank that another launcher started. */
final class ForeignBootstrap implements Bootstrap {
    private final ForeignExchange exchange;
    private final ForeignSpawning spawning;
    private final int size;
    private final int localSize;
    private final byte[] secret;
    private final RankNames names = new RankNames();

    ForeignBootstrap(JoinedJob job) {
        exchange = job.exchange();
        spawning = job.spawning();
        size = job.size();
        localSize = job.localSize();
        secret = job.secret();
    }

    /**
     * Makes the bootstrap over an exchange that belongs to no launcher. Even so, mpjrun may have started the process.
     */
    static Bootstrap over(ForeignExchange exchange, int localSize, byte[] secret, Map<String, String> environment) {
        try {
            String started = environment.get(JobEnvironment.SIZE);
            if (started != null && !started.equals(Integer.toString(exchange.size()))) {
                throw new BootstrapException("mpjrun started this process as one of " + started + " ranks, but for "
                    + exchange.server() + " it is one of " + exchange.size() + ": a library of MPI needs its own"
                    + " launcher; start the job with that library's mpiexec, see docs/launchers.md");
            }
            return new ForeignBootstrap(new JoinedJob(exchange, null, exchange.size(), localSize, secret));
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

    @Override
    public int[] spawn(SpawnRequest request, SpawnWait wait) {
        if (spawning == null) {
            throw new BootstrapException(exchange.server() + " starts no further programs; "
                + SpawnRequest.WITHOUT_LAUNCHER);
        }
        SpawnRequest resolved = request.resolved();
        try {
            spawning.spawn(resolved.commands().stream().map(PlainJava::of).toList(), request.parentPort(), wait);
            return resolved.counts();
        } catch (IOException e) {
            throw new BootstrapException(exchange.server() + " has not started the programs: " + e.getMessage() + "; "
                + SpawnRequest.WITHOUT_LAUNCHER, e);
        }
    }

    @Override
    public Optional<String> parentPort() {
        try {
            return Optional.ofNullable(spawning == null ? null : spawning.parentPort());
        } catch (IOException e) {
            throw lost("asking for the port of the job that spawned this job", e);
        }
    }

    @Override
    public OptionalInt universeSize() {
        try {
            return spawning == null ? OptionalInt.empty() : spawning.universeSize();
        } catch (IOException e) {
            throw lost("asking for the size of the universe", e);
        }
    }

    /**
     * The launcher takes no such information. But mpjrun may have started the launcher; it then reads the profiles that
     * the ranks write to files.
     */
    @Override
    public void tell(Topic topic, String text) {
        String folder = RuntimeProperties.PROFILE_FOLDER.value();
        if (topic == Topic.PROFILE && !folder.isEmpty()) {
            Path file = RankProfile.file(Path.of(folder), rank());
            try {
                Files.writeString(file, text);
            } catch (IOException e) {
                System.err.println("rank " + rank() + ": its profile could not be written to " + file + ": " + e);
            }
        }
    }

    @Override
    public Registry names() {
        return names.of(rank(), exchange.names());
    }

    @Override
    public void abort(int code, String message) {
        AbortedRank.report(rank(), code, message);
        try {
            exchange.abort(code, message);
        } catch (IOException e) {
            System.err.println("rank " + rank() + ": " + exchange.server() + " was not told of the abort: "
                + e.getMessage());
        }
        Runtime.getRuntime().halt(Message.Abort.exitCode(code));
    }

    @Override
    public void close() {
        names.close();
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
