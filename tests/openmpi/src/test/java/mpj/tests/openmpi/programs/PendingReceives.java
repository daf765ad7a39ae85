package mpj.tests.openmpi.programs;

import java.nio.IntBuffer;
import java.util.List;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/**
 * The last rank waits to be killed while the others have non-blocking receives from any source under way. Each of the
 * others then completes its receives in all ways that MPI has for this.
 */
public final class PendingReceives {
    private static final int RECEIVES = 3;
    private static final int CANCELLED = 7;
    private static final int STARTED = 8;
    private static final int TAKEN = 9;
    private static final int SEEN = 10;

    private final int rank = MPI.COMM_WORLD.getRank();

    private PendingReceives() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        PendingReceives program = new PendingReceives();
        int victim = MPI.COMM_WORLD.getSize() - 1;
        if (program.rank == victim) {
            for (int other = 0; other < victim; other++) {
                MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, other, 1);
            }
            System.out.println("kill " + ProcessHandle.current().pid());
            MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, victim, 1);
        }
        program.survive(victim, (program.rank + 1) % victim);
        MPI.Finalize();
    }

    private static Request iRecv(int tag) {
        return MPI.COMM_WORLD.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, MPI.ANY_SOURCE, tag);
    }

    private void survive(int victim, int other) {
        IntBuffer[] rooms = new IntBuffer[RECEIVES];
        Request[] all = new Request[RECEIVES];
        for (int i = 0; i < RECEIVES; i++) {
            rooms[i] = MPI.newIntBuffer(1);
            all[i] = MPI.COMM_WORLD.iRecv(rooms[i], 1, MPI.INT, MPI.ANY_SOURCE, 2);
        }
        Prequest kept = MPI.COMM_WORLD.recvInit(MPI.newIntBuffer(1), 1, MPI.INT, MPI.ANY_SOURCE, STARTED);
        kept.start();
        Request cancelled = iRecv(CANCELLED);
        Request taken = iRecv(TAKEN);
        Request fromOther = MPI.COMM_WORLD.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, other, CANCELLED);
        MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, victim, 1);
        pending(all[0]::waitFor);
        pending(all[1]::test);
        pending(all[1]::testStatus);
        pending(all[1]::getStatus);
        pending(all[1]::waitStatus);
        pending(() -> Request.waitAny(all));
        pending(() -> Request.waitAll(all));
        pending(() -> Request.waitSome(all));
        pending(() -> Request.testAny(all));
        pending(() -> Request.testAll(all));
        pending(() -> Request.testAll(new Request[] {fromOther, all[0]}));
        pending(() -> Request.testSome(all));
        pending(kept::waitFor);
        failed(() -> MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 5));
        failed(() -> MPI.COMM_WORLD.sendRecvReplace(new int[1], 1, MPI.INT, MPI.PROC_NULL, 5, MPI.ANY_SOURCE, 5));
        failed(() -> MPI.COMM_WORLD.probe(MPI.ANY_SOURCE, 5));
        failed(() -> MPI.COMM_WORLD.iProbe(MPI.ANY_SOURCE, 5));
        Request late = iRecv(CANCELLED);
        pending(late::waitFor);
        for (Request each : List.of(cancelled, late, fromOther)) {
            each.cancel();
            verify(each.waitStatus().isCancelled());
        }
        MPI.COMM_WORLD.send(new int[] {rank}, 1, MPI.INT, other, TAKEN);
        while (true) {
            try {
                taken.waitFor(); // it takes the message, although the loss has not been acknowledged
                break;
            } catch (MPIException e) {
                verify(e.getErrorClass() == MPI.ERR_PROC_FAILED_PENDING);
            }
        }
        verify(MPI.COMM_WORLD.ackFailed(1) == 1);
        verify(MPI.COMM_WORLD.iProbe(MPI.ANY_SOURCE, 5) == null);
        // Each rank goes on only when both have seen that nothing has come.
        MPI.COMM_WORLD.sendRecv(new int[1], 1, MPI.INT, other, SEEN, new int[1], 1, MPI.INT, other, SEEN);
        for (int i = 0; i < RECEIVES; i++) {
            MPI.COMM_WORLD.send(new int[] {100 + i}, 1, MPI.INT, other, 2);
        }
        Status[] statuses = Request.waitAllStatus(all);
        for (int i = 0; i < RECEIVES; i++) {
            verify(rooms[i].get(0) == 100 + i && statuses[i].getTag() == 2);
        }
        MPI.COMM_WORLD.send(new int[] {rank}, 1, MPI.INT, other, STARTED);
        kept.waitFor();
        System.out.println("rank " + rank + ": verified");
    }

    private static void pending(Runnable call) {
        throwing(MPI.ERR_PROC_FAILED_PENDING, call);
    }

    private static void failed(Runnable call) {
        throwing(MPI.ERR_PROC_FAILED, call);
    }

    private static void throwing(int error, Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            if (e.getErrorClass() != error) {
                throw e;
            }
            return;
        }
        throw new AssertionError("no error of class " + error);
    }

    private static void verify(boolean condition) {
        if (!condition) {
            throw new AssertionError();
        }
    }
}
