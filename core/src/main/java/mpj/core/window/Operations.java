package mpj.core.window;

import java.lang.foreign.MemorySegment;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.BufferSegments;
import mpj.core.op.OpDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/**
 * What this rank does to the memory of the window's ranks. A method checks the arguments, and the {@link Target}
 * carries the operation out. If a call is like a known one, the method only compares the arguments, and moves the
 * elements itself. A method returns an operation that is over when the origin's buffers may be used again and results
 * are there. It returns null if that is already so; and also if the program did not request such an operation, because
 * a flush completes it. Thread-safe.
 */
final class Operations {
    private final Targets targets;
    private final Epochs epochs;
    /** One for each buffer of a call, because each knows its last buffer best. */
    private final BufferSegments origins = new BufferSegments();
    private final BufferSegments compared = new BufferSegments();
    private final BufferSegments results = new BufferSegments();
    /** Calls that are likely to come again, by target. Null until the first ones have come. */
    private final KnownTransfer[] knownPuts;
    private final KnownTransfer[] knownGets;
    private final KnownUpdate[] knownFetches;
    private final KnownUpdate[] knownSwaps;
    /** The known call that was used last: it is found with one load fewer. Null if there is none. */
    private KnownTransfer lastPut;
    private KnownTransfer lastGet;
    private KnownUpdate lastFetch;
    private KnownUpdate lastSwap;
    /** Counts the calls that were not known. Threads may lose counts, which does no harm. */
    private int unknown;

    /** @param epochs says which targets are open */
    Operations(Targets targets, Epochs epochs) {
        this.targets = targets;
        this.epochs = epochs;
        knownPuts = new KnownTransfer[targets.size()];
        knownGets = new KnownTransfer[targets.size()];
        knownFetches = new KnownUpdate[targets.size()];
        knownSwaps = new KnownUpdate[targets.size()];
    }

    private static <T> T known(T[] calls, int target) {
        return target >= 0 && target < calls.length ? calls[target] : null;
    }

    /** A call that cannot be known leaves the known call as it is: the next may be like that one again. */
    private static <T> void know(T[] calls, int target, T call) {
        if (call != null) {
            calls[target] = call;
        }
    }

    Operation put(Object origin, int offset, int count, TypeDescriptor datatype, int target, long displacement,
                  int targetCount, TypeDescriptor targetType, boolean requested) {
        KnownTransfer known = lastPut;
        if (known == null || !known.isWith(target)) {
            known = known(knownPuts, target);
            lastPut = known;
        }
        return known != null && known.put(origin, offset, count, datatype, target, displacement, targetCount,
            targetType) ? null
            : checkedPut(origin, offset, count, datatype, target, displacement, targetCount, targetType, requested);
    }

    private Operation checkedPut(Object origin, int offset, int count, TypeDescriptor datatype, int target,
                                 long displacement, int targetCount, TypeDescriptor targetType, boolean requested) {
        Local local = origin(origin, offset, count, datatype);
        if (targets.isProcNull(target)) {
            return null;
        }
        Target to = open(target);
        Place place = Arguments.place(to, displacement, targetCount, targetType);
        Arguments.checkFits("the target", place.bytes(), "origin", local.bytes(), datatype, targetType);
        if (isToBeKnown()) {
            know(knownPuts, target, KnownTransfer.of(origin, offset, local, to, place, epochs, local.bytes()));
            lastPut = knownPuts[target];
        }
        return local.bytes() == 0 ? null : requested ? to.startPut(local, place) : to.put(local, place);
    }

    /**
     * Whether the next call that is like this one will be known. Only some calls are made known, because that takes
     * several objects, and a program may pass other buffers in each call.
     */
    private boolean isToBeKnown() {
        return (unknown++ & 7) == 0;
    }

    Operation get(Object origin, int offset, int count, TypeDescriptor datatype, int target, long displacement,
                  int targetCount, TypeDescriptor targetType, boolean requested) {
        KnownTransfer known = lastGet;
        if (known == null || !known.isWith(target)) {
            known = known(knownGets, target);
            lastGet = known;
        }
        return known != null && known.get(origin, offset, count, datatype, target, displacement, targetCount,
            targetType) ? null
            : checkedGet(origin, offset, count, datatype, target, displacement, targetCount, targetType, requested);
    }

    private Operation checkedGet(Object origin, int offset, int count, TypeDescriptor datatype, int target,
                                 long displacement, int targetCount, TypeDescriptor targetType, boolean requested) {
        Local local = written("origin", origins, origin, offset, count, datatype);
        if (targets.isProcNull(target)) {
            return null;
        }
        Target to = open(target);
        Place place = Arguments.place(to, displacement, targetCount, targetType);
        Arguments.checkFits("origin", local.bytes(), "the target", place.bytes(), datatype, targetType);
        if (isToBeKnown()) {
            know(knownGets, target, KnownTransfer.of(origin, offset, local, to, place, epochs, place.bytes()));
            lastGet = knownGets[target];
        }
        return place.bytes() == 0 ? null : requested ? to.startGet(local, place) : to.get(local, place);
    }

    /** The buffer in which an accumulate leaves the elements that were there before. */
    Local result(Object result, int offset, int count, TypeDescriptor datatype) {
        return written("result", results, result, offset, count, datatype);
    }

    private Local origin(Object buf, int offset, int count, TypeDescriptor datatype) {
        return read("origin", origins, buf, offset, count, datatype);
    }

    private static Local read(String name, BufferSegments segments, Object buf, int offset, int count,
                              TypeDescriptor datatype) {
        MemorySegment known = segments.plain(buf, offset, count, datatype);
        return known != null ? Local.plain(known, offset, count, datatype)
            : Local.origin(name, segments.of(buf, datatype), offset, count, datatype);
    }

    private static Local written(String name, BufferSegments segments, Object buf, int offset, int count,
                                 TypeDescriptor datatype) {
        MemorySegment known = segments.plainToWrite(buf, offset, count, datatype);
        return known != null ? Local.plain(known, offset, count, datatype)
            : Local.result(name, segments.of(buf, datatype), offset, count, datatype);
    }

    /** @param result null if the program does not want the elements that were there */
    Operation accumulate(Object origin, int offset, int count, TypeDescriptor datatype, Local result, int target,
                         long displacement, int targetCount, TypeDescriptor targetType, OpDescriptor op,
                         boolean requested) {
        Local local = operand(origin, offset, count, datatype, result, targetType, op);
        return combine(local, result, target, displacement, targetCount, targetType, op, requested);
    }

    /** Whether an accumulate takes elements from the origin. */
    private static boolean reads(Local result, OpDescriptor op) {
        return op != OpDescriptor.NO_OP || result == null;
    }

    private Local operand(Object origin, int offset, int count, TypeDescriptor datatype, Local result,
                          TypeDescriptor targetType, OpDescriptor op) {
        if (op == null) {
            throw new EngineException(ErrorClass.ERR_OP, "op is null; pass one such as MPI.SUM");
        }
        return reads(result, op) ? origin(origin, offset, count, datatype)
            : Local.none(targetType == null ? TypeDescriptor.BYTE : targetType);
    }

    /** @param local what {@link #operand} has returned */
    private Operation combine(Local local, Local result, int target, long displacement, int targetCount,
                              TypeDescriptor targetType, OpDescriptor op, boolean requested) {
        if (targets.isProcNull(target)) {
            return null;
        }
        Target to = open(target);
        Place place = Arguments.place(to, displacement, targetCount, targetType);
        op.checkAccumulates(targetType);
        if (reads(result, op)) {
            Arguments.checkSame("origin", local.bytes(), place.bytes(), local.datatype(), targetType);
        }
        if (result != null) {
            Arguments.checkSame("result", result.bytes(), place.bytes(), result.datatype(), targetType);
        }
        return place.bytes() == 0 ? null : requested ? to.startAccumulate(local, result, place, op)
            : to.accumulate(local, result, place, op);
    }

    /** Fetches one element, and combines it with the origin's. */
    void fetchAndOp(Object origin, int offset, Object result, int resultOffset, TypeDescriptor datatype, int target,
                    long displacement, OpDescriptor op) {
        KnownUpdate known = lastFetch;
        if (known == null || !known.isWith(target)) {
            known = known(knownFetches, target);
            lastFetch = known;
        }
        if (known != null && known.fetchAndOp(origin, offset, result, resultOffset, datatype, target, displacement,
            op)) {
            return;
        }
        Local there = result(result, resultOffset, 1, datatype);
        Local local = operand(origin, offset, 1, datatype, there, datatype, op);
        combine(local, there, target, displacement, 1, datatype, op, false);
        if (isToBeKnown() && !targets.isProcNull(target)) {
            KnownBuffer operand = reads(there, op) ? KnownBuffer.of(origin, offset, local) : null;
            Target to = targets.of(target);
            know(knownFetches, target, KnownUpdate.fetchAndOp(operand, KnownBuffer.of(result, resultOffset, there), to,
                Arguments.place(to, displacement, 1, datatype), epochs, op));
            lastFetch = knownFetches[target];
        }
    }

    void compareAndSwap(Object origin, int offset, Object compare, int compareOffset, Object result, int resultOffset,
                        TypeDescriptor datatype, int target, long displacement) {
        KnownUpdate known = lastSwap;
        if (known == null || !known.isWith(target)) {
            known = known(knownSwaps, target);
            lastSwap = known;
        }
        if (known == null || !known.compareAndSwap(origin, offset, compare, compareOffset, result, resultOffset,
            datatype, target, displacement)) {
            checkedSwap(origin, offset, compare, compareOffset, result, resultOffset, datatype, target, displacement);
        }
    }

    private void checkedSwap(Object origin, int offset, Object compare, int compareOffset, Object result,
                             int resultOffset, TypeDescriptor datatype, int target, long displacement) {
        Local local = origin(origin, offset, 1, datatype);
        Local wanted = read("compareAddr", compared, compare, compareOffset, 1, datatype);
        Local found = result(result, resultOffset, 1, datatype);
        if (!Swap.takes(datatype)) {
            throw new EngineException(ErrorClass.ERR_TYPE, "targetType is " + datatype + ", whose items are not just"
                + " single elements; pass one such as MPI.INT");
        }
        if (!targets.isProcNull(target)) {
            Target to = open(target);
            Place place = Arguments.place(to, displacement, 1, datatype);
            to.compareAndSwap(local, wanted, found, place);
            if (isToBeKnown()) {
                know(knownSwaps, target, KnownUpdate.compareAndSwap(KnownBuffer.of(origin, offset, local),
                    KnownBuffer.of(compare, compareOffset, wanted), KnownBuffer.of(result, resultOffset, found), to,
                    place, epochs));
                lastSwap = knownSwaps[target];
            }
        }
    }

    /** A target that an open epoch lets operations reach. */
    private Target open(int rank) {
        if (!epochs.reaches(rank)) {
            throw epochs.outside(rank);
        }
        return targets.of(rank);
    }
}
