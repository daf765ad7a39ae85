package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import mpj.core.op.OpDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Operations can be used before Init. */
class OpTest {
    private static final User_function DIFFERENCE = new User_function() {
        @Override
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype) {
            for (int i = 0; i < count; i++) {
                ((int[]) inoutvec)[inoutoffset + i] = ((int[]) invec)[inoffset + i]
                    - ((int[]) inoutvec)[inoutoffset + i];
            }
        }
    };

    private static void assertError(int errorClass, String words, Executable call) {
        MPIException e = assertThrows(MPIException.class, call);
        assertTrue(e.getMessage().contains(words), e.getMessage());
        assertEquals(errorClass, e.Get_error_class());
    }

    /** A call has only the object below the API while it is under way. */
    @Test
    @Timeout(60)
    void objectBelowTheApiKeepsItsOp() throws InterruptedException {
        OpDescriptor used = Op.core(new Op(DIFFERENCE, false));
        ReferenceQueue<Op> gone = new ReferenceQueue<>();
        PhantomReference<Op> other = new PhantomReference<>(new Op(DIFFERENCE, false), gone);
        Reference<?> found = null;
        while (found == null) { // a phantom reference comes after the finalizer has run
            System.gc();
            found = gone.remove(10);
        }
        assertSame(other, found);
        assertFalse(used.isFreed());
    }

    @Test
    void callComputesInvecOpInoutvec() {
        int[] inout = {0, 1, 2, 3};
        new Op(DIFFERENCE, false).Call(new int[] {10, 20, 30}, 1, inout, 2, 2, MPI.INT);
        assertArrayEquals(new int[] {0, 1, 18, 27}, inout);
        MPI.SUM.Call(new int[] {10, 20, 30}, 1, inout, 0, 2, MPI.INT);
        assertArrayEquals(new int[] {20, 31, 18, 27}, inout);
    }

    @Test
    void callTakesSegmentsToo() {
        int[] array = {1, 2, 3, 4};
        MemorySegment segment = MemorySegment.ofArray(array);
        MPI.SUM.Call(segment, 0, new int[4], 0, 4, MPI.INT);
        assertArrayEquals(new int[] {1, 2, 3, 4}, array);
        new Op(DIFFERENCE, false).Call(new int[] {10, 20}, 0, segment, 1, 2, MPI.INT);
        assertArrayEquals(new int[] {1, 8, 17, 4}, array);
        MPI.SUM.Call(array, 0, segment, 1, 3, MPI.INT);
        assertArrayEquals(new int[] {1, 9, 25, 21}, array);
    }

    @Test
    void callIntoItsOwnOperandsTakesThemAsTheyWere() {
        for (Op op : new Op[] {MPI.SUM, MPI.MAX, new Op(DIFFERENCE, false)}) {
            for (int from = 0; from < 5; from++) {
                for (int to = 0; to < 5; to++) {
                    int[] array = {7, -1, 12, 0, 5, 9, -4, 3};
                    int[] expected = array.clone();
                    op.Call(array.clone(), from, expected, to, 4, MPI.INT);
                    op.Call(array, from, array, to, 4, MPI.INT);
                    assertArrayEquals(expected, array, op + " from " + from + " to " + to);
                }
            }
        }
    }

    @Test
    void callRefusesWhatDoesNotFit() {
        int[] ints = new int[2];
        assertError(MPI.ERR_BUFFER, "offset 1 and count 2 do not lie in invec",
            () -> MPI.SUM.Call(ints, 1, ints, 0, 2, MPI.INT));
        assertError(MPI.ERR_BUFFER, "inoutvec is null", () -> MPI.SUM.Call(ints, 0, null, 0, 2, MPI.INT));
        assertError(MPI.ERR_OP, "MPI.SUM, which is not defined for MPI.BOOLEAN",
            () -> MPI.SUM.Call(new boolean[1], 0, new boolean[1], 0, 1, MPI.BOOLEAN));
    }

    @Test
    void freedOperationIsRefused() {
        Op op = new Op(DIFFERENCE, false);
        op.free();
        assertError(MPI.ERR_OP, "op was freed", () -> op.Call(new int[1], 0, new int[1], 0, 1, MPI.INT));
        assertError(MPI.ERR_OP, "op was freed", op::free);
        op.finalize();
    }

    @Test
    void predefinedOperationCannotBeFreed() {
        assertError(MPI.ERR_OP, "MPI.MAX is predefined", MPI.MAX::free);
        MPI.MAX.finalize();
        int[] inout = {1};
        MPI.MAX.Call(new int[] {2}, 0, inout, 0, 1, MPI.INT);
        assertArrayEquals(new int[] {2}, inout);
    }
}
