package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.engine.ExposedMemory;
import mpj.engine.wait.Progress;

/**
 * Memory that one transport exposes. Its key begins with a hash of the transport's name: a peer that this rank reaches
 * by another transport must not use the key there.
 */
final class ExposedRegion implements ExposedMemory {
    static final long REGION_AT = 4;

    private final Progress progress;
    private final OpenTransports.Exposed exposed;

    ExposedRegion(Progress progress, OpenTransports.Exposed exposed) {
        this.progress = progress;
        this.exposed = exposed;
    }

    @Override
    public byte[] key() {
        byte[] key = new byte[KEY_BYTES];
        MemorySegment to = MemorySegment.ofArray(key);
        to.set(ValueLayout.JAVA_INT_UNALIGNED, 0, exposed.transport().hashCode());
        exposed.region().key(to, REGION_AT);
        return key;
    }

    @Override
    public void close() {
        progress.acquire();
        try {
            exposed.region().close();
        } finally {
            progress.release();
        }
    }
}
