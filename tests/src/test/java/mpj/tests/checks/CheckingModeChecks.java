package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpj.tests.Check;
import org.junit.jupiter.api.function.Executable;

/**
 * With {@code mpj.check=true}, ranks that make different collective calls get an error, in every form of the
 * collective. They go on afterwards.
 */
public final class CheckingModeChecks {
    private final int[] one = {RANK};
    private final int[] sum = new int[1];

    private void refused(String text, Executable call) {
        World.assertError(MPI.ERR_OTHER, text, call);
        COMM.Allreduce(one, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        assertEquals(SIZE * (SIZE - 1) / 2, sum[0], "after ranks have called different collectives");
    }

    @Check(ranks = 2)
    public void blockingCallsThatDifferNameRankAndCall() {
        if (RANK == 0) {
            refused("rank 1 calls bcast with root 1, 4 bytes, this rank, 0, calls barrier", COMM::Barrier);
        } else {
            refused("rank 0 calls barrier, this rank", () -> COMM.Bcast(one.clone(), 0, 1, MPI.INT, 1));
        }
    }

    @Check(ranks = 2)
    public void nonBlockingCallsThatDifferFailWhenTheyAreWaitedFor() {
        Request request = RANK == 0 ? COMM.Ibarrier()
            : COMM.Ireduce(one, 0, sum, 0, 1, MPI.INT, MPI.SUM, 0);
        refused(RANK == 0 ? "rank 1 calls ireduce with root 0" : "rank 0 calls ibarrier", request::Wait);
    }

    @Check(ranks = 2)
    public void rootsOfNonBlockingCallsMustBeTheSame() {
        Request request = COMM.Ibcast(one.clone(), 0, 1, MPI.INT, RANK == 0 ? 0 : 1);
        refused(RANK == 0 ? "rank 1 calls ibcast with root 1" : "rank 0 calls ibcast with root 0", request::Wait);
    }

    @Check(ranks = 2)
    public void aBlockingCallDoesNotGoWithANonBlockingOne() {
        if (RANK == 0) {
            refused("rank 1 calls ibarrier, this rank, 0, calls barrier", COMM::Barrier);
        } else {
            Request request = COMM.Ibarrier();
            refused("rank 0 calls barrier, this rank", request::Wait);
        }
    }

    @Check(ranks = 2)
    public void persistentCallsAreComparedAtEachStart() {
        Prequest request = RANK == 0 ? COMM.Barrier_init()
            : COMM.Allreduce_init(one, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        for (int i = 0; i < 2; i++) {
            request.Start();
            refused(RANK == 0 ? "rank 1 calls allreduce_init" : "rank 0 calls barrier_init", request::Wait);
        }
    }

    @Check
    public void aCallThatDiffersLeavesOthersUnderWayAlone() {
        int[] buffer = {RANK == 0 ? 7 : 0};
        Request before = COMM.Ibcast(buffer, 0, 1, MPI.INT, 0);
        if (SIZE > 1) {
            Request request = RANK == 0 ? COMM.Ibarrier() : COMM.Ibcast(one.clone(), 0, 1, MPI.INT, 0);
            refused("mpj.check", request::Wait);
        }
        before.Wait();
        assertEquals(7, buffer[0]);
    }
}
