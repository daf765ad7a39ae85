package mpj.npb.ep;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import mpi.Intracomm;
import mpi.MPI;
import mpj.npb.common.Benchmark;
import mpj.npb.common.Outcome;
import mpj.npb.common.ProblemClass;
import mpj.npb.common.RankCount;
import mpj.npb.common.Random;
import mpj.npb.common.Run;

/**
 * EP: makes Gaussian deviates by acceptance and rejection, adds them up, and counts their pairs by square annulus. The
 * ranks communicate only at the end.
 */
public final class EmbarrassinglyParallel implements Benchmark {
    /** The seed before the first number. */
    private static final long SEED = 271_828_183L;
    /** The pairs are made in batches that fit the first-level cache. The size of a batch does not change the result. */
    private static final int BATCH_LOG = 10;
    private static final int BATCH = 1 << BATCH_LOG;
    private static final double ERROR = 1e-8;

    /** The logarithm of the number of pairs, and the official sums and number of deviates. */
    private record Problem(int log, double sumX, double sumY, double pairs) {
    }

    private static final Map<ProblemClass, Problem> PROBLEMS = Map.of(
        ProblemClass.S, new Problem(24, 1.051299420395306e+07, 1.051517131857535e+07, 13_176_389),
        ProblemClass.W, new Problem(25, 2.102505525182392e+07, 2.103162209578822e+07, 26_354_769),
        ProblemClass.A, new Problem(28, 1.682235632304711e+08, 1.682195123368299e+08, 210_832_767),
        ProblemClass.B, new Problem(30, 6.728927543423024e+08, 6.728951822504275e+08, 843_345_606),
        ProblemClass.C, new Problem(32, 2.691444083862931e+09, 2.691519118724585e+09, 3_373_275_903.0));

    @Override
    public String name() {
        return "EP";
    }

    @Override
    public RankCount rankCount() {
        return RankCount.ANY;
    }

    @Override
    public boolean hasSegments() {
        return true;
    }

    @Override
    public Outcome run(ProblemClass problemClass, Run run) {
        Problem problem = PROBLEMS.get(problemClass);
        long batches = 1L << problem.log - BATCH_LOG;
        long first = batches * run.ranks().Rank() / run.ranks().Size();
        long end = batches * (run.ranks().Rank() + 1) / run.ranks().Size();
        Sums sums;
        try (Arena arena = Arena.ofShared()) {
            Pairs pairs = run.segments() ? new SegmentPairs(arena, BATCH) : new ArrayPairs(BATCH);
            Deviates deviates = new Deviates(pairs, BATCH);
            // As in NPB, an untimed call with one batch comes first, to load all code that is timed.
            addUp(deviates, first, first + 1, arena, run);
            run.start();
            sums = addUp(deviates, first, end, arena, run);
            run.stop();
        }
        report(sums, problem, run);
        return new Outcome(Long.toString(2L << problem.log), 0, 2.0 * (1L << problem.log), "Random numbers generated",
            Outcome.isClose(sums.x(), problem.sumX, ERROR) && Outcome.isClose(sums.y(), problem.sumY, ERROR)
                && Outcome.isClose(sums.pairs(), problem.pairs, ERROR));
    }

    /** Makes the deviates of these batches, and adds up the results of all ranks. */
    private static Sums addUp(Deviates deviates, long first, long end, Arena arena, Run run) {
        Sums sums = new Sums();
        Random random = new Random(SEED);
        random.skip(first * 2 * BATCH);
        for (long batch = first; batch < end; batch++) {
            deviates.add(random, sums);
        }
        run.communicationBegins();
        if (run.segments()) {
            addUp(sums.values, arena, run.ranks());
        } else {
            addUp(sums.values, run.ranks());
        }
        run.communicationEnds();
        return sums;
    }

    /** Adds up the two sums and the counts of all ranks. */
    private static void addUp(double[] values, Intracomm ranks) {
        ranks.Allreduce(MPI.IN_PLACE, 0, values, 0, 1, MPI.DOUBLE, MPI.SUM);
        ranks.Allreduce(MPI.IN_PLACE, 0, values, 1, 1, MPI.DOUBLE, MPI.SUM);
        ranks.Allreduce(MPI.IN_PLACE, 0, values, 2, values.length - 2, MPI.DOUBLE, MPI.SUM);
    }

    private static void addUp(double[] values, Arena arena, Intracomm ranks) {
        MemorySegment mine = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, values);
        MemorySegment all = arena.allocate(mine.byteSize(), Double.BYTES);
        ranks.Allreduce(mine, 0, all, 0, 1, MPI.DOUBLE, MPI.SUM);
        ranks.Allreduce(mine, 1, all, 1, 1, MPI.DOUBLE, MPI.SUM);
        ranks.Allreduce(mine, 2, all, 2, values.length - 2, MPI.DOUBLE, MPI.SUM);
        MemorySegment.copy(all, ValueLayout.JAVA_DOUBLE, 0, values, 0, values.length);
    }

    private static void report(Sums sums, Problem problem, Run run) {
        run.say("%nEP Benchmark Results:%n%nN = 2^%5d%nNo. Gaussian Pairs =%15.0f%nSums = %25.15e%25.15e%nCounts:",
            problem.log, sums.pairs(), sums.x(), sums.y());
        for (int i = 0; i < Sums.ANNULI; i++) {
            run.say("%3d%15.0f", i, sums.values[Sums.COUNTS + i]);
        }
    }
}
