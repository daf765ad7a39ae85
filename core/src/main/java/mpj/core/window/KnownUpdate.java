package mpj.core.window;

import java.lang.foreign.MemorySegment;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.op.OpDescriptor;

/**
 * A fetch-and-op or a compare-and-swap whose arguments have been checked, and which is likely to come again. It is to
 * these calls what {@link KnownTransfer} is to puts and gets, and has the fields of its {@link KnownPlace} for the same
 * reason. Immutable; any thread may use it.
 */
final class KnownUpdate {
    /** Null if the operation takes nothing from the origin. */
    private final KnownBuffer origin;
    /** Null if nothing is compared. */
    private final KnownBuffer compare;
    private final KnownBuffer result;
    private final TypeDescriptor datatype;
    private final MappedTarget knownTarget;
    private final int rank;
    private final MemoryLocks locks;
    private final MemorySegment window;
    private final Epochs epochs;
    private final long unit;
    private final long last;
    /** Null in a compare-and-swap. */
    private final OpDescriptor op;

    private KnownUpdate(KnownBuffer origin, KnownBuffer compare, KnownBuffer result, TypeDescriptor datatype,
                        KnownPlace place, OpDescriptor op) {
        this.origin = origin;
        this.compare = compare;
        this.result = result;
        this.datatype = datatype;
        knownTarget = place.target;
        rank = knownTarget.rank;
        locks = knownTarget.locks();
        window = place.memory;
        epochs = place.epochs;
        unit = place.unit;
        last = place.last;
        this.op = op;
    }

    /** Returns null if {@link Scalar} does not do such a fetch-and-op. The place is in the memory of the target. */
    static KnownUpdate fetchAndOp(KnownBuffer origin, KnownBuffer result, Target target, Place place, Epochs epochs,
                                  OpDescriptor op) {
        KnownPlace known = KnownPlace.of(target, place, epochs);
        return known == null || result == null || origin == null && op != OpDescriptor.NO_OP
            || !Scalar.takes(op, place.datatype()) ? null
            : new KnownUpdate(origin, null, result, place.datatype(), known, op);
    }

    /** Returns null if {@link Scalar} does not do such a compare-and-swap. */
    static KnownUpdate compareAndSwap(KnownBuffer origin, KnownBuffer compare, KnownBuffer result, Target target,
                                      Place place, Epochs epochs) {
        KnownPlace known = KnownPlace.of(target, place, epochs);
        return known == null || result == null || origin == null || compare == null
            || !Scalar.isNumber(place.datatype()) ? null
            : new KnownUpdate(origin, compare, result, place.datatype(), known, null);
    }

    /** Fetches and combines, if the arguments are these. Otherwise it does nothing and returns false. */
    boolean fetchAndOp(Object buf, int offset, Object resultBuf, int resultOffset, TypeDescriptor ofType,
                       int target, long displacement, OpDescriptor ofOp) {
        MemorySegment to = result.memory(resultBuf, resultOffset);
        MemorySegment from = origin == null ? to : origin.memory(buf, offset);
        if (from == null || to == null || ofOp != op || ofType != datatype || !isOpen(target, displacement)) {
            return false;
        }
        long at = displacement * unit;
        takeAccumulateLock();
        try {
            long operand = origin == null ? 0 : Scalar.read(datatype, from, origin.from);
            long there = Scalar.read(datatype, window, at);
            Scalar.write(datatype, to, result.from, there); // now, because nothing has changed if this fails
            if (op != OpDescriptor.NO_OP) {
                Scalar.write(datatype, window, at, Scalar.combined(op, datatype, there, operand));
            }
            return true;
        } catch (IllegalStateException | WrongThreadException e) {
            return false; // perhaps an arena was closed; the check of the arguments tells
        } finally {
            locks.endAccumulate();
        }
    }

    /** Compares and swaps, if the arguments are these. Otherwise it does nothing and returns false. */
    boolean compareAndSwap(Object buf, int offset, Object compareBuf, int compareOffset, Object resultBuf,
                           int resultOffset, TypeDescriptor ofType, int target, long displacement) {
        MemorySegment from = origin.memory(buf, offset);
        MemorySegment wanted = compare.memory(compareBuf, compareOffset);
        MemorySegment to = result.memory(resultBuf, resultOffset);
        if (from == null || wanted == null || to == null || ofType != datatype
            || !isOpen(target, displacement)) {
            return false;
        }
        long at = displacement * unit;
        takeAccumulateLock();
        try {
            long fresh = Scalar.read(datatype, from, origin.from);
            long expected = Scalar.read(datatype, wanted, compare.from);
            long there = Scalar.read(datatype, window, at);
            Scalar.write(datatype, to, result.from, there); // as above
            if (there == expected) {
                Scalar.write(datatype, window, at, fresh);
            }
            return true;
        } catch (IllegalStateException | WrongThreadException e) {
            return false; // as above
        } finally {
            locks.endAccumulate();
        }
    }

    /** Whether this is an update of this target. */
    boolean isWith(int target) {
        return target == rank;
    }

    private boolean isOpen(int target, long displacement) {
        return displacement >= 0 && displacement <= last && epochs.reaches(target);
    }

    private void takeAccumulateLock() {
        if (!locks.tryAccumulate()) {
            knownTarget.takeAccumulateLock();
        }
    }
}
