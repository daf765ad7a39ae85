package mpj.transport.shm;

import java.lang.foreign.MemorySegment;
import mpj.transport.ring.ChannelLayout;
import mpj.transport.spi.Channel;

/**
 * A channel to a peer whose process ended before the channel was opened. It is always full. The transport reports the
 * peer as lost.
 */
final class EndedChannel implements Channel {
    @Override
    public long maximumPayload() {
        return ChannelLayout.MAXIMUM_PACKET;
    }

    @Override
    public long fragment(long bytes) {
        return ChannelLayout.MAXIMUM_PACKET;
    }

    @Override
    public long reserve(long bytes) {
        return FULL;
    }

    @Override
    public MemorySegment buffer() {
        throw new UnsupportedOperationException("nothing is ever reserved here");
    }

    @Override
    public void commit(long bytes, long envelope, long header) {
        throw new UnsupportedOperationException("nothing is ever reserved here");
    }

    @Override
    public boolean congested() {
        return false;
    }
}
