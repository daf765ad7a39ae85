package mpj.engine.packet;

import java.util.List;
import mpj.engine.Receive;
import mpj.engine.match.Arrival;
import mpj.engine.match.Matching;
import mpj.engine.wait.EngineLock;
import mpj.engine.wait.Progress;
import mpj.runtime.waits.WaitSource;

/**
 * Tells the launcher what this rank's threads wait for. Nothing is recorded for this purpose: the waits are looked up
 * when the launcher asks.
 */
final class EngineWaits implements WaitSource {
    private final EngineLock lock;
    private final Matching matching;
    private final Destinations destinations;
    private final LostRanks lostRanks;
    private final Markers markers;
    private final Progress progress;

    EngineWaits(EngineLock lock, Matching matching, Destinations destinations, LostRanks lostRanks,
                Markers markers, Progress progress) {
        this.lock = lock;
        this.matching = matching;
        this.destinations = destinations;
        this.lostRanks = lostRanks;
        this.markers = markers;
        this.progress = progress;
    }

    @Override
    public Waits waits(boolean arrivals) {
        if (!lock.acquireUnlessEnded()) {
            return new Waits(List.of(), 0, List.of());
        }
        try {
            State state = new State();
            matching.posted().forEach(state::receive);
            matching.unexpected().forEach(state::arrival);
            matching.sources().forEach(source -> source.arriving().forEach(state::arrival));
            destinations.forEach(state::destination);
            List<Wait> waits = progress.longWaits().explained(lostRanks);
            return new Waits(waits, state.hash, arrivals ? unanswered(waits) : List.of());
        } finally {
            progress.release();
        }
    }

    /** The ranks that may not have received everything that was sent before the latest wait began. */
    private List<Integer> unanswered(List<Wait> waits) {
        if (waits.isEmpty()) {
            return List.of(); // this rank does not wait
        }
        long now = System.nanoTime();
        return markers.unanswered(now + waits.stream().mapToLong(wait -> wait.nanos() - now).max().orElseThrow());
    }

    /**
     * A number that changes with every message that comes, leaves or is matched. The order of the messages does not
     * matter.
     */
    private static final class State {
        private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

        private long hash;

        void receive(Receive receive) {
            add(1, receive.context, receive.source, receive.tag);
        }

        void arrival(Arrival arrival) {
            add(2, arrival.source, arrival.number, arrival.received);
        }

        void destination(Destination destination) {
            if (destination != null) {
                for (Outbound work : destination.unfinished()) {
                    add(work.isUnmatched() ? 3 : 4, destination.rank, work.number(), work.progress());
                }
                add(5, destination.rank, destination.controls.size(), destination.channel.pending() ? 1 : 0);
            }
        }

        private void add(long kind, long first, long second, long third) {
            long mixed = kind;
            for (long word : new long[] {first, second, third}) {
                mixed = Long.rotateLeft((mixed + word) * FACTOR, Integer.SIZE) ^ word;
            }
            hash += mixed * FACTOR;
        }
    }
}
