package mpj.core.collective;

import java.util.function.Supplier;
import mpj.collectives.Collective;
import mpj.collectives.Problem;
import mpj.collectives.Schedule;
import mpj.collectives.Topology;
import mpj.collectives.selection.Algorithms;
import mpj.collectives.selection.Choice;
import mpj.collectives.selection.Selection;
import mpj.core.datatype.TypeDescriptor;

/**
 * Keeps the schedules that a communicator's collectives have used, so that a call like an earlier one need not make its
 * schedule again.
 */
final class ScheduleCache {
    /** A power of two. */
    private static final int SETS = 32;
    /**
     * Calls of the same set share this many places. A new schedule takes the first place, and the oldest schedule drops
     * out. One place would not be enough: a loop in a program often makes two or three calls in each turn, and for some
     * sizes all of them are of one set.
     */
    private static final int PLACES = 4;

    /** A schedule, and everything in the call that it depends on. The counts and displacements are copies. */
    private record Entry(Collective collective, int root, long bytes, long unit, boolean objects, boolean commutative,
                         long shared, DescribedBuffer sent, DescribedBuffer received, Schedule schedule) {
        static Entry of(CollectiveCall call, long unit, long shared, Schedule schedule) {
            return new Entry(call.collective(), call.root(), call.bytes(), unit, call.type().isObject(),
                commutes(call), shared, DescribedBuffer.copy(call.sent()), DescribedBuffer.copy(call.received()),
                    schedule);
        }

        boolean serves(CollectiveCall call, long ofUnit, long ofShared) {
            return collective == call.collective() && root == call.root() && bytes == call.bytes() && unit == ofUnit
                && objects == call.type().isObject() && commutative == commutes(call) && shared == ofShared
                && DescribedBuffer.alike(sent, call.sent()) && DescribedBuffer.alike(received, call.received());
        }
    }

    private final Entry[] entries = new Entry[SETS * PLACES];
    private final Supplier<Selection> selections;
    /**
     * Made for the first schedule. Reading a table takes a tenth of a small program's time, so programs without
     * collectives should not pay for it.
     */
    private Selection selection;
    private final Topology topology;
    private final Participants ranks;

    ScheduleCache(Supplier<Selection> selections, Topology topology, Participants ranks) {
        this.selections = selections;
        this.topology = topology;
        this.ranks = ranks;
    }

    /**
     * Returns the schedule of a call.
     *
     * @param shared the size of each rank's part of shared memory, or 0 if the call cannot go through shared memory
     */
    Schedule get(CollectiveCall call, long shared) {
        long unit = unit(call);
        int hash = (call.collective().ordinal() * 31 + call.root()) * 31
            + Long.hashCode((call.bytes() * 0x9E3779B97F4A7C15L + unit) * 0xC2B2AE3D27D4EB4FL + shared);
        int set = ((hash ^ hash >>> 16) & SETS - 1) * PLACES;
        for (int place = set; place < set + PLACES; place++) {
            Entry entry = entries[place];
            if (entry != null && entry.serves(call, unit, shared)) {
                return entry.schedule;
            }
        }
        Schedule schedule = write(call, unit, shared);
        System.arraycopy(entries, set, entries, set + 1, PLACES - 1);
        entries[set] = Entry.of(call, unit, shared, schedule);
        return schedule;
    }

    private static boolean commutes(CollectiveCall call) {
        return call.op() == null || call.op().commutes();
    }

    /**
     * How many bytes of a call's data must stay together. A function of the program may treat several elements as one
     * value, so its operands must not be divided.
     */
    private long unit(CollectiveCall call) {
        TypeDescriptor type = call.type();
        if (call.op() == null) {
            return type.elementBytes();
        }
        if (call.op().isPredefined()) {
            return type.bytes(1);
        }
        // The size of all operands, which every rank knows.
        long bytes = call.collective() == Collective.REDUCE_SCATTER ? call.like().bytes() : call.bytes();
        // At least 1, because the items of a function of the program may have no elements.
        return Math.max(1, Math.max(type.bytes(1), bytes));
    }

    private Schedule write(CollectiveCall call, long unit, long shared) {
        int blocks = blocks(call.collective());
        Problem problem = new Problem(ranks.rank(), ranks.size(), call.root(), call.bytes(),
            call.sent() == null ? null : call.sent().ofMessages(blocks),
            call.received() == null ? null : call.received().ofMessages(blocks), unit, commutes(call), 0, topology,
            shared);
        if (ranks.isInter()) {
            problem = problem.between(ranks.first());
        }
        if (selection == null) {
            selection = selections.get();
        }
        // For objects the choice is fixed. Their size is not known, and a choice by bytes says nothing about numbers of
        // objects. Items of several objects must not be divided either.
        Choice choice = call.type().isObject() ? new Choice(Algorithms.of(call.collective(), problem).getFirst(), 0)
            : selection.choose(call.collective().choice(), problem, known(call.collective(), problem));
        return Schedule.of(choice.algorithm(), problem.parameter(choice.parameter()));
    }

    /** The size on which the choice of an algorithm may depend, because all ranks know it. */
    private long known(Collective collective, Problem problem) {
        int blocks = blocks(collective);
        return switch (collective) {
            case GATHERV, SCATTERV, ALLTOALLV, ALLTOALLW -> Long.MAX_VALUE;
            case ALLGATHERV -> total(problem.received(), blocks) / blocks;
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> total(problem.sent(), blocks);
            default -> problem.bytes();
        };
    }

    /** How many blocks a rank has: one for each rank of its own group, or of the other group. */
    private int blocks(Collective collective) {
        return switch (collective) {
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> ranks.localSize();
            default -> ranks.peers();
        };
    }

    private static long total(mpj.collectives.Blocks blocks, int count) {
        long total = 0;
        for (int i = 0; i < count; i++) {
            total += blocks.length(i);
        }
        return total;
    }
}
