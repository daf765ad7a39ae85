package mpj.transport.verbs;

import mpj.transport.spi.TransportException;

/**
 * What a user may set.
 *
 * @param device the device's name, or an empty string for the first that has a port in use
 * @param port its port, or 0 for the first in use
 * @param gid the index of the port's GID, or {@link #AUTOMATIC}
 * @param packet the largest packet, in bytes, header included
 * @param receives how many packets may lie in the shared receive queue
 * @param rings how many peers may have a ring
 * @param ringPacket the largest packet that goes into a ring, in bytes, header and mark included
 * @param ringAfter how many packets a peer sends before it gets a ring
 * @param read from which size on messages in off-heap memory are read by the receiver, in bytes
 */
record Settings(String device, int port, int gid, int packet, int receives, int rings, int ringPacket, int ringAfter,
                long read) {
    static final int AUTOMATIC = -1;
    private static final int DEFAULT_PACKET = 16 << 10;
    private static final int LEAST_PACKET = 1 << 10;
    private static final int LARGEST_PACKET = 1 << 20;
    private static final int DEFAULT_RECEIVES = 256;
    private static final int MOST_RECEIVES = 1 << 14;
    private static final int DEFAULT_RINGS = 8;
    private static final int LEAST_RING_PACKET = 64;
    private static final int LARGEST_RING_PACKET = 1 << 15;
    private static final int DEFAULT_RING_PACKET = 1 << 10;
    private static final int DEFAULT_RING_AFTER = 32;
    private static final long DEFAULT_READ = 64 << 10;

    /** Those of the system properties; what follows the colon in {@code verbs:DEVICE} names the device as well. */
    static Settings fromProperties(String argument) {
        return new Settings(argument.isEmpty() ? System.getProperty("mpj.verbs.device", "") : argument,
            (int) value("mpj.verbs.port", 0, 1, 255),
            (int) value("mpj.verbs.gid", AUTOMATIC, 0, 65535),
            (int) value("mpj.verbs.packet", DEFAULT_PACKET, LEAST_PACKET, LARGEST_PACKET) & -8,
            (int) value("mpj.verbs.receives", DEFAULT_RECEIVES, 2, MOST_RECEIVES),
            (int) value("mpj.verbs.rings", DEFAULT_RINGS, 0, PeerWords.MOST_RINGS),
            (int) value("mpj.verbs.ring.packet", DEFAULT_RING_PACKET, LEAST_RING_PACKET, LARGEST_RING_PACKET) & -8,
            (int) value("mpj.verbs.ring.after", DEFAULT_RING_AFTER, 1, Integer.MAX_VALUE),
            value("mpj.verbs.read", DEFAULT_READ, 1, Long.MAX_VALUE));
    }

    private static long value(String property, long otherwise, long least, long most) {
        String value = System.getProperty(property);
        if (value == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // named below
        }
        throw new TransportException("-D" + property + "=" + value + " is not a number from " + least + " to " + most);
    }
}
