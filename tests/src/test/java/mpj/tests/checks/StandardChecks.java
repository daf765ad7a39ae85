package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Cartcomm;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;
import mpi.Request;
import mpi.ShiftParms;
import mpi.User_function;
import mpj.tests.Check;

/** Cases in which MPJ Express 0.44 does not follow the MPI standard. This library follows it. */
public final class StandardChecks {
    private static final int LEAST_TAG_UB = 32767;

    /** MPJ Express gives the value of one rank. */
    @Check
    public void bitwiseOrTakesTheBitsOfEveryRank() {
        int[] result = new int[1];
        COMM.Allreduce(new int[] {1 << RANK}, 0, result, 0, 1, MPI.INT, MPI.BOR);
        assertEquals((1 << SIZE) - 1, result[0]);
        COMM.Reduce(new int[] {1 << RANK}, 0, result, 0, 1, MPI.INT, MPI.BOR, SIZE - 1);
        assertEquals((1 << SIZE) - 1, result[0]);
    }

    /** MPJ Express combines in another order. The functions f(x) = a x + b are applied one after the other. */
    @Check
    public void operationThatDoesNotCommuteKeepsTheOrderOfRanks() {
        Op compose = new Op(new User_function() {
            @Override
            public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                             Datatype datatype) {
                long[] first = (long[]) invec;
                long[] second = (long[]) inoutvec;
                second[inoutoffset + 1] += second[inoutoffset] * first[inoffset + 1];
                second[inoutoffset] *= first[inoffset];
            }
        }, false);
        long a = 1;
        long b = 0;
        for (int rank = 0; rank < SIZE; rank++) {
            b = (rank + 2) * b + rank;
            a *= rank + 2;
        }
        for (int root = 0; root < SIZE; root++) {
            long[] result = new long[2];
            COMM.Reduce(new long[] {RANK + 2, RANK}, 0, result, 0, 1, MPI.LONG2, compose, root);
            assertArrayEquals(RANK == root ? new long[] {a, b} : new long[2], result);
        }
        compose.free();
    }

    /** MPJ Express starts at the beginning of the buffer. */
    @Check
    public void scatterReceivesAtItsOffset() {
        int[] all = new int[2 * SIZE];
        for (int i = 0; i < all.length; i++) {
            all[i] = i;
        }
        int[] received = {-1, -1, -1, -1, -1};
        COMM.Scatter(all, 0, 2, MPI.INT, received, 2, 2, MPI.INT, 0);
        assertArrayEquals(new int[] {-1, -1, 2 * RANK, 2 * RANK + 1, -1}, received);
    }

    /** MPJ Express gives -1, which is no rank that a message may be sent to. */
    @Check
    public void shiftBeyondAnEdgeIsProcNull() {
        Cartcomm line = COMM.Create_cart(new int[] {SIZE}, new boolean[] {false}, false);
        ShiftParms shift = line.Shift(0, 1);
        assertEquals(RANK == 0 ? MPI.PROC_NULL : RANK - 1, shift.rank_source);
        assertEquals(RANK == SIZE - 1 ? MPI.PROC_NULL : RANK + 1, shift.rank_dest);
        line.Send(new int[1], 0, 1, MPI.INT, shift.rank_dest, 3);
        line.Recv(new int[1], 0, 1, MPI.INT, shift.rank_source, 3);
        line.Free();
    }

    /** MPJ Express gives whole seconds. */
    @Check
    public void clockHasTheResolutionThatItTells() {
        assertTrue(MPI.Wtick() <= 1e-6, "Wtick is " + MPI.Wtick());
        double start = MPI.Wtime();
        double now = start;
        while (now == start) {
            now = MPI.Wtime();
        }
        assertTrue(now > start);
    }

    /** MPJ Express gives a line of text. */
    @Check
    public void cancelCancels() {
        Request receive = COMM.Irecv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 77);
        receive.Cancel();
        assertTrue(receive.Wait().Test_cancelled());
    }

    /** MPJ Express gives the same key for all three, and an error handler that is null. */
    @Check
    public void predefinedAttributesAndErrorHandlers() {
        int largestTag = (Integer) COMM.Attr_get(MPI.TAG_UB);
        assertTrue(largestTag >= LEAST_TAG_UB, () -> "TAG_UB is " + largestTag);
        assertEquals(MPI.PROC_NULL, COMM.Attr_get(MPI.HOST));
        assertEquals(MPI.ANY_SOURCE, COMM.Attr_get(MPI.IO));
        assertNotNull(MPI.ERRORS_RETURN);
        assertEquals(MPI.ERRORS_RETURN, MPI.Errorhandler_get());
        MPI.Errorhandler_set(MPI.ERRORS_ARE_FATAL);
        assertEquals(MPI.ERRORS_ARE_FATAL, MPI.Errorhandler_get());
        MPI.Errorhandler_set(MPI.ERRORS_RETURN);
        int[] received = new int[1];
        COMM.Sendrecv(new int[] {5}, 0, 1, MPI.INT, RANK, largestTag,
            received, 0, 1, MPI.INT, RANK, largestTag);
        assertEquals(5, received[0]);
    }
}
