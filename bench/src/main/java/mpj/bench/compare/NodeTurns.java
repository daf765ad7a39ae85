package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Measures benchmarks of IMB on a node, with one job for each library. The libraries run by turns (A B, B A, …). If a
 * library fails, the others go on without it, and it may start again for the next benchmark.
 *
 * <p>A block is as long as planned by the clock, with all barriers, because the whole measurement has to end in time.
 */
final class NodeTurns implements AutoCloseable {
    private static final int MOST_STARTS = 2;
    private static final long MAX_ITERATIONS = 1_000_000;
    /** The loops of a side also run a sixteenth of the iterations, and one more, without measuring them. */
    private static final double WITH_WARM_UP = 1 + 1.0 / 16;
    /** A JIT throws away its profile of small messages at the first large one. So the small messages come twice. */
    private static final int PASSES = 2;
    private static final long KIB = 1024;

    private final NodeScope scope;
    private final NodePart part;
    private final int ranks;
    private final Effort effort;
    private final NodeLog log;
    private final Map<Entrant, Side> sides = new LinkedHashMap<>();
    private final Map<Entrant, Integer> starts = new LinkedHashMap<>();
    private boolean checked;

    NodeTurns(NodeScope scope, NodePart part, int ranks, Effort effort, NodeLog log) {
        this.scope = scope;
        this.part = part;
        this.ranks = ranks;
        this.effort = effort;
        this.log = log;
    }

    /** Measures all benchmarks of the part, as far as the time allows. */
    void measure(Deadline deadline) {
        for (String benchmark : part.benchmarks()) {
            if (!deadline.allows(NodePlan.seconds(scope, effort, part, benchmark, ranks))) {
                log.note(benchmark + " is left out: the measurement took longer than planned, and --minutes is over.");
                continue;
            }
            startMissing(benchmark);
            measure(benchmark, benchmark, side -> true);
        }
        int far = scope.topology().far();
        if (part == NodePart.PINGPONG && far >= 0) {
            measureFar(far, deadline);
        }
    }

    /** Moves rank 1 of each job, and measures once more. */
    private void measureFar(int cpu, Deadline deadline) {
        if (!deadline.allows(NodePlan.seconds(scope, effort, part, "PingPong", ranks))) {
            log.note("PingPong in " + scope.topology().farWhere() + " is left out: --minutes is over.");
            return;
        }
        startMissing("PingPong");
        for (Map.Entry<Entrant, Side> entry : List.copyOf(sides.entrySet())) {
            try {
                if (entry.getValue() instanceof ResidentSide) {
                    Placement.bindSecond(entry.getValue(), cpu);
                } else {
                    log.note(entry.getKey().label() + " is left out of PingPong in " + scope.topology().farWhere()
                        + ": its IMB-MPI1 cannot be moved to other cores.");
                }
            } catch (IOException | IllegalArgumentException e) {
                fail(entry.getKey(), "PingPong", e);
            }
        }
        measure("PingPong", "PingPong far", ResidentSide.class::isInstance);
    }

    private void startMissing(String benchmark) {
        boolean windows = part == NodePart.RMA;
        for (Entrant entrant : scope.entrants()) {
            if (sides.containsKey(entrant) || starts.getOrDefault(entrant, 0) >= MOST_STARTS) {
                continue;
            }
            if (windows && entrant.imb() != null) {
                starts.put(entrant, MOST_STARTS);
                log.note(entrant.label() + " is left out of " + String.join(" and ", part.benchmarks())
                    + ": IMB-MPI1 has no windows.");
                continue;
            }
            starts.merge(entrant, 1, Integer::sum);
            try {
                Side side = entrant.start(part, ranks);
                sides.put(entrant, side);
                log.library(entrant.label(), side.library());
            } catch (IOException | RuntimeException e) {
                fail(entrant, benchmark, e);
            }
        }
        if (!checked && !sides.isEmpty()) {
            checked = true;
            Fairness.objections(List.copyOf(sides.values()), QuietMachine.LOAD_LIMIT)
                .forEach(objection -> log.note("Not a fair comparison of " + part.label() + " with " + ranks
                    + " ranks: " + objection + "."));
        }
    }

    private void fail(Entrant entrant, String benchmark, Exception failure) {
        log.note(entrant.label() + " is left out of " + benchmark + " with " + ranks + " ranks: "
            + failure.getMessage());
        Side side = sides.remove(entrant);
        if (side != null) {
            side.close();
        }
    }

    private void measure(String benchmark, String name, Predicate<Side> wanted) {
        List<Integer> sizes = scope.sizesOf(part, benchmark).stream().filter(bytes -> hasMemory(benchmark, bytes))
            .toList();
        Map<Integer, Double> slowest = new LinkedHashMap<>();
        double perSize = effort.warmUpSeconds(sizes.size()) / PASSES / Math.max(1, sizes.size());
        for (int pass = 0; pass < PASSES; pass++) {
            for (int bytes : sizes) {
                slowest.put(bytes, warmUp(benchmark, bytes, perSize, wanted));
            }
        }
        for (int bytes : sizes) {
            long iterations = Math.clamp((long) (effort.blockSeconds() / slowest.get(bytes)), 1, MAX_ITERATIONS);
            measure(benchmark, name, bytes, iterations, wanted);
        }
    }

    /** Runs a size on each library. Returns the seconds of an iteration of the slowest one. */
    private double warmUp(String benchmark, int bytes, double seconds, Predicate<Side> wanted) {
        double slowest = 1e-9;
        for (Entrant entrant : scope.entrants()) {
            Side side = sides.get(entrant);
            if (!(side instanceof ResidentSide) || !wanted.test(side)) {
                continue;
            }
            try {
                long begin = System.nanoTime();
                double each = 1;
                for (long iterations = 1; (System.nanoTime() - begin) / 1e9 < seconds;
                        iterations = Math.min(MAX_ITERATIONS, iterations * 2)) {
                    long start = System.nanoTime();
                    side.run(benchmark, bytes, iterations);
                    each = (System.nanoTime() - start) / 1e9 / (iterations * WITH_WARM_UP + 1);
                }
                slowest = Math.max(slowest, each);
            } catch (IOException e) {
                fail(entrant, benchmark, e);
            }
        }
        return slowest;
    }

    private void measure(String benchmark, String name, int bytes, long iterations, Predicate<Side> wanted) {
        Map<Entrant, List<Double>> values = new LinkedHashMap<>();
        for (int round = 0; round < effort.rounds(); round++) {
            List<Entrant> order = round % 2 == 0 ? scope.entrants() : scope.entrants().reversed();
            for (Entrant entrant : order) {
                Side side = sides.get(entrant);
                if (side == null || !wanted.test(side)) {
                    continue;
                }
                try {
                    values.computeIfAbsent(entrant, key -> new ArrayList<>()).add(BlockFigure.microseconds(benchmark,
                        side.run(benchmark, bytes, iterations), iterations));
                } catch (IOException e) {
                    fail(entrant, benchmark, e);
                }
            }
        }
        for (Entrant entrant : scope.entrants()) {
            List<Double> own = values.getOrDefault(entrant, List.of());
            if (!own.isEmpty()) {
                log.add(new Measured(name, ranks, bytes, entrant.label(), "µs",
                    Spread.of(own.stream().mapToDouble(Double::doubleValue).toArray()), own.size(),
                    algorithm(entrant, benchmark, bytes)));
            }
        }
    }

    /** The algorithm with which an entrant has carried out a collective; empty if it does not tell. */
    private String algorithm(Entrant entrant, String benchmark, int bytes) {
        Side side = sides.get(entrant);
        try {
            return side == null || part != NodePart.COLLECTIVES ? "" : side.algorithm(benchmark, bytes);
        } catch (IOException e) {
            fail(entrant, benchmark, e);
            return "";
        }
    }

    /** Each rank of a collective may have a block for each rank: the memory grows with the square of their number. */
    private boolean hasMemory(String benchmark, int bytes) {
        if (part != NodePart.COLLECTIVES) {
            return true;
        }
        long each = 2L * bytes * ranks;
        String available = Topology.text(Path.of("/proc/meminfo")).lines()
            .filter(line -> line.startsWith("MemAvailable")).findFirst().orElse("").replaceAll("\\D", "");
        long memory = available.isEmpty() ? Long.MAX_VALUE : Long.parseLong(available) * KIB;
        boolean fits = each / 2 <= Integer.MAX_VALUE - KIB && each * ranks * scope.entrants().size() <= memory / 2;
        if (!fits) {
            log.note(benchmark + " of " + Sizes.label(bytes) + " bytes is left out: its buffers take " + (each >> 20)
                + " MiB in each of " + ranks + " ranks.");
        }
        return fits;
    }

    /** Ends all jobs. */
    @Override
    public void close() {
        sides.values().forEach(Side::close);
        sides.clear();
    }
}
