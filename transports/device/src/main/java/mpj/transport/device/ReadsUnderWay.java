package mpj.transport.device;

import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.TransportException;

/**
 * The reads of peers' memory that are under way. Each has a place, by which the device names it when it ends. Called by
 * one thread at a time.
 *
 * @param <C> the connection to a peer
 */
public final class ReadsUnderWay<C> {
    private final long[] cookies;
    private final Object[] sources;
    private final int[] free;
    private int freeCount;

    /** @param most the most reads that may be under way */
    public ReadsUnderWay(int most) {
        cookies = new long[most];
        sources = new Object[most];
        free = new int[most];
        for (int place = most - 1; place >= 0; place--) {
            free[freeCount++] = place;
        }
    }

    /** Whether no further read may begin. */
    public boolean isFull() {
        return freeCount == 0;
    }

    /** The place of the read that begins next. */
    public int next() {
        return free[freeCount - 1];
    }

    /**
     * Notes that a read has begun, at the {@linkplain #next next} place.
     *
     * @param source the connection to the peer whose memory is read
     * @param cookie what the engine is told when the read ends
     */
    public void begin(C source, long cookie) {
        int place = free[--freeCount];
        cookies[place] = cookie;
        sources[place] = source;
    }

    /** The source of a read; null if the source was lost, and the end of the read was reported then. */
    @SuppressWarnings("unchecked")
    public C source(int place) {
        return (C) sources[place];
    }

    /**
     * Notes that the device has finished with a read, and reports the end of the read unless that was done before.
     *
     * @param failure why the bytes are not there, or null
     */
    public void end(int place, TransportException failure, PacketHandler handler) {
        boolean reported = sources[place] == null;
        sources[place] = null;
        free[freeCount++] = place;
        if (!reported) {
            handler.completed(cookies[place], failure);
        }
    }

    /**
     * Reports the end of all reads from a peer that is lost. Their places stay taken until the device has finished with
     * the reads.
     */
    public void lost(C source, TransportException failure, PacketHandler handler) {
        for (int place = 0; place < sources.length; place++) {
            if (sources[place] == source) {
                sources[place] = null;
                handler.completed(cookies[place], failure);
            }
        }
    }
}
