package mpj.collectives.allreduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.reduce.RecursiveDoubling;

/**
 * In round k the ranks whose numbers differ in bit k exchange their values, so that each then has the value of 2^(k+1)
 * consecutive ranks, in order. If the number of ranks is not a power of two, some ranks first send to their neighbour
 * and get the result from it. Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in
 * MPICH", 2005.
 *
 * <p>Cost, exact for p a power of two: {@code log2 p (α + nβ + nγ)}; p log2 p messages. For other p, two rounds more.
 */
public final class RecursiveDoublingAllreduce implements Algorithm {
    @Override
    public String name() {
        return "recursive-doubling";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        RecursiveDoubling.write(problem, Place.RECEIVE, steps);
    }

    @Override
    public Cost cost(Problem problem) {
        return RecursiveDoubling.cost(problem);
    }
}
