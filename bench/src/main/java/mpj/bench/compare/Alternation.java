package mpj.bench.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Measures the sides by turns, A B, B A, A B, …, in blocks short enough that neighbours see the same machine.
 */
final class Alternation {
    private static final long MAX_ITERATIONS = 10_000_000;
    /** At the first large message a JIT throws away what it learnt from small ones. So the small ones come again. */
    private static final int WARM_UP_PASSES = 2;

    private final List<Side> sides;
    private final FlagExchange flagExchange;
    private final int blocks;
    private final int attemptsPerBlock;
    private final double blockSeconds;

    /**
     * @param blocks steady rounds wanted per size
     * @param attemptsPerBlock rounds tried for each one wanted, before giving up on a machine that does not hold still
     * @param blockSeconds how long the slowest side's block takes at most, about
     */
    Alternation(List<Side> sides, FlagExchange flagExchange, int blocks, int attemptsPerBlock,
                double blockSeconds) {
        this.sides = List.copyOf(sides);
        this.flagExchange = flagExchange;
        this.blocks = blocks;
        this.attemptsPerBlock = attemptsPerBlock;
        this.blockSeconds = blockSeconds;
    }

    /** Runs every size on every side, so that a JIT has compiled and profiled all of them before the first block. */
    void warmUp(String benchmark, List<Integer> sizes, double secondsPerSide) throws IOException {
        for (int i = 0; i < 3; i++) {
            flagExchange.microseconds();
        }
        for (Side side : resident()) {
            double secondsPerSize = secondsPerSide / WARM_UP_PASSES / sizes.size();
            for (int pass = 0; pass < WARM_UP_PASSES; pass++) {
                for (int bytes : sizes) {
                    warmUp(side, benchmark, bytes, secondsPerSize);
                }
            }
        }
    }

    /** By the clock: a benchmark's own figure leaves out the barriers, which may take thirty times as long. */
    private static void warmUp(Side side, String benchmark, int bytes, double seconds) throws IOException {
        long start = System.nanoTime();
        for (long iterations = 50; (System.nanoTime() - start) / 1e9 < seconds;
                iterations = Math.min(MAX_ITERATIONS, iterations * 2)) {
            side.run(benchmark, bytes, iterations);
        }
    }

    /** Measures one size: one result for each state the machine was seen in. */
    SizeRun measure(String benchmark, int bytes, long wantedIterations) throws IOException {
        long iterations = wantedIterations > 0 ? wantedIterations : calibrate(benchmark, bytes);
        long[] pids = sides.stream().flatMapToLong(side -> Arrays.stream(side.pids())).toArray();
        CpuTime before = CpuTime.now(pids);
        Map<MachineState, List<Round>> byState = new EnumMap<>(MachineState.class);
        Map<Objection, Integer> objections = new EnumMap<>(Objection.class);
        int attempts = 0;
        for (int steady = 0; steady < blocks && attempts < attemptsPerBlock * blocks; attempts++) {
            Round round = round(benchmark, bytes, iterations, attempts % 2 == 1);
            Objection objection = round.objection();
            if (objection != null) {
                objections.merge(objection, 1, Integer::sum);
            } else {
                byState.computeIfAbsent(round.state(), state -> new ArrayList<>()).add(round);
                steady++;
            }
        }
        double foreignLoad = CpuTime.now(pids).foreignLoadSince(before);
        Discarded discarded = new Discarded(objections);
        List<SizeResult> results = byState.entrySet().stream().map(entry -> new SizeResult(benchmark, bytes,
            iterations, entry.getKey(), List.copyOf(entry.getValue()), discarded, foreignLoad)).toList();
        return new SizeRun(bytes, attempts, discarded, foreignLoad, results);
    }

    private Round round(String benchmark, int bytes, long iterations, boolean reversed) throws IOException {
        double[] microseconds = new double[sides.size()];
        double[] flags = new double[sides.size()];
        double[] displaced = new double[sides.size()];
        for (int turn = 0; turn < sides.size(); turn++) {
            int side = reversed ? sides.size() - 1 - turn : turn;
            flags[side] = flagExchange.microseconds();
            SchedulingDelay[] before = delays(sides.get(side));
            double seconds = sides.get(side).run(benchmark, bytes, iterations);
            displaced[side] = !sides.get(side).fits() ? 0
                : longestDelay(before, delays(sides.get(side))) / 1e9 / seconds;
            microseconds[side] = BlockFigure.microseconds(benchmark, seconds, iterations);
        }
        return new Round(microseconds, flags, displaced);
    }

    private static SchedulingDelay[] delays(Side side) {
        return Arrays.stream(side.pids()).mapToObj(SchedulingDelay::of).toArray(SchedulingDelay[]::new);
    }

    private static double longestDelay(SchedulingDelay[] before, SchedulingDelay[] after) {
        return IntStream.range(0, after.length).mapToLong(rank -> after[rank].becauseOfOthersSince(before[rank]))
            .max().orElse(0);
    }

    /** The sides worth warming and calibrating: the others start afresh for each block, which takes long. */
    private List<Side> resident() {
        List<Side> resident = sides.stream().filter(ResidentSide.class::isInstance).toList();
        return resident.isEmpty() ? sides.subList(0, 1) : resident;
    }

    /** The loop count that keeps the slowest side within the block time. */
    private long calibrate(String benchmark, int bytes) throws IOException {
        double slowest = 0;
        for (Side side : resident()) {
            long iterations = 4;
            double seconds = side.run(benchmark, bytes, iterations);
            while (seconds < blockSeconds / 4 && iterations < MAX_ITERATIONS) {
                iterations = Math.min(MAX_ITERATIONS, iterations * (seconds < blockSeconds / 40 ? 8 : 2));
                seconds = side.run(benchmark, bytes, iterations);
            }
            slowest = Math.max(slowest, seconds / iterations);
        }
        return Math.clamp((long) (blockSeconds / slowest), 1, MAX_ITERATIONS);
    }
}
