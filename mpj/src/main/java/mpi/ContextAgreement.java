package mpi;

import java.util.function.IntUnaryOperator;
import mpj.engine.ErrorClass;

/**
 * How the ranks that make a communicator agree on a context that none of them uses. Each proposes a free id, the
 * largest proposal is tried by all, and when one of them has it in use (or lent to an agreement of another of its
 * threads at this moment), all try again after it. Two maxima a round; nearly always one round.
 */
final class ContextAgreement {
    /** Far more than it takes unless nearly every id is in use; then the ranks might never find the same free one. */
    private static final int ROUNDS = 10_000;

    private final ContextIds ids;
    private final IntUnaryOperator maximum;

    /**
     * One agreement.
     *
     * @param maximum the largest of what the ranks pass, on every rank: a collective operation
     */
    ContextAgreement(ContextIds ids, IntUnaryOperator maximum) {
        this.ids = ids;
        this.maximum = maximum;
    }

    /** Returns the context, which is in use on this rank now; every rank gets the same. */
    int agree() {
        int from = ids.next();
        for (int round = 0; round < ROUNDS; round++) {
            int mine = ids.takeFrom(from);
            int tried = maximum.applyAsInt(mine);
            boolean taken = tried == mine && mine != ContextIds.NONE;
            if (!taken) {
                if (mine != ContextIds.NONE) {
                    ids.release(mine);
                }
                taken = tried != ContextIds.NONE && ids.take(tried);
            }
            boolean takenByAll = maximum.applyAsInt(taken ? 0 : 1) == 0;
            if (takenByAll) {
                return ContextIds.context(tried);
            }
            if (taken) {
                ids.release(tried);
            }
            if (tried == ContextIds.NONE) {
                break;
            }
            from = tried + 1;
        }
        throw new MPIException(ErrorClass.ERR_OTHER,
            "every context is in use on some rank; call Free on communicators that are no longer needed");
    }
}
