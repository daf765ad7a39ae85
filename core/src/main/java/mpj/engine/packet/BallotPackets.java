package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.match.Envelope;
import mpj.transport.spi.Channel;

/**
 * A message of an agreement on its way to one rank, in as many packets as it needs. The second word of each packet has
 * the size of the message and its {@linkplain Agreement.Kind kind}.
 */
final class BallotPackets extends Outbound {
    private static final int KIND_BITS = 3;
    private static final Agreement.Kind[] KINDS = Agreement.Kind.values();

    private final Destination destination;
    private final int context;
    private final int number;
    private final Agreement.Kind kind;
    private final byte[] bytes;
    private int sent;
    private boolean left;

    /**
     * @param context the context of the agreement's messages
     * @param number of the agreement, among the agreements of its communicator
     */
    BallotPackets(Destination destination, int context, int number, Agreement.Kind kind, byte[] bytes) {
        this.destination = destination;
        this.context = context;
        this.number = number;
        this.kind = kind;
        this.bytes = bytes;
    }

    /** The size of the message that a packet belongs to, in bytes. */
    static long size(long header) {
        return header >>> KIND_BITS;
    }

    /** The kind of that message. */
    static Agreement.Kind kind(long header) {
        int kind = (int) header & (1 << KIND_BITS) - 1;
        if (kind >= KINDS.length) {
            throw new EngineException(ErrorClass.ERR_INTERN, "it sent a message of kind " + kind
                + " of an agreement; this kind does not exist");
        }
        return KINDS[kind];
    }

    @Override
    Destination destination() {
        return destination;
    }

    @Override
    int context() {
        return context;
    }

    @Override
    long number() {
        return number;
    }

    /** Agreements go on when a member is lost. */
    @Override
    void giveUp(Failure failure) {
    }

    @Override
    boolean push() {
        Channel channel = destination.channel;
        while (!left) {
            int size = (int) Math.min(channel.maximumPayload(), bytes.length - sent);
            long at = channel.reserve(size);
            if (at == Channel.FULL) {
                return false;
            }
            MemorySegment.copy(bytes, sent, channel.buffer(), ValueLayout.JAVA_BYTE, at, size);
            channel.commit(size, Envelope.pack(Envelope.AGREE, context, number),
                (long) bytes.length << KIND_BITS | kind.ordinal());
            sent += size;
            left = sent == bytes.length;
        }
        return true;
    }

    @Override
    long progress() {
        return sent;
    }

    @Override
    boolean isFinished() {
        return left;
    }

    @Override
    void end() {
        left = true;
    }
}
