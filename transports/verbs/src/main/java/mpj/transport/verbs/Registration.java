package mpj.transport.verbs;

import java.lang.foreign.MemorySegment;
import mpj.bindings.verbs.ibv_mr;
import mpj.bindings.verbs.verbs_h;

/**
 * Memory that the device knows.
 *
 * @param region the {@code ibv_mr}
 */
record Registration(MemorySegment region) implements AutoCloseable {

    /** What local work requests name it by. */
    int localKey() {
        return ibv_mr.lkey(region);
    }

    /** What a peer's work requests name it by. */
    int remoteKey() {
        return ibv_mr.rkey(region);
    }

    @Override
    public void close() {
        verbs_h.ibv_dereg_mr(region);
    }
}
