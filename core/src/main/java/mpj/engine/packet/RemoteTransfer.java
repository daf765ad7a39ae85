package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import mpj.engine.Operation;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;

/** A write or a read of memory that a peer has exposed. It moves in pieces, several of which are under way at once. */
final class RemoteTransfer extends Operation implements RemoteWork {
    /** The most pieces under way: while one ends, the others keep the device busy. */
    private static final int MOST_PIECES = 4;

    private final RemoteTransfers transfers;
    private final RemoteMemory memory;
    private final int peer;
    private final MemorySegment key;
    private final boolean isWrite;
    private final long at;
    private final long bytes;
    /** The registered memory of this rank; null when it has been given back. */
    private MemoryRegion local;
    private long started;
    private int underWay;
    /** Whether the last start was put off. */
    private boolean waits;
    private String trouble;
    private long troubledSince;

    /**
     * @param local the registered memory of this rank
     * @param at the place of the first byte in the peer's memory
     */
    RemoteTransfer(RemoteTransfers transfers, RemoteMemory memory, int peer, MemorySegment key, MemoryRegion local,
                   boolean isWrite, long at, long bytes) {
        this.transfers = transfers;
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

    @Override
    public Start start(long cookie) {
        Start start = startOrSettle(cookie);
        waits = start == Start.LATER;
        return start;
    }

    private Start startOrSettle(long cookie) {
        if (trouble == null && started < bytes) {
            return underWay < MOST_PIECES ? startPiece(cookie) : Start.NONE;
        }
        if (underWay > 0) {
            return Start.NONE;
        }
        if (local != null) {
            local.close();
            local = null;
        }
        return transfers.settle(this) ? Start.NONE : Start.LATER;
    }

    private Start startPiece(long cookie) {
        if (transfers.isLost(peer)) {
            spoil("the peer is lost");
            return startOrSettle(cookie);
        }
        long piece = Math.min(bytes - started, memory.maximumRead());
        boolean taken;
        try {
            taken = isWrite ? memory.write(peer, key, 0, at + started, local, started, piece, cookie)
                : memory.read(peer, key, 0, at + started, local, started, piece, cookie);
        } catch (TransportException e) {
            spoil(e.getMessage());
            return startOrSettle(cookie);
        }
        if (!taken) {
            return Start.LATER;
        }
        started += piece;
        underWay++;
        return Start.STARTED;
    }

    @Override
    public boolean ended(TransportException failure) {
        underWay--;
        if (failure != null) {
            spoil(failure.getMessage());
        }
        return !waits;
    }

    /** Notes that it cannot be carried out. No further piece is started. */
    private void spoil(String why) {
        if (trouble == null) {
            trouble = why;
            troubledSince = System.nanoTime();
        }
    }

    /** Why it cannot be carried out; null if nothing has gone wrong. */
    String trouble() {
        return trouble;
    }

    /** When it was found out that it cannot be carried out, by {@link System#nanoTime}. */
    long troubledSince() {
        return troubledSince;
    }
}
