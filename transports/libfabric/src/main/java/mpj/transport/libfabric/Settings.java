package mpj.transport.libfabric;

import mpj.transport.spi.TransportException;

/**
 * The sizes that a user may set.
 *
 * @param packet the largest packet that is a whole message, in bytes, header included; or {@link #UNSET}
 * @param queue the completion queue's size, or 0 to have it hold all that may be under way
 * @param read from which size on messages in off-heap memory are read by the receiver; or {@link #UNSET}
 */
record Settings(long packet, long queue, long read) {
    static final String PACKET = "mpj.libfabric.packet";
    /** Then the provider decides, see {@link PacketSizes}. */
    static final long UNSET = 0;
    static final long LARGEST_PACKET = 1 << 20;
    private static final long LARGEST_QUEUE = 1 << 20;

    static Settings fromProperties() {
        return new Settings(value(PACKET, UNSET, PacketLayout.LEAST_MESSAGE, LARGEST_PACKET) & -8,
            value("mpj.libfabric.queue", 0, 0, LARGEST_QUEUE),
            value("mpj.libfabric.read", UNSET, 1, Long.MAX_VALUE));
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
