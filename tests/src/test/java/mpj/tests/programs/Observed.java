package mpj.tests.programs;

import mpi.MPI;
import mpj.tools.Counters;

/**
 * Two ranks whose messages and calls are known: three round trips of 8 bytes, a synchronous message of a megabyte, a
 * barrier, a broadcast, a split. Each rank prints its counters.
 */
public final class Observed {
    /** Round trips. */
    public static final int TRIPS = 3;
    /** Bytes of the long message. */
    public static final int LONG = 1 << 20;

    private Observed() {
    }

    /** Runs it. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int other = 1 - rank;
        byte[] buffer = new byte[LONG];
        for (int i = 0; i < TRIPS; i++) {
            if (rank == 0) {
                MPI.COMM_WORLD.Send(buffer, 0, 8, MPI.BYTE, other, 5);
                MPI.COMM_WORLD.Recv(buffer, 0, 16, MPI.BYTE, MPI.ANY_SOURCE, 6);
            } else {
                MPI.COMM_WORLD.Recv(buffer, 0, 8, MPI.BYTE, other, 5);
                MPI.COMM_WORLD.Send(buffer, 0, 8, MPI.BYTE, other, 6);
            }
        }
        MPI.COMM_WORLD.Barrier();
        if (rank == 0) {
            MPI.COMM_WORLD.Issend(buffer, 0, LONG, MPI.BYTE, other, 7).Wait();
        } else {
            MPI.COMM_WORLD.Recv(buffer, 0, LONG, MPI.BYTE, other, 7);
        }
        MPI.COMM_WORLD.Bcast(buffer, 0, 100, MPI.BYTE, 0);
        MPI.COMM_WORLD.Split(rank, 0);
        if (args.length > 0) {
            Counters counters = Counters.ofRank(rank);
            System.out.println("rank " + counters.getRank() + " calls " + counters.getCalls());
            System.out.println("rank " + rank + " algorithms " + counters.getAlgorithms().keySet().stream()
                .map(name -> name.split(" ")[0]).toList());
            System.out.println("rank " + rank + " long " + (counters.getBytesSent() >= LONG));
            System.out.println("rank " + rank + " posted " + counters.getPostedReceives());
            System.out.println("rank " + rank + " transports " + counters.getMessagesByTransport().keySet());
        }
        MPI.Finalize();
    }
}
