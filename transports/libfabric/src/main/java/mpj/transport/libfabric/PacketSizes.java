package mpj.transport.libfabric;

import static mpj.transport.libfabric.PacketLayout.PAYLOAD_AT;

/**
 * How messages are cut into packets, by what the provider does with long ones.
 *
 * @param message the largest packet that is a whole message, header included
 * @param fragment the largest that is a piece of one
 * @param read from which size on messages in off-heap memory are read by the receiver
 */
record PacketSizes(long message, long fragment, long read) {
    /** With its header it is what rxm, which turns messages into connections, sends without asking first. */
    private static final long UNASKED = 16 << 10;
    private static final long READ = 64 << 10;
    /**
     * Measured by PingPong of bin/bench imb: over a stream, a request before the message, or before each piece of it,
     * costs more than the copies in and out.
     */
    private static final long AT_ONCE = (512 << 10) + PAYLOAD_AT;
    private static final long FRAGMENT = 128 << 10;

    static PacketSizes of(FabricInfo info, LibfabricSettings settings) {
        long packet = settings.packet() != LibfabricProperties.UNSET ? settings.packet()
            : info.isStream() ? AT_ONCE : UNASKED;
        long read = settings.read() != LibfabricProperties.UNSET ? settings.read()
            : info.isStream() ? AT_ONCE : READ;
        return new PacketSizes(info.maximumMessage(packet), info.maximumMessage(FRAGMENT), read);
    }

    /** Of buffers for most messages. */
    long small() {
        return Math.min(message, UNASKED);
    }

    /** The largest packet. */
    long largest() {
        return Math.max(message, fragment);
    }
}
