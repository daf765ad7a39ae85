package mpj.tests.programs;

import mpi.Intracomm;
import mpi.MPI;

/** Ranks exchange messages with their neighbours, and call collectives on new communicators, until they are ended. */
public final class StreamForEver {
    private StreamForEver() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        byte[] sent = new byte[100_000];
        byte[] received = new byte[sent.length];
        for (int length = 1; ; length = length * 3 % sent.length + 1) {
            MPI.COMM_WORLD.Sendrecv(sent, 0, length, MPI.BYTE, (rank + 1) % size, 1,
                received, 0, sent.length, MPI.BYTE, (rank + size - 1) % size, 1);
            Intracomm comm = (Intracomm) MPI.COMM_WORLD.clone();
            comm.Bcast(sent, 0, length, MPI.BYTE, 0);
            comm.Free();
        }
    }
}
