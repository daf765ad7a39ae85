package mpj.engine;

import mpj.transport.spi.Channel;

/**
 * How many bytes of a message may leave before the receiver has matched it.
 *
 * @param ofAll the limit of all channels, or {@link #PER_CHANNEL}
 */
public record EagerLimit(long ofAll) {
    private static final long PER_CHANNEL = -1;

    /** The limit that each transport has found to be best. */
    public static EagerLimit ofTransports() {
        return new EagerLimit(PER_CHANNEL);
    }

    /** Whether the user has left the limit to the transports. */
    public boolean isOfTransports() {
        return ofAll == PER_CHANNEL;
    }

    public long of(Channel channel) {
        return ofAll == PER_CHANNEL ? channel.eagerLimit() : ofAll;
    }
}
