package mpj.checkpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;

/** Exchanges of bytes and numbers among all ranks of a communicator. */
final class Gathering {
    private Gathering() {
    }

    /** The bytes of all ranks. */
    static List<byte[]> bytes(Intracomm comm, byte[] own) {
        int size = comm.getSize();
        int[] lengths = new int[size];
        comm.allGather(new int[] {own.length}, 1, MPI.INT, lengths, 1, MPI.INT);
        int[] begins = new int[size];
        int all = 0;
        for (int i = 0; i < size; i++) {
            begins[i] = all;
            all = Math.addExact(all, lengths[i]);
        }
        byte[] joined = new byte[all];
        comm.allGatherv(own, own.length, MPI.BYTE, joined, lengths, begins, MPI.BYTE);
        List<byte[]> each = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            each.add(Arrays.copyOfRange(joined, begins[i], begins[i] + lengths[i]));
        }
        return each;
    }

    /** The largest of the ranks' numbers, at each place. */
    static long[] maximum(Intracomm comm, long... own) {
        long[] largest = new long[own.length];
        comm.allReduce(own, largest, own.length, MPI.LONG, MPI.MAX);
        return largest;
    }
}
