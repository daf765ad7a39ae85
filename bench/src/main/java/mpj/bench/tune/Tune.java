package mpj.bench.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import mpj.collectives.Algorithm;
import mpj.collectives.Algorithms;
import mpj.collectives.Blocks;
import mpj.collectives.Collective;
import mpj.collectives.Problem;

/**
 * {@code bin/tune -np 4 > my.table}: measures every algorithm of every collective at sizes from 8 bytes to 4 MiB, on as
 * many ranks as the job has, and prints a table for {@code mpj.coll.table}.
 */
public final class Tune {
    private static final int SMALLEST = 8;
    private static final int LARGEST = 4 << 20;
    /** Where an algorithm takes segments, these are tried. */
    private static final long[] SEGMENTS = {8 << 10, 32 << 10, 128 << 10};
    private static final long[] RADIXES = {2, 4, 8};
    private static final long LARGEST_RADIX = 64;
    /** A size's winner must be so much quicker than the one of the size before to take its place. */
    private static final double CLEARLY = 0.97;

    private final Intracomm world = MPI.COMM_WORLD;

    /**
     * Runs on every rank; rank 0 prints.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        MPI.Init(arguments);
        new Tune().run();
        MPI.Finalize();
    }

    private void run() {
        print("# Made by bin/tune on " + world.Size() + " ranks. The first line of a collective that applies counts.");
        print("# collective          ranks up to  bytes up to  algorithm[:parameter]");
        for (Collective collective : Timing.MEASURED) {
            tune(collective);
        }
    }

    private void tune(Collective collective) {
        int largest = collective == Collective.BARRIER ? SMALLEST : Timing.isPerRank(collective)
            ? LARGEST / world.Size() : LARGEST;
        String winner = null;
        for (int bytes = SMALLEST; bytes <= largest; bytes *= 4) {
            String quickest = quickest(collective, bytes, winner);
            if (winner != null && !winner.equals(quickest)) {
                print(line(collective, Integer.toString(bytes / 4), winner));
            }
            winner = quickest;
        }
        print(line(collective, "*", winner));
    }

    private String quickest(Collective collective, int bytes, String before) {
        String quickest = null;
        double least = Double.MAX_VALUE;
        double leastBefore = Double.MAX_VALUE;
        for (String candidate : candidates(collective, bytes)) {
            double time = new Timing(collective, candidate, bytes).microseconds();
            if (time < least) {
                least = time;
                quickest = candidate;
            }
            leastBefore = candidate.equals(before) ? time : leastBefore;
        }
        return leastBefore * CLEARLY <= least ? before : quickest;
    }

    private List<String> candidates(Collective collective, int bytes) {
        Blocks blocks = new Blocks.Equal(bytes);
        Problem problem = Problem.of(world.Rank(), world.Size(), 0, bytes, Double.BYTES).blocks(blocks, blocks);
        List<String> candidates = new ArrayList<>();
        for (Algorithm algorithm : Algorithms.of(collective)) {
            if (!algorithm.fits(problem)) {
                continue;
            }
            candidates.add(algorithm.name());
            if (algorithm.parameter() > 0) {
                for (long parameter : algorithm.parameter() <= LARGEST_RADIX ? RADIXES : SEGMENTS) {
                    if (parameter != algorithm.parameter() && (parameter <= LARGEST_RADIX || parameter < bytes)) {
                        candidates.add(algorithm.name() + ":" + parameter);
                    }
                }
            }
        }
        return candidates;
    }

    private String line(Collective collective, String bytes, String algorithm) {
        return String.format(Locale.ROOT, "%-21s %-12d %-12s %s", collective.label(), world.Size(), bytes, algorithm);
    }

    private void print(String line) {
        if (world.Rank() == 0) {
            System.out.println(line);
        }
    }
}
