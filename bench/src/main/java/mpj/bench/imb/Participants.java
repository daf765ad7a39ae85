package mpj.bench.imb;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The ranks that run a benchmark, in all its groups, and how they agree. They use only point-to-point messages, so that
 * a benchmark of sending and receiving depends on no collective.
 */
final class Participants {
    private static final int TAG = 3;
    private static final int LEADER = 0;

    private final Messages world;
    private final Grouping grouping;
    private final Messages comm;
    private final boolean ownBarrier;
    private final double[] cell = new double[1];
    private final byte[] token = new byte[1];

    private Participants(Messages world, Grouping grouping, Messages comm, boolean ownBarrier) {
        this.world = world;
        this.grouping = grouping;
        this.comm = comm;
        this.ownBarrier = ownBarrier;
    }

    /**
     * Makes the communicators of the groups. All ranks of {@code world} call this.
     *
     * @param ownBarrier whether the barrier is made of sends and receives
     */
    static Participants of(Messages world, Grouping grouping, boolean ownBarrier) {
        int rank = world.rank();
        boolean everyone = grouping.groups().size() == 1 && grouping.idle() == 0
            && Arrays.equals(grouping.groups().getFirst(), Grouping.order("", world.size()));
        int group = grouping.groupOf(rank);
        // The idle ranks also form a communicator, which nobody uses.
        Messages comm = everyone ? world : world.split(group < 0 ? grouping.groups().size() : group,
            group < 0 ? rank : grouping.positionOf(rank));
        return new Participants(world, grouping, comm, ownBarrier);
    }

    boolean takesPart() {
        return grouping.groupOf(world.rank()) >= 0;
    }

    /** The communicator of this rank's group. */
    Messages comm() {
        return comm;
    }

    /** The number of ranks in this rank's group. */
    int size() {
        return grouping.groups().getFirst().length;
    }

    /** Returns when all ranks of this rank's group have called it. */
    void barrier() {
        if (ownBarrier) {
            disseminate();
        } else {
            comm.barrier();
        }
    }

    /** The barrier of Hensgen, Finkel and Manber 1988: in round k a rank hears from the rank 2^k before it. */
    private void disseminate() {
        int rank = comm.rank();
        int size = comm.size();
        Object type = comm.basic(byte.class);
        for (int distance = 1; distance < size; distance *= 2) {
            comm.sendrecv(token, 0, 0, type, (rank + distance) % size, TAG,
                token, 0, 0, type, (rank + size - distance) % size, TAG);
        }
    }

    Grouping grouping() {
        return grouping;
    }

    /** The largest of the participants' values. Every participant gets it. */
    double max(double value) {
        List<List<Timing>> values = gather(Timing.of(value));
        if (world.rank() == LEADER) {
            cell[0] = values.stream().flatMap(List::stream).mapToDouble(Timing::pure).max().orElseThrow();
            eachOther(rank -> world.send(cell, 0, 1, world.basic(double.class), rank, TAG));
        } else {
            world.recv(cell, 0, 1, world.basic(double.class), LEADER, TAG);
        }
        return cell[0];
    }

    /** The participants' timings by group and rank. Only world rank 0 gets them; the list is empty elsewhere. */
    List<List<Timing>> gather(Timing own) {
        if (world.rank() != LEADER) {
            double[] parts = {own.pure(), own.overlapped(), own.computing()};
            world.send(parts, 0, parts.length, world.basic(double.class), LEADER, TAG);
            return List.of();
        }
        return grouping.groups().stream().map(group ->
            Arrays.stream(group).mapToObj(rank -> rank == LEADER ? own : timingOf(rank)).toList()).toList();
    }

    private Timing timingOf(int rank) {
        double[] parts = new double[3];
        world.recv(parts, 0, parts.length, world.basic(double.class), rank, TAG);
        return new Timing(parts[0], parts[1], parts[2]);
    }

    private void eachOther(IntConsumer action) {
        grouping.groups().stream().flatMapToInt(Arrays::stream).filter(rank -> rank != LEADER).forEach(action);
    }
}
