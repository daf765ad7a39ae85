package mpj.collectives.reduce;

import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.Folding;

/**
 * Combines everything on every rank. In round k the ranks whose numbers differ in bit k exchange their values, so that
 * each then has the value of 2^(k+1) consecutive ranks, in order. If the number of ranks is not a power of two, some
 * ranks first send to their neighbour and get the result from it.
 *
 * <pre>
 *   rank      0      1      2      3
 *   at first  a      b      c      d
 *   round 0   ab     ab     cd     cd       0 with 1, 2 with 3
 *   round 1   abcd   abcd   abcd   abcd     0 with 2, 1 with 3
 * </pre>
 */
public final class RecursiveDoubling {
    private RecursiveDoubling() {
    }

    /** Writes the rounds. The result goes to a place that the caller names. */
    public static void write(Problem problem, Place target, Steps steps) {
        Folding folding = new Folding(problem.size());
        int rank = problem.rank();
        long bytes = problem.bytes();
        if (folding.isFolded(rank)) {
            steps.await(steps.send(folding.holder(rank), Place.SEND, bytes));
            steps.await(steps.receive(folding.holder(rank), target, bytes));
            return;
        }
        Accumulator value = new Accumulator(steps, problem.commutative(), Place.SEND, target, steps.work(bytes));
        if (folding.isHolder(rank)) {
            Place free = value.free();
            steps.await(steps.receive(folding.folded(rank), free, bytes));
            value.takeLower(free, 0, bytes);
        }
        int corner = folding.corner(rank);
        for (int mask = 1; mask < folding.corners(); mask *= 2) {
            int partner = folding.rank(corner ^ mask);
            Place free = value.free();
            steps.exchange(partner, value.value(), bytes, partner, free, bytes);
            if (partner < rank) {
                value.takeLower(free, 0, bytes);
            } else {
                value.takeUpper(free, 0, bytes);
            }
        }
        value.finish(0, bytes);
        if (folding.isHolder(rank)) {
            steps.await(steps.send(folding.folded(rank), target, bytes));
        }
    }

    /** The cost, exact if the number of ranks is a power of two. */
    public static Cost cost(Problem problem) {
        Folding folding = new Folding(problem.size());
        long bytes = problem.bytes();
        long corners = folding.corners();
        long rounds = bytes == 0 ? 0 : Cost.log2(folding.corners());
        Cost folded = bytes == 0 ? Cost.NONE : folding.cost(bytes);
        return folded.then(new Cost(0, 0, 0, 0, folded.path())).then(folded)
            .then(new Cost(corners * rounds, corners * rounds * bytes, rounds, rounds * bytes, rounds * bytes));
    }
}
