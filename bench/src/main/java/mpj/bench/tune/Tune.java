package mpj.bench.tune;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import mpi.Intracomm;
import mpi.MPI;
import mpj.collectives.Algorithm;
import mpj.collectives.Collective;

/**
 * {@code bin/bench tune -np 4 > my.table}: measures every algorithm of every collective at sizes from 8 bytes to 4 MiB,
 * on the ranks of the job, and prints a table for {@code mpj.coll.table}.
 */
public final class Tune {
    private static final int SMALLEST = 8;
    private static final int LARGEST = 4 << 20;
    /** The segments that are tried for algorithms that take segments. */
    private static final long[] SEGMENTS = {8 << 10, 32 << 10, 128 << 10};
    private static final long[] RADIXES = {2, 4, 8};
    private static final long LARGEST_RADIX = 64;
    /**
     * The winner of a size replaces the winner of the size before only if its time is at most this part of the other's
     * time.
     */
    private static final double CLEARLY = 0.97;

    private final Intracomm world = MPI.COMM_WORLD;
    private final Candidates candidates = new Candidates(world);

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
        print("# Made by bench tune on " + world.Size() + " ranks. The first line that applies counts.");
        print("# collective          ranks up to  bytes up to  algorithm[:parameter]");
        for (Collective collective : Timing.MEASURED) {
            tune(collective);
        }
    }

    /**
     * The quickest algorithms at a size.
     *
     * @param any the quickest of all algorithms
     * @param byMessages the quickest of the algorithms that non-blocking calls can also use
     */
    private record Winners(String any, String byMessages) {
    }

    private void tune(Collective collective) {
        int largest = collective == Collective.BARRIER ? SMALLEST : Timing.isPerRank(collective)
            ? LARGEST / world.Size() : LARGEST;
        Winners winners = new Winners(null, null);
        for (int bytes = SMALLEST; bytes <= largest; bytes *= 4) {
            Winners quickest = quickest(collective, bytes, winners);
            if (winners.any != null && !winners.equals(quickest)) {
                print(collective, Integer.toString(bytes / 4), winners);
            }
            winners = quickest;
        }
        print(collective, "*", winners);
    }

    private Winners quickest(Collective collective, int bytes, Winners before) {
        Map<String, Double> times = new LinkedHashMap<>();
        Map<String, Double> timesByMessages = new LinkedHashMap<>();
        for (Algorithm algorithm : candidates.of(collective, bytes)) {
            for (String form : forms(algorithm, bytes)) {
                double time = new Timing(collective, form, bytes).microseconds();
                times.put(form, time);
                if (!candidates.isShared(algorithm, bytes)) {
                    timesByMessages.put(form, time);
                }
            }
        }
        return new Winners(quickest(times, before.any), quickest(timesByMessages, before.byMessages));
    }

    private static String quickest(Map<String, Double> times, String before) {
        Map.Entry<String, Double> quickest = Collections.min(times.entrySet(), Map.Entry.comparingByValue());
        return times.getOrDefault(before, Double.MAX_VALUE) * CLEARLY <= quickest.getValue() ? before
            : quickest.getKey();
    }

    /** The forms of an algorithm: without and with its parameters. */
    private static List<String> forms(Algorithm algorithm, int bytes) {
        List<String> forms = new ArrayList<>(List.of(algorithm.name()));
        if (algorithm.parameter() > 0) {
            for (long parameter : algorithm.parameter() <= LARGEST_RADIX ? RADIXES : SEGMENTS) {
                if (parameter != algorithm.parameter() && (parameter <= LARGEST_RADIX || parameter < bytes)) {
                    forms.add(algorithm.name() + ":" + parameter);
                }
            }
        }
        return forms;
    }

    /**
     * Prints the lines of a size. Non-blocking calls skip a line with an algorithm of shared memory and use the next
     * line.
     */
    private void print(Collective collective, String bytes, Winners winners) {
        print(line(collective, bytes, winners.any));
        if (!winners.any.equals(winners.byMessages)) {
            print(line(collective, bytes, winners.byMessages));
        }
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
