package mpj.npb.is;

import java.lang.foreign.Arena;
import mpi.MPI;
import mpj.npb.common.Benchmark;
import mpj.npb.common.Outcome;
import mpj.npb.common.ProblemClass;
import mpj.npb.common.Random;
import mpj.npb.common.RankCount;
import mpj.npb.common.Run;

/**
 * IS: ranks integer keys ten times, and changes two of the keys each time. The keys are sums of four random numbers, so
 * their distribution is about Gaussian. The benchmark measures all-to-all communication and memory.
 */
public final class IntegerSort implements Benchmark {
    private static final long SEED = 314_159_265L;
    private static final int ITERATIONS = 10;

    @Override
    public String name() {
        return "IS";
    }

    @Override
    public RankCount rankCount() {
        return RankCount.POWER_OF_TWO;
    }

    @Override
    public boolean hasSegments() {
        return true;
    }

    @Override
    public Outcome run(ProblemClass problemClass, Run run) {
        Problem problem = Problem.of(problemClass);
        boolean verified;
        try (Arena arena = Arena.ofShared()) {
            int keysPerRank = problem.keys() / run.ranks().Size();
            Keys keys = run.segments() ? new SegmentKeys(arena, keysPerRank, problem.maxKey())
                : new ArrayKeys(keysPerRank, problem.maxKey());
            Random random = new Random(SEED);
            random.skip(4L * keysPerRank * run.ranks().Rank());
            keys.draw(random, problem.maxKey() / 4);
            Ranking ranking = new Ranking(problem, run, keys);
            run.say(" Size:  %d%n Iterations:   %d", problem.keys(), ITERATIONS);
            // A first untimed iteration loads all code and touches all memory.
            ranking.rank(1, ITERATIONS);
            ranking.takePassed();
            run.start();
            for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
                ranking.rank(iteration, ITERATIONS);
            }
            run.stop();
            int[] passed = {ranking.takePassed(), ranking.isSorted() ? 1 : 0};
            run.ranks().Allreduce(MPI.IN_PLACE, 0, passed, 0, passed.length, MPI.INT, MPI.SUM);
            verified = passed[0] == ITERATIONS * problem.probes().size() && passed[1] == run.ranks().Size();
        }
        return new Outcome(Integer.toString(problem.keys()), ITERATIONS, (double) ITERATIONS * problem.keys(),
            "keys ranked", verified);
    }
}
