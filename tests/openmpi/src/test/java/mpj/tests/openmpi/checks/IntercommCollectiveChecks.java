package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static mpj.tests.openmpi.checks.World.items;
import static mpj.tests.openmpi.checks.World.ofEach;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import mpi.Datatype;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpj.tests.Check;
import mpj.tests.Runs;

/**
 * MPI 3.1, section 5.2.3: collectives between two groups. Here the groups are the ranks with even and with odd numbers.
 */
@Runs(ranks = {2, 3, 4})
public final class IntercommCollectiveChecks {
    private static final int FEW = 3;
    private static final boolean FIRST = RANK % 2 == 0;

    private final Intracomm local = COMM.split(RANK % 2, RANK);
    private final Intercomm comm = COMM.createIntercomm(local, 0, 1 - RANK % 2, 5);
    private final int rank = comm.getRank();
    private final int remote = comm.getRemoteSize();
    /** The last rank of the group with even numbers. */
    private final boolean atRoot = FIRST && rank == comm.getSize() - 1;
    private final int root = atRoot ? MPI.ROOT : FIRST ? MPI.PROC_NULL : remote - 1;

    /** The rank in the world of a rank of the other group. */
    private static int there(int of) {
        return 2 * of + (FIRST ? 1 : 0);
    }

    private int[] sumsThere(int length) {
        int[] sums = new int[length];
        for (int i = 0; i < remote; i++) {
            int[] items = items(there(i), 0, length);
            Arrays.setAll(sums, k -> sums[k] + items[k]);
        }
        return sums;
    }

    @Check
    void barrierAndBcast() {
        Way.every(way -> {
            way.call(comm, "barrier");
            Object buf = atRoot ? way.of(items(RANK, 0, FEW)) : FIRST ? null : way.room(FEW);
            way.call(comm, "bcast", buf, FEW, MPI.INT, root);
            if (!FIRST) {
                assertArrayEquals(items(there(root), 0, FEW), Memory.values(buf));
            }
        });
    }

    /** Calls it with two buffers, and with one buffer for both, of which each rank uses only one side. */
    @Check
    void gatherAndScatter() {
        int[] come = ofEach(remote, i -> items(there(i), 0, FEW));
        int[] sent = ofEach(remote, i -> items(RANK, i, FEW));
        Way.every(way -> {
            Object received = atRoot ? way.room(remote * FEW) : null;
            Object mine = FIRST ? null : way.of(items(RANK, 0, FEW));
            way.call(comm, "gather", mine, FEW, MPI.INT, received, FEW, MPI.INT, root);
            assertAtRoot(come, received);
            Object one = atRoot ? way.room(remote * FEW) : mine;
            way.call(comm, "gather", one, FEW, MPI.INT, root);
            assertAtRoot(come, one);
            Object room = FIRST ? null : way.room(FEW);
            way.call(comm, "scatter", atRoot ? way.of(sent) : null, FEW, MPI.INT, room, FEW, MPI.INT, root);
            assertScattered(room);
            Object other = atRoot ? way.of(sent) : FIRST ? null : way.room(FEW);
            way.call(comm, "scatter", other, FEW, MPI.INT, root);
            assertScattered(other);
        });
    }

    private void assertAtRoot(int[] expected, Object received) {
        if (atRoot) {
            assertArrayEquals(expected, Memory.values(received));
        }
    }

    private void assertScattered(Object received) {
        if (!FIRST) {
            assertArrayEquals(items(there(root), rank, FEW), Memory.values(received));
        }
    }

    @Check
    void gathervAndScattervInForms() {
        Blocks blocks = Blocks.uneven(remote);
        int count = FIRST ? 0 : Blocks.uneven(comm.getSize()).counts()[rank];
        Way.every(way -> {
            if (atRoot) {
                Object received = way.room(blocks.length());
                way.call(comm, "gatherv", received, blocks.counts(), blocks.displs(), MPI.INT, root);
                assertAtRoot(blocks.with(i -> items(there(i), 0, blocks.counts()[i])), received);
                way.call(comm, "scatterv", way.of(blocks.with(i -> items(RANK, i, blocks.counts()[i]))),
                    blocks.counts(), blocks.displs(), MPI.INT, root);
            } else {
                Object buf = FIRST ? null : way.of(items(RANK, 0, count));
                way.call(comm, "gatherv", buf, count, MPI.INT, root);
                way.call(comm, "scatterv", buf, count, MPI.INT, root);
                if (!FIRST) {
                    assertArrayEquals(items(there(root), rank, count), Memory.values(buf));
                }
            }
        });
    }

    @Check
    void allGatherAndAllToAll() {
        int[] all = ofEach(remote, i -> items(there(i), 0, FEW));
        int[] forThem = ofEach(remote, i -> items(RANK, i, FEW));
        int[] forMe = ofEach(remote, i -> items(there(i), rank, FEW));
        int[] counts = new int[remote];
        int[] displs = new int[remote];
        int[] places = new int[remote];
        Datatype[] types = new Datatype[remote];
        Arrays.fill(counts, FEW);
        Arrays.setAll(displs, i -> i * FEW);
        Arrays.setAll(places, i -> i * FEW * Integer.BYTES);
        Arrays.fill(types, MPI.INT);
        Way.every(way -> {
            Object gathered = way.room(remote * FEW);
            way.call(comm, "allGather", way.of(items(RANK, 0, FEW)), FEW, MPI.INT, gathered, FEW, MPI.INT);
            assertArrayEquals(all, Memory.values(gathered));
            Object varying = way.room(remote * FEW);
            way.call(comm, "allGatherv", way.of(items(RANK, 0, FEW)), FEW, MPI.INT, varying, counts, displs, MPI.INT);
            assertArrayEquals(all, Memory.values(varying));
            Object even = way.room(remote * FEW);
            way.call(comm, "allToAll", way.of(forThem), FEW, MPI.INT, even, FEW, MPI.INT);
            assertArrayEquals(forMe, Memory.values(even));
            Object uneven = way.room(remote * FEW);
            way.call(comm, "allToAllv", way.of(forThem), counts, displs, MPI.INT, uneven, counts, displs, MPI.INT);
            assertArrayEquals(forMe, Memory.values(uneven));
            Object typed = way.room(remote * FEW);
            way.call(comm, "allToAllw", way.of(forThem), counts, places, types, typed, counts, places, types);
            assertArrayEquals(forMe, Memory.values(typed));
        });
    }

    @Check
    void reductions() {
        int size = comm.getSize();
        int length = size * remote;
        int[] sums = sumsThere(length);
        int share = length / size;
        int[] shares = new int[size];
        Arrays.fill(shares, share);
        Way.every(way -> {
            Object mine = way.of(items(RANK, 0, length));
            Object received = atRoot ? way.room(length) : null;
            way.call(comm, "reduce", FIRST ? null : mine, received, length, MPI.INT, MPI.SUM, root);
            assertAtRoot(sums, received);
            Object one = atRoot ? way.room(length) : FIRST ? null : mine;
            way.call(comm, "reduce", one, length, MPI.INT, MPI.SUM, root);
            assertAtRoot(sums, one);
            Object everywhere = way.room(length);
            way.call(comm, "allReduce", mine, everywhere, length, MPI.INT, MPI.SUM);
            assertArrayEquals(sums, Memory.values(everywhere));
            int[] part = Arrays.copyOfRange(sums, rank * share, (rank + 1) * share);
            Object scattered = way.room(share);
            way.call(comm, "reduceScatter", mine, scattered, shares, MPI.INT, MPI.SUM);
            assertArrayEquals(part, Memory.values(scattered));
            Object block = way.room(share);
            way.call(comm, "reduceScatterBlock", mine, block, share, MPI.INT, MPI.SUM);
            assertArrayEquals(part, Memory.values(block));
        });
    }

    /** A rank receives nothing of its own, so MPI.IN_PLACE has no meaning. */
    @Check
    void nothingIsInPlace() {
        int[] buf = new int[SIZE];
        assertError(MPI.ERR_BUFFER, "pass a buffer to send and one to receive",
            () -> comm.allReduce(buf, 1, MPI.INT, MPI.SUM));
        assertError(MPI.ERR_BUFFER, "pass a buffer to send and one to receive", () -> comm.allGather(buf, 1, MPI.INT));
    }

    @Check
    void rootsAreOfTheOtherGroup() {
        assertError(MPI.ERR_ROOT, "root is " + remote, () -> comm.bcast(new int[1], 1, MPI.INT, remote));
    }
}
