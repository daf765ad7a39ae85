package mpj.collectives.allgather;

import mpj.collectives.Blocks;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * The place where the blocks of all ranks are assembled in the order of ranks, so that neighbouring blocks are one
 * message. They are assembled where they belong if they follow one another there, and otherwise first in the
 * collective's own memory.
 */
public final class Assembly {
    private final Problem problem;
    private final Steps steps;
    private final Blocks blocks;
    private final Place base;

    private Assembly(Problem problem, Steps steps, Blocks blocks, Place base) {
        this.problem = problem;
        this.steps = steps;
        this.blocks = blocks;
        this.base = base;
    }

    /** Begins with this rank's own block, which is copied into its place. */
    public static Assembly start(Problem problem, Steps steps) {
        Blocks packed = Blocks.packed(problem.received(), problem.size());
        Place base = packed == problem.received() ? Place.RECEIVE : steps.work(packed.length(0, problem.size()));
        Assembly assembly = new Assembly(problem, steps, packed, base);
        steps.copy(Place.SEND, assembly.place(problem.rank()), packed.length(problem.rank()));
        return assembly;
    }

    public Place place(int rank) {
        return base.plus(blocks.at(rank));
    }

    public long length(int rank) {
        return blocks.length(rank);
    }

    public long length(int first, int count) {
        return blocks.length(first, count);
    }

    public Place base() {
        return base;
    }

    public Blocks blocks() {
        return blocks;
    }

    /** Ends with every block in the place where it belongs. */
    public void finish() {
        if (base.region() != Place.RECEIVE.region()) {
            steps.awaitAll();
            for (int rank = 0; rank < problem.size(); rank++) {
                steps.copy(place(rank), Place.RECEIVE.plus(problem.received().at(rank)), length(rank));
            }
        }
    }
}
