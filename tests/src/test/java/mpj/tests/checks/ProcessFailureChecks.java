package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpj.tests.Check;

/** The extension for process failures (ULFM), with mpiJava's names, when no process fails. */
public final class ProcessFailureChecks {

    @Check
    public void ranksAgree() {
        int[] flag = {~(1 << RANK)};
        COMM.Agree(flag);
        assertEquals(~((1 << SIZE) - 1), flag[0]);
        int[] other = {RANK == 0 ? 5 : 3};
        Request request = COMM.Iagree(other);
        request.Wait();
        assertEquals(SIZE == 1 ? 5 : 1, other[0]);
        assertEquals(0, COMM.Get_failed().Size());
        assertEquals(0, COMM.Ack_failed(1));
    }

    @Check
    public void acknowledgingNothingLeavesReceivesFromAnySourceAlone() {
        int[] room = new int[1];
        Request request = COMM.Irecv(room, 0, 1, MPI.INT, MPI.ANY_SOURCE, 7);
        assertEquals(0, COMM.Ack_failed(1));
        COMM.Send(new int[] {RANK}, 0, 1, MPI.INT, NEXT, 7);
        request.Wait();
        assertEquals((RANK + SIZE - 1) % SIZE, room[0]);
    }

    @Check
    public void revokedCommunicatorIsShrunk() {
        Intracomm comm = (Intracomm) COMM.clone();
        assertFalse(comm.Is_revoked());
        COMM.Barrier(); // rank 0 revokes the communicator only after every rank has seen that it is not revoked
        if (RANK == 0) {
            comm.Revoke();
        } else {
            assertError(MPI.ERR_REVOKED, "revoked by rank 0", comm::Barrier);
        }
        assertTrue(comm.Is_revoked());
        assertError(MPI.ERR_REVOKED, "revoked", () -> comm.Send(new int[1], 0, 1, MPI.INT, NEXT, 1));
        Intracomm left = comm.Shrink();
        comm.Free();
        int[] sum = new int[1];
        left.Allreduce(new int[] {RANK}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        assertEquals(SIZE * (SIZE - 1) / 2, sum[0]);
        left.Free();
        COMM.Barrier();
    }
}
