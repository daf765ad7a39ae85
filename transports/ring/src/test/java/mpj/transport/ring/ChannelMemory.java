package mpj.transport.ring;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Both sides of one channel, in memory of this process. */
final class ChannelMemory implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    final OutgoingChannel out;
    final IncomingChannel in;

    ChannelMemory(int sender, long maximumPayload) {
        MemorySegment memory = arena.allocate(ChannelLayout.CHANNEL_BYTES, ChannelLayout.PAGE);
        out = new OutgoingChannel(memory, new Blocks(), Extension.NONE, () -> { }, maximumPayload, maximumPayload);
        in = new IncomingChannel(memory, new Blocks(), sender);
    }

    @Override
    public void close() {
        arena.close();
    }
}
