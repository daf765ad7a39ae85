package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;

import mpi.Datatype;
import mpi.MPI;
import mpi.Prequest;
import mpj.tests.Allocations;
import mpj.tests.Check;
import mpj.tests.Runs;
import mpj.tests.WithC2;

/**
 * A small message whose status is not used, and a blocking collective, allocate nothing once they are compiled, with an
 * array or with a direct buffer. The check runs in a job of its own, over one transport, because the compiled code of
 * the calls depends on everything that ran before.
 */
@Runs(ranks = 2, properties = "tests.allocations=true")
@WithC2
public final class AllocationChecks {
    private static final int CALLS = 500;
    private static final int[] SIZES = {8, 512};

    private final Allocations allocations = new Allocations(RANK, AllocationChecks::maximum);

    private interface Call {
        void make(Object sent, Object received, int count, Datatype type);
    }

    private void check(String what, Call call) {
        for (int bytes : SIZES) {
            int ints = bytes / Integer.BYTES;
            check(what, call, new byte[bytes], new byte[bytes], bytes, MPI.BYTE);
            check(what, call, MPI.newByteBuffer(bytes), MPI.newByteBuffer(bytes), bytes, MPI.BYTE);
            check(what, call, new int[ints], new int[ints], ints, MPI.INT);
            check(what, call, MPI.newIntBuffer(ints), MPI.newIntBuffer(ints), ints, MPI.INT);
        }
    }

    /** Asserts that there is a block of calls in which no rank allocates anything. */
    private void check(String what, Call call, Object sent, Object received, int count, Datatype type) {
        allocations.assertNone(what + " of " + count + " from " + sent, CALLS,
            () -> call.make(sent, received, count, type));
    }

    private static long maximum(long ours) {
        long[] most = {ours};
        COMM.allReduce(most, 1, MPI.LONG, MPI.MAX);
        return most[0];
    }

    /** A message that arrives before its receive is posted would be kept, which allocates. */
    @Check
    public void messages() {
        int peer = 1 - RANK;
        check("send and recv", (sent, received, count, type) -> {
            if (RANK == 0) {
                COMM.send(sent, count, type, peer, 1);
            }
            COMM.recv(received, count, type, peer, 1);
            if (RANK == 1) {
                COMM.send(sent, count, type, peer, 1);
            }
        });
    }

    @Check
    public void bcast() {
        check("bcast", (sent, _, count, type) -> COMM.bcast(sent, count, type, 0));
    }

    @Check
    public void allReduce() {
        check("allReduce", (sent, received, count, type) -> COMM.allReduce(sent, received, count, type, MPI.SUM));
    }

    @Check
    public void oneBufferOfReduce() {
        check("reduce", (sent, _, count, type) -> COMM.reduce(sent, count, type, MPI.MAX, 0));
    }

    @Check
    public void oneBufferOfGather() {
        check("gather", (sent, _, count, type) -> COMM.gather(sent, count / 2, type, 0));
    }

    @Check
    public void oneBufferOfAllGather() {
        check("allGather", (sent, _, count, type) -> COMM.allGather(sent, count / 2, type));
    }

    @Check
    public void twoBuffersOfAllToAll() {
        check("allToAll", (sent, received, count, type) ->
            COMM.allToAll(sent, count / 2, type, received, count / 2, type));
    }

    @Check
    public void startsOfPersistentSends() {
        int peer = 1 - RANK;
        byte[] received = new byte[8];
        Prequest send = COMM.sendInit(MPI.newByteBuffer(8), 8, MPI.BYTE, peer, 1);
        allocations.assertNoneIn("start", CALLS, () -> {
            long inStarts = 0;
            for (int i = 0; i < CALLS; i++) {
                long before = Allocations.soFar();
                send.start();
                inStarts += Allocations.soFar() - before;
                COMM.recv(received, 8, MPI.BYTE, peer, 1);
                send.waitFor();
            }
            return inStarts;
        });
        send.free();
    }
}
