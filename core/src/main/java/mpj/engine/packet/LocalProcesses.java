package mpj.engine.packet;

import java.util.BitSet;
import mpj.engine.wait.WaitPolicy;

/**
 * The processes that share the cores of this host: the ranks of this job, and processes of other jobs for as long as
 * the jobs are connected. Guarded by the engine's lock.
 */
final class LocalProcesses {
    private final int ranks;
    private final int cores;
    private final BitSet others = new BitSet();
    private boolean expectsOthers;

    /**
     * @param ranks the number of this job's ranks on this host
     * @param cores the number of cores that they may use
     * @param spawned whether another job has spawned this one. Until both jobs are connected, one process of the other
     *     job counts as local.
     */
    LocalProcesses(int ranks, int cores, boolean spawned) {
        this.ranks = ranks;
        this.cores = cores;
        expectsOthers = spawned;
    }

    /**
     * Takes note of a process of another job, with which this job is connected from now on.
     *
     * @param index its index
     * @param local whether it is on this host
     */
    void met(int index, boolean local) {
        others.set(index, local);
        expectsOthers = false;
    }

    /** Forgets the processes of other jobs. */
    void clear() {
        others.clear();
        expectsOthers = false;
    }

    /** How a rank waits among these processes. */
    WaitPolicy policy() {
        return WaitPolicy.of(ranks + (expectsOthers ? 1 : others.cardinality()), cores);
    }
}
