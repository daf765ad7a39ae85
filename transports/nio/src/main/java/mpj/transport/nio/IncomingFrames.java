package mpj.transport.nio;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.ProtocolException;
import mpj.transport.spi.PacketHandler;

/**
 * The frames that come in over a connection. A packet is handed over when it is complete. A divisible packet is handed
 * over piece by piece, or read straight to the place that the handler names.
 */
final class IncomingFrames {
    private final Connection connection;
    private final int peer;
    private final ReceiveBuffer receiving;

    /** The envelope and the header of the divisible packet that is coming in. */
    private long envelope;
    private long header;
    /**
     * The place of the rest of that packet, which is read straight from the stream, and the bytes that are there
     * already; null if it goes through the buffer.
     */
    private MemorySegment destination;
    private long arrived;

    /**
     * @param connection takes the frames that are no packets
     * @param maximumPayload the largest valid payload of a frame, in bytes
     */
    IncomingFrames(Connection connection, long maximumPayload) {
        this.connection = connection;
        this.peer = connection.peer();
        this.receiving = new ReceiveBuffer(maximumPayload);
    }

    /** Reads once. Returns the number of bytes, 0 if there are none, and -1 at the end. */
    int read(Stream stream, PacketHandler handler) throws IOException {
        return hasDestination(handler) ? readStraight(stream, handler) : receiving.fillFrom(stream);
    }

    /** Whether the rest of the packet that is coming in goes straight to its place, which may still be written. */
    private boolean hasDestination(PacketHandler handler) {
        if (destination != null && !handler.awaits(peer, envelope, header)) {
            destination = null;
        }
        return destination != null;
    }

    /**
     * Reads into the destination. If the destination can no longer be written, the bytes go through the buffer, and the
     * handler refuses them.
     */
    private int readStraight(Stream stream, PacketHandler handler) throws IOException {
        int bytes;
        try {
            bytes = stream.read(destination, arrived, receiving.rest());
        } catch (IllegalStateException | WrongThreadException e) {
            destination = null;
            return receiving.fillFrom(stream);
        }
        if (bytes > 0) {
            receiving.skip(bytes);
            advance(bytes, handler);
        }
        return bytes;
    }

    /** Gives the memory back. Nothing is read any more. */
    void release() {
        destination = null;
        receiving.release();
    }

    /** Hands over what has been read. */
    void deliver(Stream stream, PacketHandler handler) throws ProtocolException {
        while (true) {
            if (hasDestination(handler)) {
                if (receiving.buffered() == 0) {
                    return;
                }
                fillDestination(handler);
            } else if (receiving.inFrame()) {
                long piece = receiving.nextPiece();
                if (piece == 0) {
                    return;
                }
                handler.packet(peer, envelope, header, receiving.memory(), receiving.position() - piece, piece);
            } else {
                long at = receiving.next();
                if (at < 0) {
                    return;
                }
                take(at, stream, handler);
            }
        }
    }

    private void take(long at, Stream stream, PacketHandler handler) throws ProtocolException {
        MemorySegment memory = receiving.memory();
        int kind = memory.get(Frame.INT, at + Frame.KIND);
        long word = memory.get(Frame.LONG, at + Frame.ENVELOPE);
        switch (kind) {
            case Frame.DIVISIBLE_PACKET -> {
                envelope = word;
                header = memory.get(Frame.LONG, at + Frame.HEADER);
                arrived = 0;
                destination = receiving.inFrame()
                    ? handler.destination(peer, envelope, header, receiving.rest()) : null;
                if (destination != null && !destination.isNative() && !stream.takesArrays()) {
                    destination = null;
                }
            }
            case Frame.PACKET -> handler.packet(peer, word, memory.get(Frame.LONG, at + Frame.HEADER), memory,
                at + Frame.PAYLOAD, memory.get(Frame.INT, at + Frame.PAYLOAD_BYTES));
            case Frame.CONGESTION -> connection.peerIsCongested(word != 0);
            case Frame.GOODBYE -> connection.peerLeaves();
            default -> throw new ProtocolException("a frame of kind " + kind + ", which is not known");
        }
    }

    /** Moves the bytes that came together with the frame's header to their destination. */
    private void fillDestination(PacketHandler handler) {
        long bytes = Math.min(receiving.rest(), receiving.buffered());
        try {
            MemorySegment.copy(receiving.memory(), receiving.position(), destination, arrived, bytes);
        } catch (IllegalStateException | WrongThreadException e) {
            destination = null;
            return;
        }
        receiving.step(bytes);
        advance(bytes, handler);
    }

    private void advance(long bytes, PacketHandler handler) {
        arrived += bytes;
        if (!receiving.inFrame()) {
            destination = null;
        }
        handler.arrived(peer, envelope, header, bytes);
    }
}
