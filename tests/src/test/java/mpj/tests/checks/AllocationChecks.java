package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;

import java.lang.reflect.Array;
import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;
import mpi.Prequest;
import mpj.tests.Allocations;
import mpj.tests.Check;
import mpj.tests.WithC2;

/**
 * A small message whose status is not used, and a blocking collective on arrays of primitives, allocate nothing once
 * they are compiled and the schedule of the collective exists.
 */
@WithC2
public final class AllocationChecks {
    /** How many bytes a block of calls sends, unless it would have more than {@code MOST_CALLS} calls. */
    private static final int VOLUME = 4 << 20;
    private static final int MOST_CALLS = 500;
    /**
     * Whether all arrays of the job are arrays of bytes. The C library copies more than a KiB, and takes slices of the
     * arrays. If the compiler has seen slices of three kinds of segments, each slice is an object.
     */
    private static final boolean ONE_TYPE = Boolean.getBoolean("tests.one.type");
    private static final int[] SIZES = ONE_TYPE ? new int[] {8, 4 << 10, 64 << 10} : new int[] {8, 512};
    /** Messages begin where their arrays begin, so they need no slices. */
    private static final int[] SIZES_OF_MESSAGES = ONE_TYPE ? SIZES : new int[] {8, 512, 4 << 10};

    private final Allocations allocations = new Allocations(RANK, AllocationChecks::maximum);

    /** Arrays of one type, with room for a block of each rank. */
    private record Buffers(Object sent, Object received, Datatype type, int count, int[] counts, int[] displs) {
        static Buffers of(Class<?> component, Datatype type, int count) {
            int[] counts = new int[SIZE];
            int[] displs = new int[SIZE];
            Arrays.fill(counts, count);
            Arrays.setAll(displs, rank -> rank * count);
            return new Buffers(Array.newInstance(component, SIZE * count), Array.newInstance(component, SIZE * count),
                type, count, counts, displs);
        }
    }

    private interface Collective {
        void call(Buffers arrays);
    }

    private static long maximum(long ours) {
        long[] all = new long[1];
        COMM.Allreduce(new long[] {ours}, 0, all, 0, 1, MPI.LONG, MPI.MAX);
        return all[0];
    }

    private void assertNothingAllocated(String what, int bytes, Runnable call) {
        allocations.assertNone(what + " of " + bytes + " bytes", Math.min(MOST_CALLS, VOLUME / bytes), call);
    }

    private void check(String what, Collective collective) {
        check(what, SIZES, collective);
    }

    private void check(String what, int[] sizes, Collective collective) {
        for (int bytes : sizes) {
            check(what + " of byte", bytes, Buffers.of(byte.class, MPI.BYTE, bytes), collective);
            if (ONE_TYPE) {
                continue;
            }
            check(what + " of int", bytes, Buffers.of(int.class, MPI.INT, bytes / Integer.BYTES), collective);
            check(what + " of double", bytes, Buffers.of(double.class, MPI.DOUBLE, bytes / Double.BYTES), collective);
        }
    }

    private void check(String what, int bytes, Buffers arrays, Collective collective) {
        assertNothingAllocated(what, bytes, () -> collective.call(arrays));
    }

    /** A message that arrives before its receive is posted would be kept, which allocates. */
    @Check
    public void messages() {
        int peer = RANK ^ 1;
        check("Send and Recv", SIZES_OF_MESSAGES, all -> {
            if (RANK % 2 == 0) {
                COMM.Send(all.sent, 0, all.count, all.type, peer, 1);
            }
            COMM.Recv(all.received, 0, all.count, all.type, peer, 1);
            if (RANK % 2 == 1) {
                COMM.Send(all.sent, 0, all.count, all.type, peer, 1);
            }
        });
    }

    /** A prepared operation is started again without a new request, operation or schedule. */
    @Check
    public void startsOfPersistentCollectives() {
        byte[] sent = new byte[8];
        byte[] received = new byte[8];
        for (Prequest request : new Prequest[] {COMM.Allreduce_init(sent, 0, received, 0, 8, MPI.BYTE, MPI.MAX),
            COMM.Bcast_init(received, 0, 8, MPI.BYTE, 0), COMM.Barrier_init()}) {
            assertStartsAllocateNothing(request, () -> { });
            request.Free();
        }
    }

    @Check
    public void startsOfPersistentSends() {
        int peer = RANK ^ 1;
        byte[] received = new byte[8];
        Prequest send = COMM.Send_init(new byte[8], 0, 8, MPI.BYTE, peer, 1);
        assertStartsAllocateNothing(send, () -> COMM.Recv(received, 0, 8, MPI.BYTE, peer, 1));
        send.Free();
    }

    private void assertStartsAllocateNothing(Prequest request, Runnable meanwhile) {
        allocations.assertNoneIn("Start", MOST_CALLS, () -> {
            long inStarts = 0;
            for (int i = 0; i < MOST_CALLS; i++) {
                long before = Allocations.soFar();
                request.Start();
                inStarts += Allocations.soFar() - before;
                meanwhile.run();
                request.Wait();
            }
            return inStarts;
        });
    }

    @Check
    public void barrier() {
        assertNothingAllocated("Barrier", 1, COMM::Barrier);
    }

    @Check
    public void bcast() {
        check("Bcast", all -> COMM.Bcast(all.sent, 0, all.count, all.type, 0));
    }

    @Check
    public void reduce() {
        check("Reduce", all -> COMM.Reduce(all.sent, 0, all.received, 0, all.count, all.type, MPI.SUM, 0));
    }

    @Check
    public void allreduce() {
        check("Allreduce", all -> COMM.Allreduce(all.sent, 0, all.received, 0, all.count, all.type, MPI.SUM));
    }

    /** The message is first copied into memory that already exists. */
    @Check
    public void sameArrayOnBothSides() {
        check("Allreduce in place", all ->
            COMM.Allreduce(MPI.IN_PLACE, 0, all.received, 0, all.count, all.type, MPI.MAX));
        check("Alltoall of one array", all ->
            COMM.Alltoall(all.sent, 0, all.count, all.type, all.sent, 0, all.count, all.type));
    }

    @Check
    public void gather() {
        check("Gather", all ->
            COMM.Gather(all.sent, 0, all.count, all.type, all.received, 0, all.count, all.type, 0));
        check("Gatherv", all ->
            COMM.Gatherv(all.sent, 0, all.count, all.type, all.received, 0, all.counts, all.displs, all.type, 0));
    }

    @Check
    public void scatter() {
        check("Scatter", all ->
            COMM.Scatter(all.sent, 0, all.count, all.type, all.received, 0, all.count, all.type, 0));
        check("Scatterv", all ->
            COMM.Scatterv(all.sent, 0, all.counts, all.displs, all.type, all.received, 0, all.count, all.type, 0));
    }

    @Check
    public void allgather() {
        check("Allgather", all ->
            COMM.Allgather(all.sent, 0, all.count, all.type, all.received, 0, all.count, all.type));
        check("Allgatherv", all ->
            COMM.Allgatherv(all.sent, 0, all.count, all.type, all.received, 0, all.counts, all.displs, all.type));
    }

    @Check
    public void alltoall() {
        check("Alltoall", all ->
            COMM.Alltoall(all.sent, 0, all.count, all.type, all.received, 0, all.count, all.type));
        check("Alltoallv", all -> COMM.Alltoallv(all.sent, 0, all.counts, all.displs, all.type, all.received, 0,
            all.counts, all.displs, all.type));
    }

    @Check
    public void reduceScatter() {
        check("Reduce_scatter", all -> COMM.Reduce_scatter(all.sent, 0, all.received, 0, all.counts, all.type,
            MPI.SUM));
        check("Reduce_scatter_block", all -> COMM.Reduce_scatter_block(all.sent, 0, all.received, 0, all.count,
            all.type, MPI.SUM));
    }
}
