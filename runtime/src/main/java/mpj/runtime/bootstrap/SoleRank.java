package mpj.runtime.bootstrap;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import mpj.bindings.RandomBytes;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.Message;

/**
 * The bootstrap of a program that was started by plain {@code java}: it has one rank, and the values that the rank
 * publishes are for itself.
 */
final class SoleRank implements Bootstrap {
    /** Random although no other rank has to know it, because the process may meet processes of other jobs. */
    private final byte[] secret = RandomBytes.of(JobEnvironment.SECRET_BYTES);
    private final Map<String, byte[]> staged = new HashMap<>();
    private final Map<String, byte[]> published = new HashMap<>();
    private final RankNames names = new RankNames();

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public int localSize() {
        return 1;
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    @Override
    public synchronized void put(String key, byte[] value) {
        Limits.check(key, value);
        staged.put(key, value.clone());
    }

    @Override
    public synchronized byte[] get(int rank, String key) {
        Limits.checkRank(rank, 1);
        byte[] value = published.get(key);
        if (value == null) {
            throw new BootstrapException("rank 0 has published no \"" + key + "\" before the last fence");
        }
        return value.clone();
    }

    @Override
    public synchronized void fence() {
        published.putAll(staged);
        staged.clear();
    }

    /** Starts an mpjrun for the programs. It does not wait for them. */
    @Override
    public int[] spawn(SpawnRequest request, SpawnWait wait) {
        SpawnRequest resolved = request.resolved();
        LocalLauncher.start(resolved, wait);
        return resolved.counts();
    }

    /** As under mpjrun, the host has at least a slot for each core. */
    @Override
    public OptionalInt universeSize() {
        return OptionalInt.of(Runtime.getRuntime().availableProcessors());
    }

    @Override
    public Registry names() {
        return names.of(0, Optional.empty());
    }

    @Override
    public void abort(int code, String message) {
        AbortedRank.report(0, code, message);
        Runtime.getRuntime().halt(Message.Abort.exitCode(code));
    }

    @Override
    public void close() {
        names.close();
    }
}
