package mpj.transport.nio;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.ProtocolException;
import mpj.transport.spi.PacketHandler;

/**
 * The frames that come in over a connection. A packet is handed over when it is whole; of one that is divisible each
 * piece as it comes, or it is read straight to where the handler wants it.
 */
final class IncomingFrames {
    private final Connection connection;
    private final int peer;
    private final ReceiveBuffer receiving;

    /** Of a divisible packet that is coming in. */
    private long envelope;
    private long header;
    /** Where the rest of it goes, straight from the stream, and what has gone there; or null. */
    private MemorySegment destination;
    private long arrived;

    /**
     * @param connection hears what the peer says that is no packet
     * @param maximumPayload a longer frame is none
     */
    IncomingFrames(Connection connection, long maximumPayload) {
        this.connection = connection;
        this.peer = connection.peer();
        this.receiving = new ReceiveBuffer(maximumPayload);
    }

    /** Reads once: the number of bytes, 0 if there is nothing, -1 at the end. */
    int read(Stream stream, PacketHandler handler) throws IOException {
        return destination != null ? readStraight(stream, handler) : receiving.fillFrom(stream);
    }

    /** Reads into the destination; what cannot be written to any more, goes through the buffer and is refused there. */
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

    /** Hands over what has been read. */
    void deliver(Stream stream, PacketHandler handler) throws ProtocolException {
        while (true) {
            if (destination != null) {
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

    /** Moves what came with the frame's header to its destination. */
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
