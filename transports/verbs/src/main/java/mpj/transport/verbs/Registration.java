package mpj.transport.verbs;

import static mpj.transport.verbs.PacketLayout.LONG;

import java.lang.foreign.MemorySegment;
import mpj.bindings.verbs.ibv_mr;
import mpj.bindings.verbs.verbs_h;
import mpj.transport.spi.MemoryRegion;

/**
 * Memory that is registered with the device.
 *
 * @param region the {@code ibv_mr}
 */
record Registration(MemorySegment region) implements MemoryRegion {
    /** Where in the key that peers get the device's key is; the memory's address comes first. */
    static final long KEY_AT = 8;

    /** The key by which local work requests name the memory. */
    int localKey() {
        return ibv_mr.lkey(region);
    }

    /** The key by which a peer's work requests name the memory. */
    int remoteKey() {
        return ibv_mr.rkey(region);
    }

    @Override
    public void key(MemorySegment packet, long offset) {
        packet.set(LONG, offset, ibv_mr.addr(region).address());
        packet.set(LONG, offset + KEY_AT, remoteKey());
    }

    @Override
    public void close() {
        verbs_h.ibv_dereg_mr(region);
    }
}
