package mpj.transport.spi;

import java.lang.foreign.MemorySegment;

/** Memory that is registered with a transport; see {@link RemoteMemory#register}. */
public interface MemoryRegion extends AutoCloseable {

    /**
     * Writes what a peer needs in order to read this memory, in the transport's own encoding: an address or offset, and
     * the device's key.
     *
     * @param packet where it goes
     * @param offset its place there; it takes at most {@link RemoteMemory#MAXIMUM_KEY} bytes
     */
    void key(MemorySegment packet, long offset);

    /** Says that this use of the memory is over. The transport may keep the registration for the next. */
    @Override
    void close();
}
