package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;
import mpi.User_function;
import mpj.tests.Check;

/** Collectives of pairs and of derived datatypes. */
public final class CollectiveTypeChecks {
    /** Two of every three elements. */
    private static Datatype twoOfThree() {
        Datatype type = Datatype.Vector(2, 1, 2, MPI.INT);
        type.Commit();
        return type;
    }

    /** Adds the elements that items of {@link #twoOfThree} name, and subtracts nothing else. */
    private static Op addition(boolean commute) {
        return new Op(new User_function() {
            @Override
            public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                             Datatype datatype) {
                int[] in = (int[]) invec;
                int[] inout = (int[]) inoutvec;
                for (int i = 0; i < count; i++) {
                    for (int element = 0; element < 3; element += 2) {
                        inout[inoutoffset + 3 * i + element] += in[inoffset + 3 * i + element];
                    }
                }
            }
        }, commute);
    }

    @Check
    public void maxlocAndMinlocTellWhoHasIt() {
        double[] sent = {9, 9, RANK % 3, RANK, -RANK, RANK};
        double[] received = new double[6];
        COMM.Allreduce(sent, 2, received, 1, 2, MPI.DOUBLE2, MPI.MAXLOC);
        int most = Math.min(SIZE - 1, 2);
        assertArrayEquals(new double[] {0, most, most, 0, 0, 0}, received);
        for (int root = 0; root < SIZE; root++) {
            int[] pairs = {RANK % 3, RANK, -RANK, RANK};
            int[] best = new int[4];
            COMM.Reduce(pairs, 0, best, 0, 2, MPI.INT2, MPI.MINLOC, root);
            assertArrayEquals(RANK == root ? new int[] {0, 0, 1 - SIZE, SIZE - 1} : new int[4], best);
        }
        long[] last = new long[2];
        COMM.Scan(new long[] {RANK, RANK}, 0, last, 0, 1, MPI.LONG2, MPI.MAXLOC);
        assertArrayEquals(new long[] {RANK, RANK}, last);
        float[] floats = new float[2];
        COMM.Allreduce(new float[] {1, RANK}, 0, floats, 0, 1, MPI.FLOAT2, MPI.MAXLOC);
        assertArrayEquals(new float[] {1, 0}, floats);
        short[] shorts = new short[2];
        COMM.Allreduce(new short[] {(short) RANK, (short) RANK}, 0, shorts, 0, 1, MPI.SHORT2, MPI.MAXLOC);
        assertArrayEquals(new short[] {(short) (SIZE - 1), (short) (SIZE - 1)}, shorts);
    }

    @Check
    public void derivedTypesAreMovedElementByElement() {
        Datatype type = twoOfThree();
        int[] mine = IntStream.range(0, 7).map(i -> 10 * RANK + i).toArray();
        int[] all = new int[6 * SIZE + 1];
        COMM.Allgather(mine, 1, 2, type, all, 1, 2, type);
        int[] expected = new int[6 * SIZE + 1];
        for (int i = 0; i < 6 * SIZE; i++) {
            expected[1 + i] = i % 3 == 1 ? 0 : 10 * (i / 6) + 1 + i % 6;
        }
        assertArrayEquals(expected, all);
        for (int root = 0; root < SIZE; root++) {
            int[] gathered = new int[4 * SIZE];
            COMM.Gather(mine, 1, 2, type, gathered, 0, 4, MPI.INT, root);
            int[] back = new int[7];
            COMM.Scatter(gathered, 0, 4, MPI.INT, back, 1, 2, type, root);
            int[] same = mine.clone();
            same[0] = 0;
            same[2] = 0;
            same[5] = 0;
            assertArrayEquals(same, back);
        }
    }

    @Check
    public void derivedTypesAreCombinedElementByElement() {
        Datatype type = twoOfThree();
        for (boolean commute : new boolean[] {true, false}) {
            Op op = addition(commute);
            int[] sent = IntStream.range(0, 3 * SIZE + 1).map(i -> i + RANK).toArray();
            int[] received = new int[3 * SIZE + 2];
            COMM.Allreduce(sent, 1, received, 2, SIZE, type, op);
            int ranks = SIZE * (SIZE - 1) / 2;
            int[] expected = new int[3 * SIZE + 2];
            for (int i = 0; i < 3 * SIZE; i++) {
                expected[2 + i] = i % 3 == 1 ? 0 : (i + 1) * SIZE + ranks;
            }
            assertArrayEquals(expected, received);
            int[] ones = IntStream.range(0, SIZE).map(_ -> 1).toArray();
            int[] part = new int[3];
            COMM.Reduce_scatter(sent, 1, part, 0, ones, type, op);
            assertArrayEquals(Arrays.copyOfRange(expected, 2 + 3 * RANK, 5 + 3 * RANK), part);
            Arrays.fill(received, 0);
            COMM.Scan(sent, 1, received, 2, SIZE, type, op);
            assertEquals((RANK + 1) + RANK * (RANK + 1) / 2, received[2]);
            assertEquals(0, received[3]);
        }
    }

    @Check
    public void predefinedOperationsTakeNoDerivedTypes() {
        int[] ints = new int[10];
        World.assertError(MPI.ERR_OP, "op is MPI.SUM, which is not defined for",
            () -> COMM.Allreduce(ints, 0, ints, 5, 1, twoOfThree(), MPI.SUM));
        World.assertError(MPI.ERR_OP, "op is MPI.SUM, which is not defined for MPI.INT2",
            () -> COMM.Allreduce(ints, 0, ints, 5, 1, MPI.INT2, MPI.SUM));
        World.assertError(MPI.ERR_TYPE, "which is not committed",
            () -> COMM.Bcast(ints, 0, 1, Datatype.Contiguous(2, MPI.INT), 0));
    }
}
