package mpj.engine.packet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.match.ByNumber;
import mpj.engine.wait.Completions;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.TransportException;

/**
 * The writes and reads of memory that peers have exposed. Called with the engine's lock held.
 *
 * <p>Their cookies are negative, because those of {@link RendezvousReads} are positive.
 */
final class RemoteTransfers {
    /** How many refused transfers one push tries. Most are refused for the same reason, and there may be thousands. */
    private static final int MOST_TRIES = 64;
    /**
     * A device often fails an access before anything else tells that the peer is lost. The news of a loss names the
     * reason, so a failed transfer waits for this time, in nanoseconds, whether such news comes.
     */
    private static final long LONGEST_WAIT_FOR_LOSS = 500_000_000;

    private final EngineLock lock;
    private final Completions completions;
    private final LostRanks lostRanks;
    /** By cookie, the transfer of each piece under way. */
    private final ByNumber<RemoteTransfer> pieces = new ByNumber<>();
    /** The transfers whose next piece the transport has refused to start so far. */
    private final ArrayDeque<RemoteTransfer> refused = new ArrayDeque<>();
    /** Transfers that the transport has failed, until it is known whether their peer is lost. */
    private final List<RemoteTransfer> failed = new ArrayList<>();
    private long lastCookie;

    RemoteTransfers(EngineLock lock, Completions completions, LostRanks lostRanks) {
        this.lock = lock;
        this.completions = completions;
        this.lostRanks = lostRanks;
    }

    /** Whether a cookie is that of a piece of a transfer. */
    static boolean areOf(long cookie) {
        return cookie < 0;
    }

    void start(RemoteTransfer transfer) {
        assert lock.isHeldByMe();
        proceed(transfer);
        settle(transfer);
    }

    /** Starts as many pieces as may be under way. Returns whether any was started, or the transfer was given up. */
    private boolean proceed(RemoteTransfer transfer) {
        boolean any = false;
        if (lostRanks.contains(transfer.peer())) {
            transfer.spoil("the peer is lost");
            return true;
        }
        while (transfer.goesOn()) {
            long cookie = --lastCookie;
            // Entered before the piece is started, because a transport may report at once that it has ended.
            pieces.put(cookie, transfer);
            transfer.begun();
            boolean started = false;
            try {
                started = transfer.startPiece(cookie);
            } catch (TransportException e) {
                notStarted(transfer, cookie);
                transfer.spoil(e.getMessage());
                return true;
            }
            if (!started) {
                notStarted(transfer, cookie);
                transfer.isRefused = true;
                refused.addLast(transfer);
                return any;
            }
            any = true;
        }
        return any;
    }

    private void notStarted(RemoteTransfer transfer, long cookie) {
        pieces.remove(cookie);
        transfer.ended();
    }

    /** Completes a transfer if it is over. If it has failed, a later push completes it, which knows of losses. */
    private void settle(RemoteTransfer transfer) {
        if (!transfer.isOver()) {
            return;
        }
        transfer.release();
        if (transfer.trouble() == null) {
            completions.complete(transfer);
        } else {
            failed.add(transfer);
        }
    }

    /** Fails a transfer if its peer is lost, or no news of a loss has come for long enough. */
    private boolean fails(RemoteTransfer transfer) {
        Failure loss = lostRanks.failure(transfer.peer());
        if (loss == null && System.nanoTime() - transfer.troubledSince() < LONGEST_WAIT_FOR_LOSS) {
            return false;
        }
        completions.fail(transfer, loss != null ? loss : new Failure(ErrorClass.ERR_OTHER, transfer.trouble()));
        return true;
    }

    /** Whether {@link #push} has anything to do. */
    boolean areWaiting() {
        return !refused.isEmpty() || !failed.isEmpty();
    }

    /** Tries again to start the pieces that were refused, and completes what has failed. True if anything moved. */
    boolean push() {
        assert lock.isHeldByMe();
        boolean any = failed.removeIf(this::fails);
        for (int tries = Math.min(refused.size(), MOST_TRIES); tries > 0; tries--) {
            RemoteTransfer transfer = refused.pollFirst();
            transfer.isRefused = false;
            any |= proceed(transfer);
            settle(transfer);
        }
        return any;
    }

    /** A piece has ended. */
    void completed(long cookie, TransportException failure) {
        assert lock.isHeldByMe();
        RemoteTransfer transfer = pieces.get(cookie);
        pieces.remove(cookie);
        transfer.ended();
        if (failure != null) {
            transfer.spoil(failure.getMessage());
        }
        if (transfer.isRefused) {
            return; // the next push goes on with it
        }
        proceed(transfer);
        settle(transfer);
    }
}
