package mpj.engine.packet;

import mpj.engine.Completion;
import mpj.engine.Explanation;

/** Reached when there is a message that a receive with these arguments would take, or there never will be one. */
record ProbeWait(Receiving receiving, LostRanks lostRanks, int context, int source, int tag) implements Completion {
    @Override
    public boolean reached() {
        return receiving.probe(context, source, tag) != null || lostRanks.preventing(context, source) != null;
    }

    @Override
    public void explain(Explanation explanation) {
        explanation.probe(context, source, tag);
    }
}
