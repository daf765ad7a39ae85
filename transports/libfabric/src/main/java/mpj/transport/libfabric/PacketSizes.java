package mpj.transport.libfabric;

import static mpj.transport.libfabric.PacketLayout.PAYLOAD_AT;

/**
 * The sizes of packets, which depend on how the provider handles long messages.
 *
 * @param message the largest packet that is a whole message, in bytes, header included
 * @param fragment the largest packet that is a part of a message, in bytes, header included
 * @param read the size in bytes from which messages in off-heap memory are read by the receiver
 * @param oneSided the size in bytes from which puts and gets write and read the window
 */
record PacketSizes(long message, long fragment, long read, long oneSided) {
    /**
     * With its header this is the largest message that rxm sends without asking the receiver first. rxm makes datagram
     * endpoints out of connections.
     */
    private static final long UNASKED = 16 << 10;
    private static final long READ = 64 << 10;
    /**
     * Measured by PingPong of bin/bench imb. Over a stream, a request before the message or before each of its parts
     * costs more than copying in and out.
     */
    private static final long AT_ONCE = (512 << 10) + PAYLOAD_AT;
    private static final long FRAGMENT = 128 << 10;
    private static final long ONE_SIDED = 32 << 10;
    /**
     * Over a stream of libfabric 1.17 the target cannot sleep until a part of a put arrives, so it naps. Measured with
     * loops of puts and gets: below this size the naps cost more than the requests of a put or a get.
     */
    private static final long ONE_SIDED_OVER_STREAM = 1 << 20;

    static PacketSizes of(FabricInfo info, LibfabricSettings settings) {
        long packet = settings.packet() != LibfabricProperties.UNSET ? settings.packet()
            : info.isStream() ? AT_ONCE : UNASKED;
        long read = settings.read() != LibfabricProperties.UNSET ? settings.read()
            : info.isStream() ? AT_ONCE : READ;
        long oneSided = settings.oneSided() != LibfabricProperties.UNSET ? settings.oneSided()
            : info.isStream() ? ONE_SIDED_OVER_STREAM : ONE_SIDED;
        return new PacketSizes(info.maximumMessage(packet), info.maximumMessage(FRAGMENT), read, oneSided);
    }

    /** The size of the buffers that suffice for most messages. */
    long small() {
        return Math.min(message, UNASKED);
    }

    /** The size of the largest packet. */
    long largest() {
        return Math.max(message, fragment);
    }
}
