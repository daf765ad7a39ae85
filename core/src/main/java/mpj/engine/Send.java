package mpj.engine;

import java.lang.foreign.MemorySegment;
import mpj.transport.spi.MemoryRegion;
import mpjbuf.layout.ElementType;

/** A message on its way out that could not leave at once. */
public final class Send extends Operation {
    private final Sending sending;
    final long number;
    final Destination destination;
    final Object buffer;
    final ElementType type;
    final long from;
    final long bytes;
    final long header;
    final int context;
    final int tag;
    /** Complete only when the receiver has matched it: synchronous mode. */
    boolean synchronous;

    /** How many bytes have left. */
    long sent;
    boolean begun;
    /** Among its destination's sends that have something to push. */
    boolean queued;
    /** The receiver was asked to say when the message is matched. */
    boolean waitsForMatch;
    boolean matched;
    /** The buffer, registered so that the receiver may read it; or null. */
    MemoryRegion region;
    private final LargeCopy large = new LargeCopy();

    Send(Sending sending, long number, Destination destination, Object buffer, ElementType type, long from, long bytes,
         long header, int context, int tag) {
        this.sending = sending;
        this.number = number;
        this.destination = destination;
        this.buffer = buffer;
        this.type = type;
        this.from = from;
        this.bytes = bytes;
        this.header = header;
        this.context = context;
        this.tag = tag;
    }

    @Override
    int peer() {
        return destination.rank;
    }

    @Override
    boolean isUnmatched() {
        return waitsForMatch && !matched;
    }

    @Override
    void takeBack() {
        sending.cancel(this);
    }

    @Override
    Completion left() {
        return destination.left;
    }

    /**
     * Writes the next elements into a packet. When the program has taken its buffer away meanwhile, zeros go instead:
     * the receiver, which may have part of the message, must not wait for ever.
     */
    void write(MemorySegment packet, long offset, long length) {
        try {
            Payload.write(buffer, type, from + sent, packet, offset, length, large);
        } catch (IllegalStateException | WrongThreadException e) {
            fail(ErrorClass.ERR_BUFFER, Failure.inaccessible(e));
            packet.asSlice(offset, length).fill((byte) 0);
        }
    }

    /** The buffer as a channel may send it by itself; null if it must be packed. */
    MemorySegment memory() {
        return large.memory(buffer, type);
    }

    /** Sends the next elements straight from the buffer, or zeros as {@link #write}; false if the channel is full. */
    boolean send(MemorySegment memory, long length) {
        try {
            return destination.channel.send(memory, from + sent, length, Envelope.FRAGMENT, number);
        } catch (IllegalStateException | WrongThreadException e) {
            fail(ErrorClass.ERR_BUFFER, Failure.inaccessible(e));
            return true;
        }
    }

    void closeRegion() {
        if (region != null) {
            region.close();
            region = null;
        }
    }

    boolean finished() {
        return begun && sent == bytes && (matched || !waitsForMatch);
    }
}
