package mpj.transport.spi;

import java.lang.foreign.MemorySegment;

/** Memory that is registered with a transport. See {@link RemoteMemory#register} and {@link RemoteMemory#expose}. */
public interface MemoryRegion extends AutoCloseable {

    /**
     * Writes the key that a peer needs in order to read or write this memory, in the transport's own encoding: an
     * address or offset, and the device's key.
     *
     * @param packet where the key goes
     * @param offset the key's place there; it takes at most {@link RemoteMemory#MAXIMUM_KEY} bytes
     */
    void key(MemorySegment packet, long offset);

    /**
     * Ends this use of the memory. The transport may keep the registration for the next use, unless the memory was
     * {@linkplain RemoteMemory#expose exposed}.
     */
    @Override
    void close();
}
