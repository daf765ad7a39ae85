package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.PREVIOUS;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpj.tests.Check;

/** MPI 3.1, sections 6.7 and 8.1.2: attributes. */
public final class AttributeChecks {
    @Check
    void duplicatesHaveTheAttributesOfTheirOriginal() {
        int keyval = Comm.createKeyval();
        Intracomm comm = COMM.dup();
        assertNull(comm.getAttr(keyval));
        Object value = List.of("any", "object");
        comm.setAttr(keyval, value);
        assertSame(value, comm.getAttr(keyval));
        Intracomm dup = comm.dup();
        assertSame(value, dup.getAttr(keyval));
        Intracomm split = comm.split(0, 0);
        assertNull(split.getAttr(keyval), "only duplicates have them");
        assertNull(COMM.getAttr(keyval));
        dup.setAttr(keyval, 43);
        assertSame(value, comm.getAttr(keyval));
        comm.deleteAttr(keyval);
        assertNull(comm.getAttr(keyval));
        assertEquals(43, dup.getAttr(keyval));
        assertError(MPI.ERR_ARG, "no attribute of keyval " + keyval, () -> comm.deleteAttr(keyval));
        assertError(MPI.ERR_ARG, "value is null", () -> comm.setAttr(keyval, null));
        Comm.freeKeyval(keyval);
        comm.free();
        dup.free();
        split.free();
    }

    @Check
    void invalidKeyvalsAreRefused() {
        int freed = Comm.createKeyval();
        Comm.freeKeyval(freed);
        for (int none : new int[] {freed, MPI.KEYVAL_INVALID}) {
            assertError(MPI.ERR_KEYVAL, "keyval is " + none, () -> COMM.getAttr(none));
            assertError(MPI.ERR_KEYVAL, "keyval is " + none, () -> COMM.setAttr(none, 1));
            assertError(MPI.ERR_KEYVAL, "keyval is " + none, () -> COMM.deleteAttr(none));
            assertError(MPI.ERR_KEYVAL, "keyval is " + none, () -> Comm.freeKeyval(none));
        }
    }

    @Check
    void mpisOwnAttributesCanOnlyBeRead() {
        int largest = (Integer) COMM.getAttr(MPI.TAG_UB);
        COMM.sendRecv(new byte[0], 0, MPI.BYTE, NEXT, largest, new byte[0], 0, MPI.BYTE, PREVIOUS, largest);
        assertEquals(MPI.PROC_NULL, COMM.getAttr(MPI.HOST));
        assertEquals(MPI.ANY_SOURCE, COMM.getAttr(MPI.IO));
        assertEquals(false, COMM.getAttr(MPI.WTIME_IS_GLOBAL));
        assertEquals(0, COMM.getAttr(MPI.APPNUM));
        assertTrue((Integer) COMM.getAttr(MPI.UNIVERSE_SIZE) >= SIZE);
        assertTrue((Integer) COMM.getAttr(MPI.LASTUSEDCODE) >= MPI.ERR_LASTCODE);
        assertError(MPI.ERR_KEYVAL, "can only be read", () -> COMM.setAttr(MPI.TAG_UB, 1));
        assertError(MPI.ERR_KEYVAL, "can only be read", () -> Comm.freeKeyval(MPI.UNIVERSE_SIZE));
    }
}
