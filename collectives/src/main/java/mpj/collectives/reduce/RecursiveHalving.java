package mpj.collectives.reduce;

import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.Folding;

/**
 * A reduce-scatter on a hypercube. In each round a corner exchanges half of what it still has with its partner, and
 * combines the half that it keeps. Near partners come first, so that a corner's value is always that of consecutive
 * ranks. At the end a corner has the part whose number has the bits of the corner in reverse.
 */
public final class RecursiveHalving {
    private final Problem problem;
    private final Folding folding;
    private final Place source;
    private final Place target;
    private final Steps steps;
    private final Blocks parts;

    /**
     * @param source this rank's operands, in parts
     * @param target the place for this rank's part of the result, which goes to the part's position; it has the size of
     *     the source
     * @param parts the parts of the result, one for each corner
     */
    public RecursiveHalving(Problem problem, Folding folding, Place source, Place target, Blocks parts, Steps steps) {
        this.problem = problem;
        this.folding = folding;
        this.source = source;
        this.target = target;
        this.parts = parts;
        this.steps = steps;
    }

    /** Uses the program's operands, and parts that are as equal as possible. */
    public static RecursiveHalving dividing(Problem problem, Folding folding, Place target, Steps steps) {
        return new RecursiveHalving(problem, folding, Place.SEND, target,
            Blocks.dividing(problem.bytes(), problem.unit(), folding.corners()), steps);
    }

    /** The parts of the result, one for each corner. */
    public Blocks parts() {
        return parts;
    }

    /** The first of the parts that belong to the corners which differ only in the bits at and above a mask. */
    public int first(int corner, int mask) {
        int bits = Cost.log2(folding.corners());
        int reversed = bits == 0 ? 0 : Integer.reverse(corner) >>> Integer.SIZE - bits;
        return reversed & -mask;
    }

    /** Writes the rounds of a rank that is not folded. The operands of the folded rank are received first. */
    public void write() {
        int rank = problem.rank();
        int corner = folding.corner(rank);
        long all = parts.length(0, folding.corners());
        Place spare = steps.work(all);
        Accumulator value = new Accumulator(steps, problem.commutative(), source, target, spare);
        if (folding.isHolder(rank)) {
            Place free = value.free();
            steps.await(steps.receive(folding.folded(rank), free, all));
            value.takeLower(free, 0, all);
        }
        for (int mask = 1; mask < folding.corners(); mask *= 2) {
            int partner = corner ^ mask;
            int count = folding.corners() / mask / 2;
            int kept = first(corner, count);
            int given = first(partner, count);
            Place free = value.free();
            long offset = parts.at(kept);
            long bytes = parts.length(kept, count);
            steps.exchange(folding.rank(partner), value.value().plus(parts.at(given)), parts.length(given, count),
                folding.rank(partner), free.plus(offset), bytes);
            if (partner < corner) {
                value.takeLower(free, offset, bytes);
            } else {
                value.takeUpper(free, offset, bytes);
            }
        }
        int own = first(corner, 1);
        value.finish(parts.at(own), parts.length(own));
    }

    /** The cost, exact if the number of corners divides n. */
    public static Cost cost(Problem problem, Folding folding) {
        long corners = folding.corners();
        int rounds = Cost.log2(folding.corners());
        long path = problem.bytes() / corners * (corners - 1);
        Cost folded = folding.cost(problem.bytes());
        return folded.then(new Cost(0, 0, 0, 0, folded.path()))
            .then(problem.bytes() == 0 ? Cost.NONE : new Cost(corners * rounds, corners * path, rounds, path, path));
    }
}
