package mpj.engine.packet;

import java.util.BitSet;
import java.util.stream.IntStream;
import mpj.engine.Ballot;

/**
 * One agreement among the ranks of a group. Any of these ranks may be lost while it goes on; all ranks that are left
 * learn the same outcome. In MPI's extension for failures (ULFM), this is MPIX_Comm_agree. A rank is named by its place
 * in the group.
 *
 * <p><b>How.</b> The root, the lowest rank that is not lost, collects the ballots of all ranks that are not lost, and
 * tells them the outcome. When the root is lost, the next rank becomes the root, and asks all ranks whose ballots it
 * does not have. A rank that knows the outcome already answers with the outcome, and the new root passes it on. Any
 * other rank answers with its ballot.
 *
 * <p><b>Why all learn the same.</b> Once a rank has given its ballot to a root, it accepts no outcome of an earlier
 * root, although such an outcome may still be on its way. So a rank that has accepted the outcome of an earlier root
 * has given no ballot to the new root, and answers the new root with that outcome. The new root waits for the answer of
 * every rank that is left. If any of them has accepted an earlier outcome, the new root therefore learns that outcome.
 * Roots follow each other in the order of ranks, because a rank that is lost does not come back.
 *
 * <p>If no rank is lost, an agreement takes two messages for each rank. Not thread-safe.
 */
final class Agreement {
    /** The kinds of messages. */
    enum Kind {
        /** A ballot, to the root. */
        BALLOT,
        /** The root asks for the ballot, or for the outcome if the rank knows it. */
        ASK,
        /** The root tells the outcome. */
        OUTCOME,
        /** The answer of a rank that knows the outcome already. */
        KNOWN
    }

    /** Sends messages to other ranks. */
    interface Messages {
        /** @param ballot null for {@link Kind#ASK} */
        void send(int place, Kind kind, Ballot ballot);
    }

    private static final int NOBODY = -1;

    private final int size;
    private final int own;
    private final Messages messages;
    private final BitSet lost = new BitSet();
    /** Null until this rank takes part. */
    private Ballot mine;
    /** The root to which this rank has given its ballot. */
    private int promised = NOBODY;
    /** The last root that asked this rank before it took part. */
    private int askedBy = NOBODY;
    /** For a root: all ballots that have come, combined; and the ranks that they came from. */
    private Ballot collected;
    private final BitSet heard = new BitSet();
    private Ballot outcome;

    Agreement(int size, int own, Messages messages) {
        this.size = size;
        this.own = own;
        this.messages = messages;
    }

    /** The outcome; null if this rank does not know it yet. */
    Ballot outcome() {
        return outcome;
    }

    /** The places of the ranks that this one waits for. */
    IntStream awaited() {
        if (outcome != null || mine == null) {
            return IntStream.empty();
        }
        // A root that has asked and is lost says that those before it are lost as well. That news is still to come.
        return promised != own ? IntStream.of(lost.get(promised) ? root() : promised)
            : IntStream.range(0, size).filter(place -> place != own && !lost.get(place) && !heard.get(place));
    }

    private int root() {
        return lost.nextClearBit(0);
    }

    /** This rank takes part. */
    void begin(Ballot ballot) {
        mine = ballot;
        if (outcome == null) {
            turnToRoot();
        }
    }

    /** A rank is lost. */
    void lost(int place) {
        if (lost.get(place)) {
            return;
        }
        int before = root();
        lost.set(place);
        if (outcome == null && mine != null) {
            if (root() != before) {
                turnToRoot();
            } else {
                decide();
            }
        }
    }

    /**
     * Gives the ballot to the root. If this rank is the root, and an earlier root was lost, it asks the ranks that it
     * has not heard from.
     */
    private void turnToRoot() {
        int root = Math.max(root(), askedBy);
        if (root != own) {
            promised = root;
            messages.send(root, Kind.BALLOT, mine);
            return;
        }
        promised = own;
        if (!lost.isEmpty()) {
            for (int place = 0; place < size; place++) {
                if (place != own && !lost.get(place) && !heard.get(place)) {
                    messages.send(place, Kind.ASK, null);
                }
            }
        }
        decide();
    }

    /** A message has come. */
    void take(int from, Kind kind, Ballot ballot) {
        switch (kind) {
            case BALLOT -> {
                if (outcome != null) {
                    messages.send(from, Kind.OUTCOME, outcome);
                } else if (!heard.get(from)) {
                    heard.set(from);
                    collected = collected == null ? ballot : collected.with(ballot);
                    decide();
                }
            }
            case ASK -> asked(from);
            case OUTCOME -> {
                if (outcome == null && from >= promised) {
                    outcome = ballot;
                    // These ranks take this rank for the root, and accept no outcome of an earlier root.
                    heard.stream().filter(place -> !lost.get(place))
                        .forEach(place -> messages.send(place, Kind.OUTCOME, outcome));
                }
            }
            case KNOWN -> {
                if (outcome == null) {
                    outcome = ballot;
                    tell();
                }
            }
            default -> throw new IllegalArgumentException(kind.toString());
        }
    }

    private void asked(int root) {
        if (outcome != null) {
            messages.send(root, Kind.KNOWN, outcome);
        } else if (mine == null) {
            askedBy = Math.max(askedBy, root);
        } else if (root > promised) {
            promised = root;
            messages.send(root, Kind.BALLOT, mine);
        }
    }

    /** If this rank is the root, and has heard from every rank that is left, it tells them the outcome. */
    private void decide() {
        if (outcome != null || mine == null || root() != own) {
            return;
        }
        BitSet known = (BitSet) heard.clone();
        known.or(lost);
        known.set(own);
        if (known.cardinality() == size) {
            BitSet failed = (BitSet) lost.clone();
            Ballot all = collected == null ? mine : mine.with(collected);
            outcome = all.with(new Ballot(-1, Long.MIN_VALUE, failed, all.acknowledged()));
            tell();
        }
    }

    private void tell() {
        for (int place = 0; place < size; place++) {
            if (place != own && !lost.get(place)) {
                messages.send(place, Kind.OUTCOME, outcome);
            }
        }
    }
}
