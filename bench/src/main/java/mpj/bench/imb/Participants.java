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
    private final boolean everyone;
    private final double[] cell = new double[1];

    private Participants(Intracomm world, Grouping grouping, boolean everyone) {
        this.world = world;
        this.grouping = grouping;
        this.everyone = everyone;
    }

    /** @throws IllegalArgumentException if the grouping needs communicators of its own */
    static Participants of(Intracomm world, Grouping grouping) {
        int[] first = grouping.groups().getFirst();
        if (grouping.groups().size() > 1 || !Arrays.equals(first, Grouping.order("", first.length))) {
            throw new IllegalArgumentException("-multi and -map need MPI_Comm_split, which is not there yet");
        }
        return new Participants(world, grouping, first.length == world.Size());
    }

    boolean takesPart() {
        return grouping.groupOf(world.Rank()) >= 0;
    }

    /** What the group communicates in: it is made up of the first ranks there. */
    Intracomm comm() {
        return world;
    }

    /** The number of ranks in this rank's group. */
    int size() {
        return grouping.groups().getFirst().length;
    }

    /** Returns when all ranks of this rank's group have called it. */
    void barrier() {
        if (everyone) {
            world.Barrier();
        } else {
            max(0);
        }
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
