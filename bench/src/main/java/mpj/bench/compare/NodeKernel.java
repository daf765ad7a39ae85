package mpj.bench.compare;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A NAS Parallel Benchmark, with about how many seconds its class B takes with 16 ranks on 16 cores. The seconds only
 * serve to say beforehand how long a measurement takes.
 */
enum NodeKernel {
    /** Conjugate gradient. */
    CG(11, 6, 5, Ranks.POWER_OF_TWO),
    /** Multigrid. */
    MG(2.5, 1.3, 1, Ranks.POWER_OF_TWO),
    /** Integer sort. */
    IS(2, 0.6, 0.5, Ranks.POWER_OF_TWO),
    /** Fourier transform. */
    FT(5.5, 5, 5, Ranks.POWER_OF_TWO),
    /** Lower-upper solver. */
    LU(16, 12, 11, Ranks.ANY),
    /** Embarrassingly parallel. */
    EP(2.2, 2, 1.8, Ranks.ANY),
    /** Scalar pentadiagonal solver. */
    SP(23, 17, 12, Ranks.SQUARE),
    /** Block tridiagonal solver. */
    BT(25, 22, 22, Ranks.SQUARE);

    /** How long a class takes, as a multiple of class B's time. */
    private static final Map<String, Double> CLASSES =
        Map.of("S", 0.003, "W", 0.06, "A", 0.22, "B", 1.0, "C", 4.2, "D", 70.0);
    private static final int MEASURED_RANKS = 16;

    private final double first;
    private final double second;
    private final double fortran;
    private final Ranks ranks;

    /** The numbers of ranks with which it runs. */
    private enum Ranks {
        ANY, POWER_OF_TWO, SQUARE
    }

    NodeKernel(double first, double second, double fortran, Ranks ranks) {
        this.first = first;
        this.second = second;
        this.fortran = fortran;
        this.ranks = ranks;
    }

    /** The largest number of ranks up to {@code most} with which it runs. */
    int ranks(int most) {
        return switch (ranks) {
            case ANY -> most;
            case POWER_OF_TWO -> Integer.highestOneBit(most);
            case SQUARE -> (int) Math.sqrt(most) * (int) Math.sqrt(most);
        };
    }

    /** About how many seconds two runs in one job of this library take, without the start of the job. */
    double seconds(String problem, int asked) {
        return (first + second) * scale(problem, asked);
    }

    /** About how many seconds NPB's own program takes, without the start of the job. */
    double fortranSeconds(String problem, int asked) {
        return fortran * scale(problem, asked);
    }

    private double scale(String problem, int asked) {
        double cores = Math.min(ranks(asked), Runtime.getRuntime().availableProcessors());
        return CLASSES.get(problem) * MEASURED_RANKS / cores;
    }

    /** The class that keeps this number of ranks busy for seconds, not for minutes. */
    static String defaultClass(int ranks) {
        return ranks < 4 ? "W" : ranks < 12 ? "A" : ranks < 48 ? "B" : "C";
    }

    /** @throws IllegalArgumentException if there is no such class */
    static String checkedClass(String name) {
        String problem = name.toUpperCase(Locale.ROOT);
        if (!CLASSES.containsKey(problem)) {
            throw new IllegalArgumentException("--class " + name + " is not one of S, W, A, B, C, D");
        }
        return problem;
    }

    /** @throws IllegalArgumentException if there is no such benchmark */
    static NodeKernel named(String name) {
        return Arrays.stream(values()).filter(kernel -> kernel.name().equalsIgnoreCase(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("--kernels " + name + ": there is no such benchmark; there "
                + "are " + Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "))));
    }
}
