package mpj.engine.packet;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import mpj.engine.AgreeOperation;
import mpj.engine.Ballot;
import mpj.engine.Context;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.match.Envelope;
import mpj.engine.wait.Completions;
import mpj.engine.wait.EngineLock;

/**
 * The agreements of all communicators. The agreements of one communicator are numbered, and follow each other: a rank
 * takes part in an agreement only when it knows the outcome of the one before. So when the outcome of an agreement is
 * known, every rank that is left has taken part in it, and knows the outcome of the one before. That earlier outcome
 * can then be forgotten. The last outcome is kept, even after the communicator was freed, because other ranks may still
 * ask for it. Called with the engine's lock held.
 */
final class Agreements implements KindHandler, Losses.Survivor {
    private static final byte[] NOTHING = {};
    /** The size of the largest ballot that is accepted, in bytes. A ballot of millions of ranks fits. */
    private static final long MOST_BYTES = 1 << 20;

    /** A message from another rank for an agreement in which this rank does not take part yet. */
    private record Early(int source, Agreement.Kind kind, byte[] bytes) {
    }

    /** An agreement that the program has started, and what this rank brings. */
    private record Entry(AgreeOperation operation, int[] ranks, long flags, long number) {
    }

    /** The agreements of one communicator. */
    private static final class Series {
        /** By number: the last agreement whose outcome is known, and the one that is under way. */
        final TreeMap<Integer, Running> running = new TreeMap<>();
        final Map<Integer, List<Early>> early = new HashMap<>();
        /** Agreements that wait for the end of the one that is under way. */
        final ArrayDeque<Entry> waiting = new ArrayDeque<>();
        /** How many agreements have begun here. */
        int begun;
        boolean freed;
    }

    /** An agreement in which this rank takes part. */
    private final class Running implements Agreement.Messages {
        private final int context;
        private final int number;
        private final AgreeOperation operation;
        private final int[] ranks;
        private final Agreement agreement;

        Running(int number, Entry entry) {
            this.context = entry.operation.context().agreement();
            this.number = number;
            this.operation = entry.operation;
            this.ranks = entry.ranks;
            agreement = new Agreement(ranks.length, place(own), this);
        }

        int place(int rank) {
            if (rank < ranks.length && ranks[rank] == rank) {
                return rank; // in the communicator of all ranks, and most others of its size
            }
            for (int place = 0; place < ranks.length; place++) {
                if (ranks[place] == rank) {
                    return place;
                }
            }
            return -1;
        }

        @Override
        public void send(int place, Agreement.Kind kind, Ballot ballot) {
            Destination destination = losses.reachable(ranks[place]);
            if (destination == null) {
                return;
            }
            BallotPackets packets = new BallotPackets(destination, context, number, kind,
                ballot == null ? NOTHING : ballot.toBytes());
            if (backlog.push(packets)) {
                completions.complete(packets);
            }
        }

        @Override
        public void lostToRoot(int place) {
            losses.lostToOthers(ranks[place], "another rank has lost it, and then was lost itself");
        }

        void take(int source, Agreement.Kind kind, byte[] bytes) {
            int place = place(source);
            Ballot ballot = kind == Agreement.Kind.ASK ? null : Ballot.of(bytes, ranks.length);
            if (place < 0 || kind != Agreement.Kind.ASK && ballot == null) {
                throw new EngineException(ErrorClass.ERR_INTERN, "it sent a ballot of " + bytes.length
                    + " bytes for agreement " + number + " of " + ranks.length + " ranks");
            }
            agreement.take(place, kind, ballot);
        }
    }

    private final EngineLock lock;
    private final int own;
    private final Backlog backlog;
    private final Completions completions;
    private final LostRanks lostRanks;
    private final Losses losses;
    private final Map<Context, Series> all = new HashMap<>();
    /** The bytes that have arrived of messages that are not here completely, by the rank that sends them. */
    private final Map<Integer, ByteArrayOutputStream> arriving = new HashMap<>();

    Agreements(EngineLock lock, int own, Backlog backlog, Completions completions,
               LostRanks lostRanks, Losses losses) {
        this.lock = lock;
        this.own = own;
        this.backlog = backlog;
        this.completions = completions;
        this.lostRanks = lostRanks;
        this.losses = losses;
    }

    private Series series(Context context) {
        return all.computeIfAbsent(context, _ -> new Series());
    }

    /**
     * This rank takes part in the next agreement of a communicator.
     *
     * @param ranks all ranks that take part, in the same order on each of them. Ballots name ranks by their places in
     *     this array
     */
    void start(AgreeOperation operation, int[] ranks, long flags, long number) {
        assert lock.isHeldByMe();
        Series series = series(operation.context());
        series.waiting.addLast(new Entry(operation, ranks, flags, number));
        proceed(series);
    }

    /** Begins agreements that wait, as long as none is under way. */
    private void proceed(Series series) {
        while (!series.waiting.isEmpty()
            && (series.running.isEmpty() || series.running.lastEntry().getValue().operation.done())) {
            begin(series, series.waiting.removeFirst());
        }
    }

    private void begin(Series series, Entry entry) {
        int number = series.begun++;
        Running next = new Running(number, entry);
        series.running.put(number, next);
        BitSet failed = new BitSet();
        BitSet acknowledged = new BitSet();
        Set<Integer> known = lostRanks.acknowledged(entry.operation.context());
        for (int rank : lostRanks.among(entry.ranks)) {
            int place = next.place(rank);
            failed.set(place);
            acknowledged.set(place, known.contains(rank));
            next.agreement.lost(place);
        }
        next.agreement.begin(new Ballot(entry.flags, entry.number, failed, acknowledged));
        List<Early> early = series.early.remove(number);
        if (early != null) {
            early.forEach(each -> next.take(each.source, each.kind, each.bytes));
        }
        settle(series, next);
    }

    /**
     * Completes an agreement whose outcome is known. A rank that the others take for dead would agree with itself
     * alone, and must not go on with that.
     */
    private void settle(Series series, Running running) {
        if (running.agreement.outcome() != null && !running.operation.done()) {
            if (running.agreement.outcome().failed().get(running.place(own))) {
                losses.excluded();
            }
            Failure alone = losses.whyCutOff();
            if (alone != null) {
                completions.fail(running.operation, alone);
            } else {
                running.operation.agreed(running.agreement.outcome());
                completions.complete(running.operation);
            }
            series.running.headMap(running.number).clear();
            // MPIX_Comm_get_failed and MPIX_Comm_ack_failed know at least the losses that the agreement has reported.
            running.agreement.outcome().failed().stream().map(place -> running.ranks[place])
                .filter(rank -> rank != own)
                .forEach(rank -> losses.lostToOthers(rank, "other ranks have lost it, and all have agreed on that"));
        }
    }

    /**
     * A communicator was opened. Its agreements begin at number 0, even if a freed communicator had this context
     * before.
     */
    void open(Context context) {
        assert lock.isHeldByMe();
        Series old = all.get(context);
        if (old != null && old.freed) {
            all.remove(context);
        }
    }

    /** No communicator has this context any more. */
    void forget(Context context) {
        assert lock.isHeldByMe();
        Series series = all.get(context);
        if (series != null) {
            series.freed = true;
        }
    }

    @Override
    public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
        assert lock.isHeldByMe();
        if (BallotPackets.size(header) > MOST_BYTES) {
            throw new EngineException(ErrorClass.ERR_INTERN, "it sends a ballot of " + BallotPackets.size(header)
                + " bytes");
        }
        ByteArrayOutputStream sent = arriving.computeIfAbsent(source, _ -> new ByteArrayOutputStream());
        sent.writeBytes(segment.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE));
        if (sent.size() < BallotPackets.size(header)) {
            return;
        }
        arriving.remove(source);
        if (sent.size() > BallotPackets.size(header)) {
            throw new EngineException(ErrorClass.ERR_INTERN, "it sent " + sent.size() + " bytes of a ballot of "
                + BallotPackets.size(header));
        }
        take(Context.of(Envelope.context(envelope)), source, Envelope.tag(envelope), BallotPackets.kind(header),
            sent.toByteArray());
    }

    private void take(Context context, int source, int number, Agreement.Kind kind, byte[] bytes) {
        Series series = series(context);
        if (number >= series.begun) {
            series.early.computeIfAbsent(number, _ -> new ArrayList<>()).add(new Early(source, kind, bytes));
            return;
        }
        Running running = series.running.get(number);
        if (running != null) { // otherwise every rank that is left knows its outcome
            running.take(source, kind, bytes);
            settle(series, running);
            proceed(series);
        }
    }

    @Override
    public void addAwaited(Set<Integer> ranks) {
        assert lock.isHeldByMe();
        for (Series series : all.values()) {
            for (Running running : series.running.values()) {
                running.agreement.awaited().forEach(place -> ranks.add(running.ranks[place]));
            }
        }
    }

    @Override
    public void lost(int rank) {
        assert lock.isHeldByMe();
        arriving.remove(rank);
        for (Series series : List.copyOf(all.values())) {
            for (Running running : List.copyOf(series.running.values())) {
                int place = running.place(rank);
                if (place >= 0) {
                    running.agreement.lost(place);
                    settle(series, running);
                }
            }
            proceed(series);
        }
    }
}
