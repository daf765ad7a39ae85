package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static mpj.tests.openmpi.checks.World.assertRing;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.IntBuffer;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpj.tests.Check;
import mpj.tests.Runs;

/** The extension for process failures (ULFM), when no process fails. */
@Runs(ranks = {1, 2, 4})
public final class ProcessFailureChecks {
    private static final int AGREEMENTS = 20;

    private static void barrier(Comm comm) {
        comm.barrier();
    }

    @Check
    void ranksAgreeOnTheBitsThatAllHaveSet() {
        for (int i = 0; i < AGREEMENTS; i++) {
            int[] flag = {~(1 << RANK) ^ 1 << 20 + i % 5};
            COMM.agree(flag);
            assertEquals(~((1 << SIZE) - 1) ^ 1 << 20 + i % 5, flag[0]);
        }
    }

    @Check
    void severalAgreementsMayBeUnderWay() {
        int[][] flags = IntStream.range(0, AGREEMENTS).mapToObj(i -> new int[] {RANK == i % SIZE ? i : -1})
            .toArray(int[][]::new);
        Request[] requests = new Request[AGREEMENTS];
        for (int i = 0; i < AGREEMENTS; i++) {
            requests[i] = COMM.iAgree(flags[i]);
        }
        for (int i = AGREEMENTS - 1; i >= 0; i--) {
            requests[i].waitFor();
            assertEquals(i, flags[i][0]);
        }
    }

    @Check
    void noRankHasFailed() {
        assertEquals(0, COMM.getFailed().getSize());
        assertEquals(0, COMM.ackFailed(5));
        assertFalse(COMM.isRevoked());
    }

    @Check
    void acknowledgingNothingLeavesReceivesFromAnySourceAlone() {
        IntBuffer room = MPI.newIntBuffer(1);
        Request request = COMM.iRecv(room, 1, MPI.INT, MPI.ANY_SOURCE, 7);
        assertEquals(0, COMM.ackFailed(1));
        COMM.send(new int[] {RANK}, 1, MPI.INT, NEXT, 7);
        request.waitFor();
        assertEquals((RANK + SIZE - 1) % SIZE, room.get(0));
    }

    @Check
    void communicatorThatIsShrunkWithoutFailuresHasAllRanks() {
        Intracomm comm = COMM.shrink();
        assertRing(comm, IntStream.range(0, SIZE).toArray());
        barrier(comm);
        comm.free();
        Intracomm last = COMM.split(RANK == SIZE - 1 ? 1 : 0, -RANK);
        Intracomm shrunk = last.shrink();
        assertEquals(last.getRank(), shrunk.getRank());
        barrier(shrunk);
        shrunk.free();
        last.free();
    }

    @Check
    void callsOnARevokedCommunicatorFail() {
        Intracomm comm = COMM.dup();
        int[] room = new int[1];
        Request posted = SIZE > 1 ? comm.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, NEXT, 1) : null;
        barrier(COMM); // rank 0 revokes the communicator only after every rank has posted its receive
        if (RANK == 0) {
            comm.revoke();
        } else {
            assertError(MPI.ERR_REVOKED, "revoked by rank 0", () -> barrier(comm));
        }
        assertTrue(comm.isRevoked());
        if (posted != null) {
            assertError(MPI.ERR_REVOKED, "revoked", posted::waitFor);
        }
        assertError(MPI.ERR_REVOKED, "revoked", () -> comm.send(room, 1, MPI.INT, NEXT, 1));
        assertError(MPI.ERR_REVOKED, "revoked", () -> comm.recv(room, 1, MPI.INT, MPI.ANY_SOURCE, 1));
        assertError(MPI.ERR_REVOKED, "revoked", () -> comm.iProbe(NEXT, 1));
        assertError(MPI.ERR_REVOKED, "revoked", () -> comm.probe(NEXT, 1));
        if (SIZE > 1) {
            assertError(MPI.ERR_REVOKED, "revoked", () -> comm.allReduce(room, 1, MPI.INT, MPI.SUM));
            assertError(MPI.ERR_REVOKED, "revoked", comm::dup);
        }
        int[] flag = {RANK == SIZE - 1 ? 6 : 7};
        comm.agree(flag);
        assertEquals(6, flag[0]);
        Intracomm shrunk = comm.shrink();
        assertRing(shrunk, IntStream.range(0, SIZE).toArray());
        assertFalse(shrunk.isRevoked());
        barrier(shrunk);
        shrunk.free();
        comm.free();
        barrier(COMM);
    }

    @Check
    void groupsOfAnIntercommunicatorLearnEachOthersBits() {
        if (SIZE == 1) {
            return;
        }
        boolean first = RANK < SIZE / 2;
        Intracomm half = COMM.split(first ? 0 : 1, 0);
        Intercomm inter = COMM.createIntercomm(half, 0, first ? SIZE / 2 : 0, 5);
        int[] flag = {(first ? 5 : 3) << SIZE | Integer.MIN_VALUE | (1 << SIZE) - 1 - (1 << RANK)};
        inter.agree(flag);
        int remote = first ? (1 << SIZE) - (1 << SIZE / 2) : (1 << SIZE / 2) - 1;
        assertEquals((first ? 3 : 5) << SIZE | Integer.MIN_VALUE | (1 << SIZE) - 1 - remote, flag[0]);
        Intercomm shrunk = inter.shrink();
        assertEquals(half.getSize(), shrunk.getSize());
        assertEquals(SIZE - half.getSize(), shrunk.getRemoteSize());
        barrier(shrunk);
        shrunk.free();
        inter.free();
        half.free();
    }

    @Check
    void errors() {
        assertError(MPI.ERR_ARG, "flag is null; pass an array with one element", () -> COMM.agree(null));
        assertError(MPI.ERR_ARG, "flag is empty", () -> COMM.iAgree(new int[0]));
        assertError(MPI.ERR_ARG, "num_to_ack is -1; it must not be negative", () -> COMM.ackFailed(-1));
        Comm freed = COMM.dup();
        freed.free();
        assertError(MPI.ERR_COMM, "was freed", freed::shrink);
        assertError(MPI.ERR_COMM, "was freed", freed::revoke);
        assertError(MPI.ERR_COMM, "was freed", freed::isRevoked);
        assertError(MPI.ERR_COMM, "was freed", freed::getFailed);
    }
}
