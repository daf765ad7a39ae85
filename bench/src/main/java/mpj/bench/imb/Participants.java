package mpj.bench.imb;

import java.util.Arrays;
import java.util.function.IntConsumer;
import mpi.Intracomm;
import mpi.MPI;

/**
 * The ranks that run a benchmark, in all its groups, and how they agree. Uses point-to-point messages only, so that a
 * benchmark of sending and receiving depends on no collective.
 */
final class Participants {
    private static final int TAG = 3;
    private static final int LEADER = 0;

    private final Intracomm world;
    private final Grouping grouping;
    private final Intracomm comm;
    private final double[] cell = new double[1];

    private Participants(Intracomm world, Grouping grouping, Intracomm comm) {
        this.world = world;
        this.grouping = grouping;
        this.comm = comm;
    }

    /** Collective over {@code world}: makes the groups' communicators. */
    static Participants of(Intracomm world, Grouping grouping) {
        int rank = world.Rank();
        boolean everyone = grouping.groups().size() == 1 && grouping.idle() == 0
            && Arrays.equals(grouping.groups().getFirst(), Grouping.order("", world.Size()));
        int group = grouping.groupOf(rank);
        // The idle ranks form a communicator too, which nobody uses.
        Intracomm comm = everyone ? world : world.Split(group < 0 ? grouping.groups().size() : group,
            group < 0 ? rank : grouping.positionOf(rank));
        return new Participants(world, grouping, comm);
    }

    boolean takesPart() {
        return grouping.groupOf(world.Rank()) >= 0;
    }

    /** The communicator of this rank's group. */
    Intracomm comm() {
        return comm;
    }

    /** The number of ranks in this rank's group. */
    int size() {
        return grouping.groups().getFirst().length;
    }

    /** Returns when all ranks of this rank's group have called it. */
    void barrier() {
        comm.Barrier();
    }

    Grouping grouping() {
        return grouping;
    }

    /** The largest of the participants' values, at each of them. */
    double max(double value) {
        double[][] values = gather(value);
        if (world.Rank() == LEADER) {
            double max = Arrays.stream(values).flatMapToDouble(Arrays::stream).max().orElseThrow();
            cell[0] = max;
            eachOther(rank -> world.Send(cell, 0, 1, MPI.DOUBLE, rank, TAG));
            return max;
        }
        world.Recv(cell, 0, 1, MPI.DOUBLE, LEADER, TAG);
        return cell[0];
    }

    /** The participants' values by group and rank, at world rank 0; nothing elsewhere. */
    double[][] gather(double value) {
        if (world.Rank() != LEADER) {
            cell[0] = value;
            world.Send(cell, 0, 1, MPI.DOUBLE, LEADER, TAG);
            return new double[0][];
        }
        return grouping.groups().stream().map(group -> Arrays.stream(group).mapToDouble(rank -> {
            if (rank == LEADER) {
                return value;
            }
            world.Recv(cell, 0, 1, MPI.DOUBLE, rank, TAG);
            return cell[0];
        }).toArray()).toArray(double[][]::new);
    }

    private void eachOther(IntConsumer action) {
        grouping.groups().stream().flatMapToInt(Arrays::stream).filter(rank -> rank != LEADER).forEach(action);
    }
}
