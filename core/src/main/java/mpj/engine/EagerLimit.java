package mpj.engine;

import mpj.transport.spi.Channel;

/**
 * How many bytes of a message may leave before the receiver has matched it.
 *
 * @param ofAll for all channels, or {@link #EACH_ITS_OWN}
 */
public record EagerLimit(long ofAll) {
    private static final long EACH_ITS_OWN = -1;

    /** What each transport has found to be best. */
    public static EagerLimit ofTransports() {
        return new EagerLimit(EACH_ITS_OWN);
    }

    /** Whether the user has left it to the transports. */
    public boolean isOfTransports() {
        return ofAll == EACH_ITS_OWN;
    }

    public long of(Channel channel) {
        return ofAll == EACH_ITS_OWN ? channel.eagerLimit() : ofAll;
    }
}
