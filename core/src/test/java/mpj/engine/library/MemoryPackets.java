package mpj.engine.library;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.LockSupport;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.MessageLibrary;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Reach;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportProvider;

/** A transport whose packets are messages of a library in memory, each so short that the library copies it. */
final class MemoryPackets implements TransportProvider {
    private static final int HEADER_AT = 8;
    private static final int PAYLOAD_AT = 16;
    private static final int PAYLOAD = MemoryLibraries.COPIED - PAYLOAD_AT;
    /** In nanoseconds. Nothing wakes a thread that waits for a packet. */
    private static final long NAP = 1_000_000;

    private final MemoryLibrary library;

    MemoryPackets(MemoryLibrary library) {
        this.library = library;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public Reach reach() {
        return Reach.NETWORK;
    }

    @Override
    public Transport open(Job job, String argument) {
        return new End(library, library.duplicate());
    }

    private record End(MemoryLibrary library, long communicator, MemoryStatus status, MemorySegment room)
            implements Transport {
        End(MemoryLibrary library, long communicator) {
            this(library, communicator, library.status(), Arena.ofAuto().allocate(MemoryLibraries.COPIED, Long.BYTES));
        }

        @Override
        public byte[] address() {
            return new byte[0];
        }

        @Override
        public boolean reaches(byte[] address) {
            return true;
        }

        @Override
        public Channel connect(int peer, byte[] address) {
            return new Way(this, peer, Arena.ofAuto().allocate(MemoryLibraries.COPIED, Long.BYTES));
        }

        @Override
        public boolean progress(PacketHandler handler) {
            long message = library.matchPacket(communicator, status);
            if (message == MessageLibrary.NONE) {
                return false;
            }
            int source = status.source();
            long bytes = status.bytes();
            finish(library.startReceive(message, room.address(), bytes, MessageLibrary.NONE));
            handler.packet(source, room.get(ValueLayout.JAVA_LONG, 0), room.get(ValueLayout.JAVA_LONG, HEADER_AT),
                room, PAYLOAD_AT, bytes - PAYLOAD_AT);
            return true;
        }

        void finish(long request) {
            if (!library.test(request, status)) {
                throw new AssertionError("a packet is not complete at once");
            }
        }

        @Override
        public void prepareToSleep() {
        }

        @Override
        public void sleep(long nanoseconds) {
            LockSupport.parkNanos(Math.min(nanoseconds, NAP));
        }

        @Override
        public void wake() {
        }

        @Override
        public void congested(int peer, boolean congested) {
        }

        @Override
        public void close() {
            library.free(communicator);
        }
    }

    private record Way(End end, int peer, MemorySegment buffer) implements Channel {
        @Override
        public long maximumPayload() {
            return PAYLOAD;
        }

        @Override
        public long fragment(long bytes) {
            return PAYLOAD;
        }

        @Override
        public long reserve(long bytes) {
            return PAYLOAD_AT;
        }

        @Override
        public void commit(long bytes, long envelope, long header) {
            buffer.set(ValueLayout.JAVA_LONG, 0, envelope);
            buffer.set(ValueLayout.JAVA_LONG, HEADER_AT, header);
            end.finish(end.library.startSend(buffer.address(), PAYLOAD_AT + bytes, MessageLibrary.NONE, peer, 0,
                end.communicator, false));
        }

        @Override
        public boolean congested() {
            return false;
        }
    }
}
