package mpj.bench.tune;

import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpj.bindings.ThisHost;
import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Collective;
import mpj.collectives.Problem;
import mpj.collectives.selection.Algorithms;
import mpj.runtime.bootstrap.RuntimeProperties;

/** The algorithms that the ranks of a job can use for a collective of some size. */
final class Candidates {
    /** Any size of a room is good enough to find the algorithms that fit. */
    private static final long ROOM = 128 << 10;
    private static final List<String> SHARING = List.of("auto", "shm", "threads");

    private final int rank;
    private final int size;
    private final long room;

    /** Every rank calls this. */
    Candidates(Intracomm world) {
        rank = world.Rank();
        size = world.Size();
        room = size > 1 && shareMemory(world) ? ROOM : 0;
    }

    /** Whether all ranks run on one host and the user asked for no network. */
    private static boolean shareMemory(Intracomm world) {
        int host = ThisHost.identity().hashCode();
        int[] own = {host, -host};
        int[] largest = new int[2];
        world.Allreduce(own, 0, largest, 0, 2, MPI.INT, MPI.MAX);
        return largest[0] == -largest[1] && SHARING.contains(RuntimeProperties.TRANSPORT.value());
    }

    /** The collective with blocks or elements of this many bytes on each rank. */
    Problem problem(int bytes) {
        Blocks blocks = new Blocks.Equal(bytes);
        return Problem.of(rank, size, 0, bytes, Double.BYTES).blocks(blocks, blocks).shared(room);
    }

    /** The algorithms that fit. */
    List<Algorithm> of(Collective collective, int bytes) {
        Problem problem = problem(bytes);
        return Algorithms.of(collective).stream().filter(algorithm -> algorithm.fits(problem)).toList();
    }

    /** Whether an algorithm uses shared memory. Only blocking calls may use such an algorithm. */
    boolean isShared(Algorithm algorithm, int bytes) {
        return !algorithm.fits(problem(bytes).shared(0));
    }
}
