package mpj.transport.verbs;

import java.lang.foreign.MemorySegment;
import mpj.bindings.verbs.ibv_mr;
import mpj.bindings.verbs.verbs_h;

/**
 * Memory that is registered with the device.
 *
 * @param region the {@code ibv_mr}
 */
record Registration(MemorySegment region) implements AutoCloseable {

    /** The key by which local work requests name the memory. */
    int localKey() {
        return ibv_mr.lkey(region);
    }

    /** The key by which a peer's work requests name the memory. */
    int remoteKey() {
        return ibv_mr.rkey(region);
    }

    @Override
    public void close() {
        verbs_h.ibv_dereg_mr(region);
    }
}
