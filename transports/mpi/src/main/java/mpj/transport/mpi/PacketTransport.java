package mpj.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import mpj.transport.device.Sleep;
import mpj.transport.spi.Channel;
import mpj.transport.spi.MessageLibrary;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * Moves packets as messages of the library, in a communicator of their own. A packet is an envelope, a header and a
 * payload. The library has no descriptor that reports messages, so a rank that waits for a packet takes naps.
 */
final class PacketTransport implements Transport {
    static final int ENVELOPE_AT = 0;
    static final int HEADER_AT = Long.BYTES;
    static final int PAYLOAD_AT = 2 * Long.BYTES;
    /** So small that libraries send such a message before it is matched. */
    static final int MOST_PAYLOAD = (8 << 10) - PAYLOAD_AT;
    private static final int TAG = 0;
    private static final int SLOTS = 64;
    private static final int PACKETS_AT_ONCE = 32;

    private final MpiLibrary library;
    private final long communicator;
    private final byte[] address;
    private final MpiStatus status;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment room = arena.allocate(MOST_PAYLOAD + PAYLOAD_AT, Long.BYTES);
    private final ArrayDeque<MemorySegment> free = new ArrayDeque<>(SLOTS);
    private final ArrayDeque<Leaving> leaving = new ArrayDeque<>(SLOTS);
    private final Sleep sleep = new Sleep(-1, () -> true);

    /** A packet whose memory the library still needs. */
    private record Leaving(long request, MemorySegment slot, PacketChannel channel) {
    }

    PacketTransport(MpiLibrary library, long communicator) {
        this.library = library;
        this.communicator = communicator;
        status = library.status();
        address = library.description().getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < SLOTS; i++) {
            free.add(arena.allocate(MOST_PAYLOAD + PAYLOAD_AT, Long.BYTES));
        }
    }

    @Override
    public byte[] address() {
        return address.clone();
    }

    /** Always true, because all ranks are in one job of the library. */
    @Override
    public boolean reaches(byte[] published) {
        return true;
    }

    @Override
    public Channel connect(int peer, byte[] published) {
        return new PacketChannel(this, peer);
    }

    /** Memory for a packet, or null. */
    MemorySegment take() {
        if (free.isEmpty()) {
            release();
        }
        return free.pollLast();
    }

    void send(MemorySegment slot, long payload, PacketChannel channel) {
        long request = library.startSend(slot.address(), PAYLOAD_AT + payload, MessageLibrary.NONE, channel.peer(), TAG,
            communicator, false);
        if (library.test(request, status)) {
            free.add(slot);
        } else {
            channel.add(1);
            leaving.add(new Leaving(request, slot, channel));
        }
    }

    /** Takes back the memory of packets that have left. */
    private boolean release() {
        boolean any = false;
        while (!leaving.isEmpty() && library.test(leaving.getFirst().request, status)) {
            Leaving left = leaving.removeFirst();
            left.channel.add(-1);
            free.add(left.slot);
            any = true;
        }
        return any;
    }

    @Override
    public boolean progress(PacketHandler handler) {
        boolean any = !leaving.isEmpty() && release();
        for (int i = 0; i < PACKETS_AT_ONCE; i++) {
            long message = library.match(MessageLibrary.ANY, TAG, communicator, status);
            if (message == MessageLibrary.NONE) {
                break;
            }
            any = true;
            int source = status.source();
            long bytes = status.bytes();
            library.receive(message, room);
            if (bytes < PAYLOAD_AT) {
                handler.lost(source, new TransportException("transport mpi: rank " + source + " sent a packet of "
                    + bytes + " bytes"));
                continue;
            }
            handler.packet(source, room.get(ValueLayout.JAVA_LONG, ENVELOPE_AT),
                room.get(ValueLayout.JAVA_LONG, HEADER_AT), room, PAYLOAD_AT, bytes - PAYLOAD_AT);
        }
        if (any) {
            sleep.refreshed();
        }
        return any;
    }

    @Override
    public boolean pending() {
        return !leaving.isEmpty();
    }

    @Override
    public void prepareToSleep() {
        sleep.prepare();
    }

    @Override
    public void sleep(long nanoseconds) {
        sleep.sleep(nanoseconds);
    }

    /** Naps are short, so there may be nothing to ring. */
    @Override
    public void wake() {
        sleep.ring();
    }

    /**
     * Does nothing. Only the packets of this library's own collectives and exchanges can pile up here, and these are
     * few.
     */
    @Override
    public void congested(int peer, boolean congested) {
    }

    @Override
    public void close() {
        while (!leaving.isEmpty()) {
            if (!release()) {
                Thread.yield();
            }
        }
        library.free(communicator);
        sleep.close();
        arena.close();
    }
}
