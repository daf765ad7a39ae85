package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import mpj.core.op.OpDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Payload;

/**
 * Memory that this process sees. The origin itself loads and stores there, so every operation is over when it returns.
 */
final class MappedTarget extends Target {
    private final Exposure exposure;
    private final MemoryLocks locks;
    private final WordWaits waits;
    private final Stage stage = new Stage();

    MappedTarget(int rank, long bytes, int unit, Exposure exposure, MemoryLocks locks, WordWaits waits) {
        super(rank, bytes, unit);
        this.exposure = exposure;
        this.locks = locks;
        this.waits = waits;
    }

    /** All of the memory; null in a dynamic window. */
    MemorySegment memory() {
        return exposure.memory();
    }

    private Exposure.Part part(Place place) {
        Exposure.Part part = exposure.find(place);
        if (part == null) {
            throw detached(place.low(), place.high());
        }
        return part;
    }

    private EngineException detached(long low, long high) {
        return new EngineException(ErrorClass.ERR_RMA_RANGE, "bytes " + low + " to " + (high - 1) + " of rank " + rank
            + "'s dynamic window are not attached there; attach the memory first");
    }

    @Override
    Operation put(Local origin, Place place) {
        Exposure.Part part = part(place);
        Transfer.copy(origin.buffer(), origin.type(), origin.from(),
            place.datatype().memoryAt(part.memory(), part.origin()), place.datatype().elementType(),
            place.datatype().fromAt(part.origin()), origin.bytes());
        return null;
    }

    @Override
    Operation get(Local origin, Place place) {
        Exposure.Part part = part(place);
        Transfer.copy(place.datatype().memoryAt(part.memory(), part.origin()), place.datatype().elementType(),
            place.datatype().fromAt(part.origin()), origin.buffer(), origin.type(), origin.from(), place.bytes());
        return null;
    }

    @Override
    Operation accumulate(Local origin, Local result, Place place, OpDescriptor op) {
        Exposure.Part part = part(place);
        if (Scalar.takes(op, place, origin, result)) {
            takeAccumulateLock();
            try {
                Scalar.apply(op, place, origin, result, part.memory(), part.origin());
            } finally {
                endAccumulateLock();
            }
            return null;
        }
        Object memory = place.datatype().memoryAt(part.memory(), part.origin());
        long from = place.datatype().fromAt(part.origin());
        long bytes = place.bytes();
        long piece = Accumulation.piece(place.datatype());
        Accumulation accumulation = new Accumulation(op, place.datatype(), stage);
        for (long at = 0; at < bytes; at += piece) {
            takeAccumulateLock();
            try {
                long length = Math.min(piece, bytes - at);
                if (result == null) {
                    accumulation.apply(origin.buffer(), origin.from() + at, memory, from + at, length, null, null, 0);
                } else {
                    accumulation.apply(origin.buffer(), origin.from() + at, memory, from + at, length,
                        result.buffer(), result.type(), result.from() + at);
                }
            } finally {
                endAccumulateLock();
            }
        }
        return null;
    }

    @Override
    Operation compareAndSwap(Local origin, Local compare, Local result, Place place) {
        Exposure.Part part = part(place);
        if (Scalar.takes(place, origin, compare, result)) {
            takeAccumulateLock();
            try {
                Scalar.swap(origin, compare, result, part.memory(), part.origin());
            } finally {
                endAccumulateLock();
            }
            return null;
        }
        byte[] there = new byte[(int) place.bytes()];
        takeAccumulateLock();
        try {
            Swap.apply(Swap.bytes(compare), Swap.bytes(origin), there, part.memory(),
                place.datatype().fromAt(part.origin()));
        } finally {
            endAccumulateLock();
        }
        Payload.read(result.buffer(), result.type(), result.from(), MemorySegment.ofArray(there), 0, there.length);
        return null;
    }

    /** The locks of the memory. */
    MemoryLocks locks() {
        return locks;
    }

    /** Takes the lock of accumulates. */
    void takeAccumulateLock() {
        if (!locks.tryAccumulate()) {
            waits.until(locks::tryAccumulate);
        }
    }

    private void endAccumulateLock() {
        locks.endAccumulate();
    }

    @Override
    void lock(boolean exclusive) {
        waits.passed();
        waits.until(exclusive ? locks::tryExclusive : locks::tryShared);
    }

    @Override
    Runnable startUnlock(boolean exclusive) {
        locks.unlock(exclusive);
        waits.passed();
        return null;
    }

    @Override
    Runnable startFlush() {
        VarHandle.fullFence(); // all see what was stored before they see anything that the program does next
        waits.passed();
        return null;
    }

    @Override
    void flushLocal() {
        // every operation is over when it returns
    }
}
