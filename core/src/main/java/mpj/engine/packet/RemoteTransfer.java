package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import mpj.engine.Operation;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.RemoteMemory;

/** A write or a read of memory that a peer has exposed. It moves in pieces, several of which are under way at once. */
final class RemoteTransfer extends Operation {
    /** The most pieces under way: while one ends, the others keep the device busy. */
    private static final int MOST_PIECES = 4;

    private final RemoteMemory memory;
    private final int peer;
    private final MemorySegment key;
    private final MemoryRegion local;
    private final boolean isWrite;
    private final long at;
    private final long bytes;
    private long started;
    private int underWay;
    /** Whether it waits because the transport has refused to start its next piece. */
    boolean isRefused;
    /** Why it cannot be carried out; null if nothing has gone wrong. */
    private String trouble;
    private long troubledSince;

    /**
     * @param local the registered memory of this rank
     * @param at the place of the first byte in the peer's memory
     */
    RemoteTransfer(RemoteMemory memory, int peer, MemorySegment key, MemoryRegion local, boolean isWrite, long at,
                   long bytes) {
        this.memory = memory;
        this.peer = peer;
        this.key = key;
        this.local = local;
        this.isWrite = isWrite;
        this.at = at;
        this.bytes = bytes;
    }

    @Override
    public int peer() {
        return peer;
    }

    /** Whether another piece may be started. */
    boolean goesOn() {
        return trouble == null && started < bytes && underWay < MOST_PIECES;
    }

    /** Starts the next piece. Returns false if the transport takes none now. */
    boolean startPiece(long cookie) {
        long piece = Math.min(bytes - started, memory.maximumRead());
        boolean taken = isWrite ? memory.write(peer, key, 0, at + started, local, started, piece, cookie)
            : memory.read(peer, key, 0, at + started, local, started, piece, cookie);
        if (taken) {
            started += piece;
        }
        return taken;
    }

    /** Counts a piece before it is started, because a transport may report its end at once. */
    void begun() {
        underWay++;
    }

    /** Counts a piece that has ended, or was not started after all. */
    void ended() {
        underWay--;
    }

    /** Whether nothing is under way, and nothing will be started. */
    boolean isOver() {
        return underWay == 0 && (trouble != null || started == bytes);
    }

    /** Notes that it cannot be carried out. No further piece is started. */
    void spoil(String why) {
        if (trouble == null) {
            trouble = why;
            troubledSince = System.nanoTime();
        }
    }

    String trouble() {
        return trouble;
    }

    /** When it was found out that it cannot be carried out, by {@link System#nanoTime}. */
    long troubledSince() {
        return troubledSince;
    }

    /** Gives the registered memory of this rank back. */
    void release() {
        local.close();
    }
}
