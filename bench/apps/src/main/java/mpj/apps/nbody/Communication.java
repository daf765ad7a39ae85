package mpj.apps.nbody;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpj.apps.Stopwatch;

/** The calls of MPI that a simulation makes, and how long they take. */
final class Communication {
    private final Intracomm ranks;
    private final int rank;
    private final int size;
    private final Stopwatch time = new Stopwatch();
    private final int[] sendCounts;
    private final int[] sendOffsets;
    private final int[] receiveCounts;
    private final int[] receiveOffsets;
    private final double[] one = new double[1];
    private long sentBytes;

    Communication(Intracomm ranks) {
        this.ranks = ranks;
        rank = ranks.Rank();
        size = ranks.Size();
        sendCounts = new int[size];
        sendOffsets = new int[size];
        receiveCounts = new int[size];
        receiveOffsets = new int[size];
    }

    int rank() {
        return rank;
    }

    int size() {
        return size;
    }

    /** The seconds in calls of MPI. They include the time of waiting for late ranks. */
    double seconds() {
        return time.seconds();
    }

    /** How many bytes this rank has sent to other ranks in {@link #exchange}. */
    long sentBytes() {
        return sentBytes;
    }

    /** Adds up the first elements of the arrays of all ranks, in place. */
    void sum(long[] values, int count) {
        time.start();
        ranks.Allreduce(MPI.IN_PLACE, 0, values, 0, count, MPI.LONG, MPI.SUM);
        time.stop();
    }

    /** Adds up the arrays of all ranks, in place. */
    void sum(double[] values) {
        reduce(values, MPI.SUM);
    }

    /** Adds up the arrays of all ranks, in place. */
    void sum(float[] values) {
        time.start();
        ranks.Allreduce(MPI.IN_PLACE, 0, values, 0, values.length, MPI.FLOAT, MPI.SUM);
        time.stop();
    }

    double max(double value) {
        one[0] = value;
        reduce(one, MPI.MAX);
        return one[0];
    }

    /** Finds the greatest of all ranks' elements, in place. */
    void max(double[] values) {
        reduce(values, MPI.MAX);
    }

    private void reduce(double[] values, Op operation) {
        time.start();
        ranks.Allreduce(MPI.IN_PLACE, 0, values, 0, values.length, MPI.DOUBLE, operation);
        time.stop();
    }

    /** Adds up the arrays of all ranks. Only rank 0 gets the sum. */
    void sumOnRank0(float[] values, float[] sum) {
        time.start();
        ranks.Reduce(values, 0, sum, 0, values.length, MPI.FLOAT, MPI.SUM, 0);
        time.stop();
    }

    /**
     * Sends each rank its part.
     *
     * @param parts how many records each rank gets; they lie in {@code sent} one rank after the other
     * @param width how many elements a record has
     * @param received receives the records; its array is replaced if it is too small
     * @return how many records came from each rank. They lie in the array one rank after the other. It is valid until
     *   the next call
     */
    int[] exchange(double[] sent, int[] parts, int width, Records received) {
        time.start();
        System.arraycopy(parts, 0, sendCounts, 0, size);
        ranks.Alltoall(sendCounts, 0, 1, MPI.INT, receiveCounts, 0, 1, MPI.INT);
        int sending = 0;
        int receiving = 0;
        for (int other = 0; other < size; other++) {
            sendCounts[other] *= width;
            sendOffsets[other] = sending;
            sending += sendCounts[other];
            receiveCounts[other] = Math.multiplyExact(receiveCounts[other], width);
            receiveOffsets[other] = receiving;
            receiving = Math.addExact(receiving, receiveCounts[other]);
        }
        received.clear();
        received.reserve(receiving);
        ranks.Alltoallv(sent, 0, sendCounts, sendOffsets, MPI.DOUBLE,
            received.elements(), 0, receiveCounts, receiveOffsets, MPI.DOUBLE);
        time.stop();
        received.grow(receiving);
        sentBytes += (long) Double.BYTES * (sending - sendCounts[rank]);
        for (int other = 0; other < size; other++) {
            receiveCounts[other] /= width;
        }
        return receiveCounts;
    }
}
