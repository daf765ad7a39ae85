package mpj.engine.packet;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import mpj.engine.Ballot;

/**
 * One agreement among the ranks of a group. Any of these ranks may be lost while it goes on; all ranks that are left
 * learn the same outcome. In MPI's extension for failures (ULFM), this is MPIX_Comm_agree. A rank is named by its place
 * in the group.
 *
 * <p><b>How.</b> The root is the lowest rank that is not lost. It collects the ballots of all ranks that are not lost,
 * and tells them the outcome. As long as no rank is known to be lost, the ballots go up a {@linkplain BallotTree tree}
 * to rank 0: each rank combines the ballots of the ranks below it with its own. The outcome goes down the same tree.
 * A rank that learns of a loss, or that is asked, gives its ballot directly to the root; and a root that learns of a
 * loss, or that is given a ballot directly, asks all ranks whose ballots it does not have. When the root is lost, the
 * next rank becomes the root and asks. A rank that knows the outcome already answers with the outcome, and the root
 * passes it on. Any other rank answers with its ballot. A ballot may reach the root twice, once by the tree: combining
 * it again changes nothing.
 *
 * <p><b>Why all learn the same.</b> A ballot that goes up the tree is given to rank 0. Once a rank has given its ballot
 * to a root, it accepts no outcome of an earlier root, although such an outcome may still be on its way. So a rank that
 * has accepted the outcome of an earlier root has given no ballot to the new root, and answers the new root with that
 * outcome. The new root waits for the answer of every rank that is left, and counts no ballot that came by the tree. If
 * any rank has accepted an earlier outcome, the new root therefore learns that outcome. Roots follow each other in the
 * order of ranks, because a rank that is lost does not come back.
 *
 * <p><b>Why all learn it.</b> A rank waits for the ranks next to it in the tree, or for the root. If one of these is
 * lost, the rank hears of that, and turns to the root, which knows the outcome or asks everyone.
 *
 * <p><b>A rank that is lost to some ranks only.</b> A connection may break between two ranks that are alive, so that
 * each of them goes on without the other. What is said above then still holds, because of one rule: whoever is lost to
 * one rank that is left is soon lost to all of them ({@link Losses.Report}), and does not go on, even if it is alive.
 * The rule is that of the detector of Bosilca et al., on which the agreements of Open MPI rely as well. So a root that
 * others have lost counts as dead: an outcome that it has found is accepted by all ranks that are left, or by none. The
 * rule has two consequences here. Who learns an outcome loses the ranks that the outcome names as failed. And a rank
 * that is bound to a root which is lost then loses all ranks before that root, because they were lost to the root;
 * otherwise it would refuse them for ever, and they would wait for it.
 *
 * <p>If no rank is lost, an agreement takes two messages for each rank, and a number of steps that grows with the
 * logarithm of the number of ranks. Not thread-safe.
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
        KNOWN,
        /** The ballots of a rank and of all ranks below it in the tree, combined, to the rank above. */
        COMBINED,
        /** The outcome that rank 0 has found, to the ranks below in the tree. */
        PASSED_DOWN
    }

    /** Sends messages to other ranks. */
    interface Messages {
        /** @param ballot null for {@link Kind#ASK} */
        void send(int place, Kind kind, Ballot ballot);

        /** A rank was lost to a root that is lost itself. It must be lost to this rank as well: see {@link #lost}. */
        void lostToRoot(int place);
    }

    private static final int NO_RANK = -1;

    private final int size;
    private final int own;
    private final Messages messages;
    private final BitSet lost = new BitSet();
    /** Null until this rank takes part. */
    private Ballot mine;
    /** The root to which this rank has given its ballot, directly or by the tree. */
    private int promised = NO_RANK;
    /** The last root that asked this rank before it took part. */
    private int askedBy = NO_RANK;
    /** Whether this rank gives its ballot, and awaits the outcome, by the tree. */
    private boolean byTree;
    /** The ranks directly below this one in the tree. */
    private final int[] children;
    /** Whether the ballot has been given to the rank above. */
    private boolean passedUp;
    /** The ballots that have come up the tree, combined; null if there is none. */
    private Ballot below;
    /** The ranks that these ballots came from. */
    private final BitSet reported = new BitSet();
    /** For a root: all ballots that have been given to it, combined; and the ranks that they came from. */
    private Ballot collected;
    private final BitSet heard = new BitSet();
    private Ballot outcome;

    Agreement(int size, int own, Messages messages) {
        this.size = size;
        this.own = own;
        this.messages = messages;
        children = BallotTree.below(own, size);
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
        if (byTree) {
            return passedUp ? IntStream.of(BallotTree.above(own))
                : Arrays.stream(children).filter(place -> !reported.get(place));
        }
        // If a root that has asked is lost, the ranks before it are lost as well, and the news of their losses is still
        // to come.
        return promised != own ? IntStream.of(lost.get(promised) ? root() : promised)
            : IntStream.range(0, size).filter(place -> place != own && !lost.get(place) && !heard.get(place));
    }

    private int root() {
        return lost.nextClearBit(0);
    }

    /** This rank takes part. */
    void begin(Ballot ballot) {
        mine = ballot;
        if (outcome != null) {
            return;
        }
        if (lost.isEmpty() && askedBy == NO_RANK && heard.isEmpty()) {
            byTree = true;
            promised = 0;
            passUp();
        } else {
            turnToRoot();
            followRoot();
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
            if (byTree || root() != before) {
                turnToRoot();
            } else {
                decide();
            }
        }
        followRoot();
    }

    /** If the root to which this rank is bound is lost, the ranks before that root are lost as well. */
    private void followRoot() {
        int bound = Math.max(askedBy, promised);
        if (outcome == null && bound >= 0 && lost.get(bound)) {
            for (int place = root(); place < bound; place = lost.nextClearBit(place + 1)) {
                if (place != own) {
                    messages.lostToRoot(place);
                }
            }
        }
    }

    /** Gives the combined ballot to the rank above, if all ranks below have given theirs. Rank 0 decides then. */
    private void passUp() {
        if (!byTree || passedUp || reported.cardinality() < children.length) {
            return;
        }
        passedUp = true;
        Ballot all = below == null ? mine : mine.with(below);
        if (own == 0) {
            learn(all);
        } else {
            messages.send(BallotTree.above(own), Kind.COMBINED, all);
        }
    }

    /** Gives the ballot directly to the root. The root itself asks the ranks that it has not heard from. */
    private void turnToRoot() {
        byTree = false;
        // A rank that asks knows that all ranks before it are lost. This rank may hear of these losses one by one. It
        // must not go back to a rank before the one to which it has promised its ballot.
        int root = Math.max(Math.max(root(), askedBy), promised);
        promised = root;
        if (root != own) {
            messages.send(root, Kind.BALLOT, mine);
            return;
        }
        for (int place = 0; place < size; place++) {
            if (place != own && !lost.get(place) && !heard.get(place)) {
                messages.send(place, Kind.ASK, null);
            }
        }
        decide();
    }

    /** A message has come. */
    void take(int from, Kind kind, Ballot ballot) {
        switch (kind) {
            case BALLOT -> given(from, ballot);
            case ASK -> asked(from);
            case OUTCOME -> {
                if (outcome == null && from >= promised) {
                    learn(ballot);
                }
            }
            case KNOWN -> {
                if (outcome == null) {
                    outcome = ballot;
                    tell();
                }
            }
            case COMBINED -> {
                if (from != 0 && BallotTree.above(from) == own) {
                    reported.set(from);
                    below = below == null ? ballot : below.with(ballot);
                    passUp();
                }
            }
            case PASSED_DOWN -> {
                if (outcome == null && promised <= 0) {
                    learn(ballot);
                }
            }
            default -> throw new IllegalArgumentException(kind.toString());
        }
    }

    /** A rank takes this rank for the root, and gives its ballot. */
    private void given(int from, Ballot ballot) {
        if (outcome != null) {
            messages.send(from, Kind.OUTCOME, outcome);
        } else if (!heard.get(from)) {
            heard.set(from);
            collected = collected == null ? ballot : collected.with(ballot);
            if (byTree && own == 0) {
                turnToRoot();
            } else {
                decide();
            }
        }
    }

    private void asked(int root) {
        if (outcome != null) {
            messages.send(root, Kind.KNOWN, outcome);
        } else if (mine == null) {
            askedBy = Math.max(askedBy, root);
        } else if (root > promised || byTree && root == promised) {
            byTree = false;
            promised = root;
            messages.send(root, Kind.BALLOT, mine);
        }
        followRoot();
    }

    /** If this rank is the root, and has heard from every rank that is left, it tells them the outcome. */
    private void decide() {
        if (outcome != null || mine == null || byTree || root() != own) {
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

    /** The root tells all ranks. */
    private void tell() {
        for (int place = 0; place < size; place++) {
            if (place != own && !lost.get(place)) {
                messages.send(place, Kind.OUTCOME, outcome);
            }
        }
    }

    /**
     * This rank learns the outcome that another rank has found, or that has come up the tree to rank 0. It passes the
     * outcome to the ranks that wait for it: those below it in the tree, and those that take it for the root and accept
     * no outcome of an earlier root.
     */
    private void learn(Ballot found) {
        outcome = found;
        reported.stream().filter(place -> !lost.get(place))
            .forEach(place -> messages.send(place, Kind.PASSED_DOWN, outcome));
        heard.stream().filter(place -> !lost.get(place))
            .forEach(place -> messages.send(place, Kind.OUTCOME, outcome));
    }
}
