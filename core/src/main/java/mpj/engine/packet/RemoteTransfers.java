package mpj.engine.packet;

import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.wait.Completions;

/** Starts and completes the writes and reads of memory that peers have exposed. Called with the engine's lock held. */
final class RemoteTransfers {
    /**
     * A device often fails an access before anything else tells that the peer is lost. The news of a loss names the
     * reason, so a failed transfer waits for this time, in nanoseconds, whether such news comes.
     */
    private static final long LONGEST_WAIT_FOR_LOSS = 500_000_000;

    private final RemoteAccesses accesses;
    private final Completions completions;
    private final LostRanks lostRanks;

    RemoteTransfers(RemoteAccesses accesses, Completions completions, LostRanks lostRanks) {
        this.accesses = accesses;
        this.completions = completions;
        this.lostRanks = lostRanks;
    }

    void start(RemoteTransfer transfer) {
        accesses.begin(transfer);
    }

    boolean isLost(int peer) {
        return lostRanks.contains(peer);
    }

    /**
     * Completes a transfer of which nothing is under way any more. Returns false if it has failed, and news of a loss
     * may still come.
     */
    boolean settle(RemoteTransfer transfer) {
        if (transfer.trouble() == null) {
            completions.complete(transfer);
            return true;
        }
        Failure loss = lostRanks.failure(transfer.peer());
        if (loss == null && System.nanoTime() - transfer.troubledSince() < LONGEST_WAIT_FOR_LOSS) {
            return false;
        }
        completions.fail(transfer, loss != null ? loss : new Failure(ErrorClass.ERR_OTHER, transfer.trouble()));
        return true;
    }
}
