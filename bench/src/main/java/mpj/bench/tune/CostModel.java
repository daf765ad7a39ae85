package mpj.bench.tune;

import mpi.Intracomm;
import mpi.MPI;
import mpj.collectives.Cost;

/**
 * Hockney's model of the job's transport, fitted from PingPong. A message of n bytes takes {@code alpha + n beta}, and
 * reducing n bytes takes {@code n gamma}, in microseconds.
 *
 * @param alpha half the round trip of an empty message
 * @param beta the time of one byte of a large message
 * @param gamma the time of adding one byte
 */
record CostModel(double alpha, double beta, double gamma) {
    private static final int LARGE = 1 << 20;
    private static final int REPETITIONS = 300;
    /** With this many tries, the code of a message is compiled before the last ones. */
    private static final int TRIES = 60;

    /** Fits the model to the first two ranks, while the others wait. All ranks get the same model. */
    static CostModel fitted(Intracomm comm) {
        double small = Double.MAX_VALUE;
        double large = Double.MAX_VALUE;
        double sum = Double.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            small = Math.min(small, halfRoundTrip(comm, 0));
            large = Math.min(large, halfRoundTrip(comm, LARGE));
            sum = Math.min(sum, addition());
            comm.Barrier();
        }
        double[] model = {small, (large - small) / LARGE, sum / LARGE};
        comm.Bcast(model, 0, model.length, MPI.DOUBLE, 0);
        return new CostModel(model[0], model[1], model[2]);
    }

    private static double halfRoundTrip(Intracomm comm, int bytes) {
        byte[] buffer = new byte[bytes];
        int rank = comm.Rank();
        long start = System.nanoTime();
        for (int i = 0; i < REPETITIONS && rank < 2; i++) {
            if (rank == 0) {
                comm.Send(buffer, 0, bytes, MPI.BYTE, 1, 1);
                comm.Recv(buffer, 0, bytes, MPI.BYTE, 1, 1);
            } else {
                comm.Recv(buffer, 0, bytes, MPI.BYTE, 0, 1);
                comm.Send(buffer, 0, bytes, MPI.BYTE, 0, 1);
            }
        }
        return (System.nanoTime() - start) / 2e3 / REPETITIONS;
    }

    private static double addition() {
        double[] in = new double[LARGE / Double.BYTES];
        double[] inout = new double[LARGE / Double.BYTES];
        long start = System.nanoTime();
        for (int i = 0; i < REPETITIONS; i++) {
            MPI.SUM.Call(in, 0, inout, 0, in.length, MPI.DOUBLE);
        }
        return (System.nanoTime() - start) / 1e3 / REPETITIONS;
    }

    double microseconds(Cost cost) {
        return cost.time(alpha, beta, gamma);
    }
}
