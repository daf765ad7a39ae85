package mpj.core.window;

import java.lang.foreign.MemorySegment;
import mpj.engine.Operation;
import mpj.engine.RemoteAccess;

/**
 * Puts and gets that the device of this process carries out in a target's memory, if they are large enough for that,
 * and adjacent bytes on both sides.
 */
final class DirectAccess {
    /**
     * While the target has not yet granted a lock, an access has to wait for the grant first, and a message would not.
     * It pays for an access that is larger by this factor.
     */
    private static final long FACTOR_WITHOUT_GRANT = 8;

    private final RemoteAccess access;

    DirectAccess(RemoteAccess access) {
        this.access = access;
    }

    /**
     * Whether an operation is to be done in this way.
     *
     * @param bytes how many bytes move
     * @param granted whether the target is known to have granted the lock of the epoch
     */
    boolean suits(Local local, Place place, long bytes, boolean granted) {
        return local.buffer() instanceof MemorySegment memory && memory.isNative()
            && place.datatype().layout() == null
            && access.suits(granted ? bytes : bytes / FACTOR_WITHOUT_GRANT);
    }

    /** Starts a put; null if that is not possible after all. The operation is over when the target has the bytes. */
    Operation put(Local local, Place place) {
        return access.write(memory(local, local.bytes()), at(place));
    }

    /** Starts a get; null if that is not possible after all. */
    Operation get(Local local, Place place) {
        return access.read(memory(local, place.bytes()), at(place));
    }

    private static MemorySegment memory(Local local, long bytes) {
        return ((MemorySegment) local.buffer()).asSlice(local.from(), bytes);
    }

    private static long at(Place place) {
        return place.datatype().fromAt(place.origin());
    }
}
