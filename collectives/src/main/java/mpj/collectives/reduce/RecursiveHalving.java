package mpj.collectives.reduce;

import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.Folding;

/**
 * Reduce-scatter on a hypercube: in each round a place exchanges half of what it still has with its partner, and
 * combines the half it keeps. Partners are near first, so that a place's value is always that of consecutive ranks. In
 * the end a place has the part whose number has the bits of the place in reverse.
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
     * @param target where this rank's part of the result goes, at the part's position; as large as the source
     * @param parts the parts of the result, one for each place
     */
    public RecursiveHalving(Problem problem, Folding folding, Place source, Place target, Blocks parts, Steps steps) {
        this.problem = problem;
        this.folding = folding;
        this.source = source;
        this.target = target;
        this.parts = parts;
        this.steps = steps;
    }

    /** Parts as equal as can be, of operands where the program has them. */
    public static RecursiveHalving dividing(Problem problem, Folding folding, Place target, Steps steps) {
        return new RecursiveHalving(problem, folding, Place.SEND, target,
            Blocks.dividing(problem.bytes(), problem.unit(), folding.places()), steps);
    }

    /** The parts of the result, one for each place. */
    public Blocks parts() {
        return parts;
    }

    /** Of the parts that the places which differ in the bits at and above a mask have together, the first. */
    public int first(int place, int mask) {
        int bits = Cost.log2(folding.places());
        int reversed = bits == 0 ? 0 : Integer.reverse(place) >>> Integer.SIZE - bits;
        return reversed & -mask;
    }

    /** Writes the rounds, of a rank that is not folded; the folded one's operands are received first. */
    public void write() {
        int rank = problem.rank();
        int place = folding.place(rank);
        long all = parts.length(0, folding.places());
        Place spare = steps.work(all);
        Accumulator value = new Accumulator(steps, problem.commutative(), source, target, spare);
        if (folding.isHolder(rank)) {
            Place room = value.room();
            steps.await(steps.receive(folding.folded(rank), room, all));
            value.takeLower(room, 0, all);
        }
        for (int mask = 1; mask < folding.places(); mask *= 2) {
            int partner = place ^ mask;
            int count = folding.places() / mask / 2;
            int kept = first(place, count);
            int given = first(partner, count);
            Place room = value.room();
            long offset = parts.at(kept);
            long bytes = parts.length(kept, count);
            steps.exchange(folding.rank(partner), value.value().plus(parts.at(given)), parts.length(given, count),
                folding.rank(partner), room.plus(offset), bytes);
            if (partner < place) {
                value.takeLower(room, offset, bytes);
            } else {
                value.takeUpper(room, offset, bytes);
            }
        }
        int own = first(place, 1);
        value.finish(parts.at(own), parts.length(own));
    }

    /** Exact where the places divide n. */
    public static Cost cost(Problem problem, Folding folding) {
        long places = folding.places();
        int rounds = Cost.log2(folding.places());
        long path = problem.bytes() / places * (places - 1);
        Cost folded = folding.cost(problem.bytes());
        return folded.then(new Cost(0, 0, 0, 0, folded.path()))
            .then(problem.bytes() == 0 ? Cost.NONE : new Cost(places * rounds, places * path, rounds, path, path));
    }
}
