package mpi;

import java.util.function.Supplier;
import mpj.collectives.Collective;
import mpj.collectives.Problem;
import mpj.collectives.Schedule;
import mpj.collectives.Topology;
import mpj.collectives.selection.Algorithms;
import mpj.collectives.selection.Choice;
import mpj.collectives.selection.Selection;

/** The schedules that a communicator's collectives have used, so that a call like an earlier one writes none. */
final class ScheduleCache {
    /** A power of two. */
    private static final int SETS = 32;
    /**
     * Calls that meet in a set share its places; the one that came first makes room. One place would not do: each turn
     * of a program's loop makes two calls or three, and for some sizes all are of one set.
     */
    private static final int PLACES = 4;

    /** A call's form, and its schedule. The counts and displacements are copies. */
    private record Entry(Collective collective, int root, long bytes, long unit, boolean objects, boolean commutative,
                         long shared, Blocks sent, Blocks received, Schedule schedule) {
        boolean serves(Collective of, int ofRoot, long ofBytes, long ofUnit, boolean ofObjects, boolean commutes,
                       long sharing, Blocks sending, Blocks receiving) {
            return collective == of && root == ofRoot && bytes == ofBytes && unit == ofUnit && objects == ofObjects
                && commutative == commutes && shared == sharing && Blocks.alike(sent, sending)
                && Blocks.alike(received, receiving);
        }
    }

    private final Entry[] entries = new Entry[SETS * PLACES];
    private final Supplier<Selection> selections;
    /** Made for the first schedule: reading a table takes a tenth of a small program's time. */
    private Selection selection;
    private final Topology topology;
    private final int rank;
    private final int size;

    ScheduleCache(Supplier<Selection> selections, Topology topology, int rank, int size) {
        this.selections = selections;
        this.topology = topology;
        this.rank = rank;
        this.size = size;
    }

    /**
     * The schedule of a call.
     *
     * @param bytes the elements of this rank, or of each block; of objects, how many
     * @param sent the blocks sent, or null
     * @param received the blocks received, or null
     * @param datatype the elements' type
     * @param op the operation, or null
     * @param shared the room of each rank in shared memory, or 0 if the call cannot go through one
     */
    Schedule get(Collective collective, int root, long bytes, Blocks sent, Blocks received, Datatype datatype, Op op,
                 long shared) {
        long unit =
            unit(collective == Collective.REDUCE_SCATTER ? datatype.bytes(sent.total(size)) : bytes, datatype, op);
        // As many objects as another call has bytes go by another algorithm.
        boolean objects = datatype.isObject();
        boolean commutative = op == null || op.commutes();
        int hash = (collective.ordinal() * 31 + root) * 31
            + Long.hashCode((bytes * 0x9E3779B97F4A7C15L + unit) * 0xC2B2AE3D27D4EB4FL + shared);
        int set = ((hash ^ hash >>> 16) & SETS - 1) * PLACES;
        for (int place = set; place < set + PLACES; place++) {
            Entry entry = entries[place];
            if (entry != null && entry.serves(collective, root, bytes, unit, objects, commutative, shared, sent,
                received)) {
                return entry.schedule;
            }
        }
        Schedule schedule = write(collective, root, bytes, sent, received, unit, commutative, objects, shared);
        System.arraycopy(entries, set, entries, set + 1, PLACES - 1);
        entries[set] = new Entry(collective, root, bytes, unit, objects, commutative, shared, Blocks.copy(sent),
            Blocks.copy(received), schedule);
        return schedule;
    }

    /**
     * A program's own function may see several elements as one, so that its operands must stay together.
     *
     * @param bytes those of all operands, the same on every rank
     */
    private static long unit(long bytes, Datatype datatype, Op op) {
        if (op == null) {
            return datatype.elementBytes();
        }
        // Items of a program's own function may have no elements.
        return op.isPredefined() ? datatype.bytes(1) : Math.max(1, Math.max(datatype.bytes(1), bytes));
    }

    private Schedule write(Collective collective, int root, long bytes, Blocks sent, Blocks received, long unit,
                           boolean commutative, boolean objects, long shared) {
        Problem problem = new Problem(rank, size, root, bytes, sent == null ? null : sent.ofMessages(size),
            received == null ? null : received.ofMessages(size), unit, commutative, 0, topology, shared);
        if (selection == null) {
            selection = selections.get();
        }
        // Nobody knows the size of objects, and items of several must not be divided.
        Choice choice = objects ? new Choice(Algorithms.of(collective).getFirst(), 0)
            : selection.choose(collective, problem, known(collective, problem));
        return Schedule.of(choice.algorithm(), problem.parameter(choice.parameter()));
    }

    /** The size that all ranks know and that the choice may depend on. */
    private long known(Collective collective, Problem problem) {
        return switch (collective) {
            case GATHERV, SCATTERV, ALLTOALLV -> Long.MAX_VALUE;
            case ALLGATHERV -> total(problem.received()) / size;
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> total(problem.sent());
            default -> problem.bytes();
        };
    }

    private long total(mpj.collectives.Blocks blocks) {
        long total = 0;
        for (int i = 0; i < size; i++) {
            total += blocks.length(i);
        }
        return total;
    }
}
