package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import mpj.engine.Context;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.match.Envelope;
import mpj.engine.wait.EngineLock;

/**
 * Revokes communicators. A rank that hears of a revocation tells all other ranks of the communicator, before it fails
 * its own operations there. So if one rank that is left hears of the revocation, all of them do, even if the rank that
 * revoked the communicator is dead. A rank that hears of it before it has made the communicator tells the others as
 * soon as it has made it. Called with the engine's lock held.
 */
final class Revocations implements KindHandler {
    private final EngineLock lock;
    private final int own;
    private final Backlog backlog;
    private final LostRanks lostRanks;
    private final Losses losses;
    private final Peers peers;
    /** The ranks that revoked communicators which this rank does not have yet. */
    private final Map<Context, Integer> early = new HashMap<>();

    Revocations(EngineLock lock, int own, Backlog backlog, LostRanks lostRanks,
                Losses losses, Peers peers) {
        this.lock = lock;
        this.own = own;
        this.backlog = backlog;
        this.lostRanks = lostRanks;
        this.losses = losses;
        this.peers = peers;
    }

    void revoke(Context context) {
        revoke(context, own);
    }

    private void revoke(Context context, int by) {
        assert lock.isHeldByMe();
        Failure failure = new Failure(ErrorClass.ERR_REVOKED, "the communicator was revoked by "
            + (by == own ? "this rank" : peers.name(by))
            + "; shrink it to go on with the ranks that are left");
        if (lostRanks.revoke(context, failure)) {
            if (lostRanks.of(context.pointToPoint()).isEmpty()) {
                early.put(context, by);
            }
            tell(context, by);
            losses.endPrevented();
        }
    }

    /** A communicator was opened. Other ranks may already have revoked it. */
    void opened(Context context) {
        assert lock.isHeldByMe();
        Integer by = early.remove(context);
        if (by != null) {
            tell(context, by);
        }
    }

    private void tell(Context context, int by) {
        Set<Integer> ranks = new HashSet<>(lostRanks.of(context.pointToPoint()));
        ranks.addAll(lostRanks.of(context.collective()));
        ranks.remove(own);
        for (int rank : ranks) {
            Destination destination = losses.reachable(rank);
            if (destination != null) {
                backlog.control(destination, Envelope.REVOKE, (long) by << Integer.SIZE | context.id());
            }
        }
    }

    @Override
    public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
        int id = (int) header;
        int by = (int) (header >>> Integer.SIZE);
        if (id < 0 || id >= Context.IDS) {
            throw new EngineException(ErrorClass.ERR_INTERN, "it revokes communicator " + id);
        }
        revoke(new Context(id), by >= 0 && peers.isOwn(by) && peers.isOwn(source) ? by : source);
    }
}
