package mpj.engine.packet;

import mpj.engine.Completion;
import mpj.engine.Explanation;
import mpj.engine.Failure;
import mpj.engine.Probed;

/**
 * Reached when there is a message that a receive with these arguments would take, or when it is not certain that such a
 * message will come.
 *
 * @param ranks the ranks in the job that are needed, beside those that the context needs
 */
record ProbeWait(Receiving receiving, LostRanks lostRanks, int context, int source, int tag, int[] ranks)
    implements Completion {
    @Override
    public boolean reached() {
        return probed() != null || failure() != null;
    }

    /** The message, or null. */
    Probed probed() {
        return receiving.probe(context, source, tag);
    }

    /** Why the message may never come, or null. */
    Failure failure() {
        Failure failure = lostRanks.preventing(context, source);
        return failure != null ? failure : lostRanks.firstLost(ranks);
    }

    @Override
    public void explain(Explanation explanation) {
        explanation.probe(context, source, tag);
    }
}
