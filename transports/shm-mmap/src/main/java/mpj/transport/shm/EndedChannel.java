package mpj.transport.shm;

import java.lang.foreign.MemorySegment;
import mpj.transport.ring.ChannelLayout;
import mpj.transport.spi.Channel;

/**
 * What leads to a peer whose process ended before a channel to it was opened: always full. Its transport reports the
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

    @Override
    public void wake() {
        // Nobody sleeps there.
    }
}
