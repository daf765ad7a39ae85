package mpj.bench.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures the sides by turns (A B, B A, A B, …). The blocks are so short that neighbouring blocks see the same
 * machine.
 */
final class Alternation {
    private static final long MAX_ITERATIONS = 10_000_000;
    /** The pause between two looks at the machine's state, in milliseconds. */
    private static final long STATE_WATCH_MILLISECONDS = 200;
    /**
     * A JIT throws away its profile of small messages at the first large one. Therefore the small messages come twice.
     */
    private static final int WARM_UP_PASSES = 2;

    private final List<Side> sides;
    private final Placement placement;
    private final int blocks;
    private final int attemptsPerBlock;
    private final double blockSeconds;

    /**
     * @param blocks how many steady rounds are wanted for each size
     * @param attemptsPerBlock how many rounds to try for each one wanted, before giving up on a machine whose state
     *   keeps changing
     * @param blockSeconds about how long the slowest side's block may take
     */
    Alternation(List<Side> sides, Placement placement, int blocks, int attemptsPerBlock, double blockSeconds) {
        this.sides = List.copyOf(sides);
        this.placement = placement;
        this.blocks = blocks;
        this.attemptsPerBlock = attemptsPerBlock;
        this.blockSeconds = blockSeconds;
    }

    /** Runs every size on every side, so that a JIT has compiled and profiled all sizes before the first block. */
    void warmUp(String benchmark, List<Integer> sizes, double secondsPerSide) throws IOException {
        for (int i = 0; i < 3; i++) {
            placement.flagMicroseconds();
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

    /**
     * The limit is measured by the clock, because a benchmark's own figure leaves out the barriers, and these may take
     * thirty times as long.
     */
    private static void warmUp(Side side, String benchmark, int bytes, double seconds) throws IOException {
        long start = System.nanoTime();
        for (long iterations = 50; (System.nanoTime() - start) / 1e9 < seconds;
                iterations = Math.min(MAX_ITERATIONS, iterations * 2)) {
            side.run(benchmark, bytes, iterations);
        }
    }

    /** Measures one size. There is one result for each state in which the machine was seen. */
    SizeRun measure(String benchmark, int bytes, long wantedIterations) throws IOException {
        SizeRounds rounds = begin(benchmark, bytes, wantedIterations);
        long[] pids = pids();
        CpuTime before = CpuTime.now(pids);
        inAnyState(benchmark, rounds);
        return rounds.run(CpuTime.now(pids).foreignLoadSince(before));
    }

    /**
     * Measures all sizes in each of these states. It moves the ranks to cores that are in such a state. If there are no
     * such cores, it waits until the state comes by itself, and then gives each size one round in turn, because the
     * state may not last. A size that got no round in these states is measured in any state.
     *
     * @param waitSeconds how long to wait at most, over all states
     */
    List<SizeRun> measureStates(String benchmark, List<Integer> sizes, long wantedIterations,
                                Set<MachineState> states, double waitSeconds)
            throws IOException, InterruptedException {
        List<SizeRounds> all = new ArrayList<>();
        for (int bytes : sizes) {
            all.add(begin(benchmark, bytes, wantedIterations));
        }
        long[] pids = pids();
        CpuTime before = CpuTime.now(pids);
        int most = attemptsPerBlock * blocks * states.size();
        long waited = 0;
        for (Set<MachineState> lacking = lacking(all, states, most); !lacking.isEmpty()
                && waited <= waitSeconds * 1000; lacking = lacking(all, states, most)) {
            MachineState state = placement.state();
            if (lacking.contains(state)) {
                for (SizeRounds rounds : all) {
                    if (lacks(rounds, state, most)) {
                        rounds.add(round(benchmark, rounds));
                    }
                }
            } else {
                waited += STATE_WATCH_MILLISECONDS;
                if (!placement.seek(lacking)) {
                    Thread.sleep(STATE_WATCH_MILLISECONDS);
                }
            }
        }
        List<SizeRun> runs = new ArrayList<>();
        for (SizeRounds rounds : all) {
            if (rounds.steady() == 0) {
                inAnyState(benchmark, rounds);
            }
            runs.add(rounds.run(CpuTime.now(pids).foreignLoadSince(before)));
        }
        return runs;
    }

    private Set<MachineState> lacking(List<SizeRounds> all, Set<MachineState> states, int most) {
        return states.stream().filter(state -> all.stream().anyMatch(rounds -> lacks(rounds, state, most)))
            .collect(Collectors.toSet());
    }

    private boolean lacks(SizeRounds rounds, MachineState state, int most) {
        return rounds.steady(state) < blocks && rounds.attempts() < most;
    }

    private void inAnyState(String benchmark, SizeRounds rounds) throws IOException {
        int most = rounds.attempts() + attemptsPerBlock * blocks;
        while (rounds.steady() < blocks && rounds.attempts() < most) {
            rounds.add(round(benchmark, rounds));
        }
    }

    private SizeRounds begin(String benchmark, int bytes, long wantedIterations) throws IOException {
        return new SizeRounds(benchmark, bytes, wantedIterations > 0 ? wantedIterations
            : calibrate(benchmark, bytes));
    }

    private long[] pids() {
        return sides.stream().flatMapToLong(side -> Arrays.stream(side.pids())).toArray();
    }

    private Round round(String benchmark, SizeRounds rounds) throws IOException {
        boolean reversed = rounds.attempts() % 2 == 1;
        double[] microseconds = new double[sides.size()];
        double[] flags = new double[sides.size()];
        double[] displaced = new double[sides.size()];
        for (int turn = 0; turn < sides.size(); turn++) {
            int side = reversed ? sides.size() - 1 - turn : turn;
            flags[side] = placement.flagMicroseconds();
            SchedulingDelay[] before = delays(sides.get(side));
            double seconds = sides.get(side).run(benchmark, rounds.bytes(), rounds.iterations());
            displaced[side] = !sides.get(side).fits() ? 0
                : longestDelay(before, delays(sides.get(side))) / 1e9 / seconds;
            microseconds[side] = BlockFigure.microseconds(benchmark, seconds, rounds.iterations());
        }
        return new Round(microseconds, flags, displaced);
    }

    private static SchedulingDelay[] delays(Side side) {
        return Arrays.stream(side.pids()).mapToObj(SchedulingDelay::of).toArray(SchedulingDelay[]::new);
    }

    private static double longestDelay(SchedulingDelay[] before, SchedulingDelay[] after) {
        return IntStream.range(0, after.length).mapToLong(rank -> after[rank].causedByOthersSince(before[rank]))
            .max().orElse(0);
    }

    /**
     * The sides that are worth warming up and calibrating. The other sides start again for each block, which takes
     * long.
     */
    private List<Side> resident() {
        List<Side> resident = sides.stream().filter(ResidentSide.class::isInstance).toList();
        return resident.isEmpty() ? sides.subList(0, 1) : resident;
    }

    /** Returns the number of iterations that keeps the slowest side within the time of a block. */
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
