package mpj.collectives.allgather;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * In round k each rank and the rank whose number differs in bit k exchange the 2^k blocks that they have. The number of
 * ranks must be a power of two. Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in
 * MPICH", 2005.
 *
 * <p>Cost, exact for blocks of one size: {@code log2 p α + (p-1) nβ}; p log2 p messages.
 */
public final class RecursiveDoublingAllgather implements Algorithm {
    @Override
    public String name() {
        return "recursive-doubling";
    }

    @Override
    public boolean fits(Problem problem) {
        return Integer.bitCount(problem.size()) == 1;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Assembly assembly = Assembly.start(problem, steps);
        for (int count = 1; count < problem.size(); count *= 2) {
            int partner = problem.rank() ^ count;
            int first = problem.rank() & -count;
            int theirs = partner & -count;
            steps.exchange(partner, assembly.place(first), assembly.length(first, count),
                partner, assembly.place(theirs), assembly.length(theirs, count));
        }
        assembly.finish();
    }

    @Override
    public Cost cost(Problem problem) {
        return logarithmic(problem, Cost.log2(problem.size()));
    }

    /** The cost, exact for blocks of one size, if every rank receives every other block once, in this many messages. */
    static Cost logarithmic(Problem problem, int messages) {
        int size = problem.size();
        long bytes = Blocks.packed(problem.received(), size).length(0, size);
        return bytes == 0 ? Cost.NONE : new Cost((long) size * messages, bytes * (size - 1), messages,
            bytes / size * (size - 1), 0);
    }
}
