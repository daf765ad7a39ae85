package mpj.bench.tune;

import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpj.collectives.Collective;

/**
 * The time of one collective by one algorithm. It is the best of three means, each of the slowest rank over a few
 * repetitions.
 */
final class Timing {
    /**
     * The collectives without the v forms. The choice for a v form does not depend on the size, or is the same as for
     * equal blocks.
     */
    static final List<Collective> MEASURED = List.of(Collective.BARRIER, Collective.BCAST, Collective.GATHER,
        Collective.SCATTER, Collective.ALLGATHER, Collective.ALLTOALL, Collective.REDUCE, Collective.ALLREDUCE,
        Collective.REDUCE_SCATTER, Collective.SCAN, Collective.EXSCAN);
    private static final String ALGORITHMS = "mpj.coll.algorithms";
    private static final long VOLUME = 8L << 20;
    private static final int MOST_REPETITIONS = 2000;
    private static final int TRIES = 3;
    /** Repetitions before the measurement, for the compiler. */
    private static final int WARM_UPS = 2;

    private final Collective collective;
    private final int elements;
    private final int repetitions;
    private final Intracomm comm;
    private final double[] send;
    private final double[] receive;
    private final int[] counts;

    Timing(Collective collective, String algorithm, int bytes) {
        this.collective = collective;
        System.setProperty(ALGORITHMS, collective.label() + ":" + algorithm);
        comm = (Intracomm) MPI.COMM_WORLD.clone();
        int size = comm.Size();
        elements = bytes / Double.BYTES;
        repetitions = Math.clamp(VOLUME / bytes, 3, MOST_REPETITIONS);
        send = new double[elements * (isPerRank(collective) ? size : 1)];
        receive = new double[send.length];
        counts = new int[size];
        for (int i = 0; i < size; i++) {
            counts[i] = elements / size + (i < elements % size ? 1 : 0);
        }
    }

    /** Whether the buffers have a block of this size for each rank. */
    static boolean isPerRank(Collective collective) {
        return switch (collective) {
            case GATHER, SCATTER, ALLGATHER, ALLTOALL -> true;
            default -> false;
        };
    }

    double microseconds() {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < WARM_UPS; i++) {
            slowest(measure());
        }
        for (int i = 0; i < TRIES; i++) {
            best = Math.min(best, slowest(measure()));
        }
        System.clearProperty(ALGORITHMS);
        comm.Free();
        return best;
    }

    private double measure() {
        comm.Barrier();
        long start = System.nanoTime();
        for (int i = 0; i < repetitions; i++) {
            call();
        }
        return (System.nanoTime() - start) / 1e3 / repetitions;
    }

    private double slowest(double mine) {
        double[] all = new double[1];
        comm.Allreduce(new double[] {mine}, 0, all, 0, 1, MPI.DOUBLE, MPI.MAX);
        return all[0];
    }

    private void call() {
        switch (collective) {
            case BCAST -> comm.Bcast(receive, 0, elements, MPI.DOUBLE, 0);
            case GATHER -> comm.Gather(send, 0, elements, MPI.DOUBLE, receive, 0, elements, MPI.DOUBLE, 0);
            case SCATTER -> comm.Scatter(send, 0, elements, MPI.DOUBLE, receive, 0, elements, MPI.DOUBLE, 0);
            case ALLGATHER -> comm.Allgather(send, 0, elements, MPI.DOUBLE, receive, 0, elements, MPI.DOUBLE);
            case ALLTOALL -> comm.Alltoall(send, 0, elements, MPI.DOUBLE, receive, 0, elements, MPI.DOUBLE);
            case REDUCE -> comm.Reduce(send, 0, receive, 0, elements, MPI.DOUBLE, MPI.SUM, 0);
            case ALLREDUCE -> comm.Allreduce(send, 0, receive, 0, elements, MPI.DOUBLE, MPI.SUM);
            case REDUCE_SCATTER -> comm.Reduce_scatter(send, 0, receive, 0, counts, MPI.DOUBLE, MPI.SUM);
            case SCAN -> comm.Scan(send, 0, receive, 0, elements, MPI.DOUBLE, MPI.SUM);
            case EXSCAN -> comm.Exscan(send, 0, receive, 0, elements, MPI.DOUBLE, MPI.SUM);
            default -> comm.Barrier();
        }
    }
}
