package mpj.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpj.collectives.selection.Algorithms;
import mpj.collectives.shared.Rooms;
import mpj.tiers.SecondTier;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The simulated cost of the algorithms is the cost that their formulas give. */
@Execution(ExecutionMode.CONCURRENT)
class CostTest {
    private static final int UNIT = 32;
    /** Collectives that use the algorithms of other collectives. */
    static final Set<Collective> SAME = Set.of(Collective.ALLGATHERV, Collective.ALLTOALLV,
        Collective.REDUCE_SCATTER_BLOCK);
    /** Sixteen ranks on each host. */
    private static final Map<Integer, Topology> TOPOLOGIES = new ConcurrentHashMap<>();
    /** With no more ranks than these, each message of each algorithm is simulated. */
    static final int SIMULATED_IN_FULL = 1024;
    /** If a rank has more steps than this, only a few of many ranks are examined. */
    static final int LONG_SCHEDULE = 4000;
    /** Algorithms whose schedules are long and differ between ranks: the sum over all ranks would take minutes. */
    private static final Set<String> QUADRATIC_AND_UNLIKE = Set.of("gather chain", "scatter chain", "alltoall bruck",
        "bcast scatter-ring-allgather", "allgather two-level");

    @TestFactory
    Stream<DynamicNode> formulasHoldFor512Ranks() {
        return everyAlgorithm(512);
    }

    /** Here the sums no longer fit into an int. */
    @TestFactory
    @SecondTier
    Stream<DynamicNode> formulasHoldFor16384Ranks() {
        return everyAlgorithm(16_384);
    }

    @TestFactory
    @SecondTier
    Stream<DynamicNode> formulasHoldFor1024Ranks() {
        return everyAlgorithm(1024);
    }

    @TestFactory
    @SecondTier
    Stream<DynamicNode> formulasHoldFor65536Ranks() {
        return everyAlgorithm(65_536);
    }

    /** Each rank of a host is compared with every other rank of the host, because they are few. */
    @TestFactory
    Stream<DynamicTest> formulasHoldForRanksThatShareMemory() {
        return Stream.of(Collective.values()).flatMap(collective -> Algorithms.of(collective).stream()
            .filter(algorithm -> algorithm.name().startsWith("shared"))
            .flatMap(algorithm -> IntStream.of(2, 3, 16, 17, 64).mapToObj(size ->
                DynamicTest.dynamicTest(collective.label() + " " + algorithm.name() + " of " + size + " ranks",
                    () -> checkShared(collective, algorithm, size)))));
    }

    /** Sizes from no segment to more than three rounds of buffers. */
    private static void checkShared(Collective collective, Algorithm algorithm, int size) {
        for (int segments = 0; segments < (collective == Collective.BARRIER ? 1 : 15); segments++) {
            long segment = (long) UNIT * size;
            Blocks blocks = new Blocks.Equal(segments * segment);
            Problem problem = Problem.of(0, size, 0, segments * segment, UNIT).blocks(blocks, blocks)
                .shared(size * (128 + Rooms.BUFFERS * segment))
                .parameter(collective == Collective.BARRIER ? 0 : segment);
            Schedule[] schedules = new Schedule[size];
            Arrays.setAll(schedules, rank -> withoutCopies(Schedule.of(algorithm, problem.rank(rank))));
            Cost cost = algorithm.cost(problem);
            run(schedules, 1, 0, 0, cost.rounds(), "rounds of " + segments + " segments");
            Network network = run(schedules, 0, 0, 1, cost.reduced(), "reduced bytes of " + segments + " segments");
            assertEquals(0, network.messages(), "messages");
        }
    }

    private static Stream<DynamicNode> everyAlgorithm(int size) {
        return Stream.of(Collective.values()).filter(collective -> !SAME.contains(collective))
            .map(collective -> DynamicContainer.dynamicContainer(collective.label(), tests(collective, size)));
    }

    private static Stream<DynamicTest> tests(Collective collective, int size) {
        return Algorithms.of(collective).stream()
            .filter(algorithm -> problem(collective, algorithm, size, 0) != null)
            .map(algorithm -> DynamicTest.dynamicTest(algorithm.name(), () -> check(collective, algorithm, size)));
    }

    /**
     * One unit for each rank if the elements are divided among the ranks, otherwise as many units for each of four
     * segments.
     */
    private static Problem problem(Collective collective, Algorithm algorithm, int size, int rank) {
        Topology topology = algorithm.name().equals("two-level")
            ? TOPOLOGIES.computeIfAbsent(size,
                ranks -> new Topology(IntStream.range(0, ranks).map(each -> each / 16).toArray())) : null;
        Blocks block = new Blocks.Equal(UNIT);
        Problem plain = Problem.of(rank, size, 0, (long) UNIT * size, UNIT).topology(topology);
        if (algorithm.parameter() > 64) {
            plain = plain.parameter(plain.bytes() / 4);
        }
        Problem problem = switch (collective) {
            case GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHER, ALLGATHERV, ALLTOALL, ALLTOALLV ->
                Problem.of(rank, size, 0, UNIT, UNIT).topology(topology).blocks(block, block);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> Problem.of(rank, size, 0, UNIT, UNIT).blocks(block, null);
            default -> plain;
        };
        return algorithm.fits(problem) ? problem : null;
    }

    private static void check(Collective collective, Algorithm algorithm, int size) {
        Cost cost = algorithm.cost(problem(collective, algorithm, size, 0));
        int middle = size / 2 + 1;
        boolean quadratic = Schedule.of(algorithm, problem(collective, algorithm, size, middle)).program.length
            > LONG_SCHEDULE * Schedule.STEP;
        if (quadratic && size > SIMULATED_IN_FULL) {
            checkSample(collective, algorithm, size, cost,
                rank -> problem(collective, algorithm, size, rank));
            return;
        }
        Schedule[] schedules = new Schedule[size];
        Arrays.setAll(schedules, rank -> withoutCopies(Schedule.of(algorithm,
            problem(collective, algorithm, size, rank))));
        Network rounds = run(schedules, 1, 0, 0, cost.rounds(), "rounds");
        assertEquals(cost.messages(), rounds.messages(), "messages");
        assertEquals(cost.bytes(), rounds.bytes(), "bytes");
    }

    static Network run(Schedule[] schedules, int alpha, int beta, int gamma, long expected, String what) {
        Network network = new Network(schedules.length, alpha, beta, gamma);
        for (int rank = 0; rank < schedules.length; rank++) {
            network.add(rank, schedules[rank]);
        }
        assertEquals(expected, network.run(), what);
        return network;
    }

    /** Every rank does the same in this collective, so a few represent all. */
    static void checkSample(Collective collective, Algorithm algorithm, int size, Cost cost,
                            IntFunction<Problem> problem) {
        if (QUADRATIC_AND_UNLIKE.contains(collective.label() + " " + algorithm.name())) {
            Assumptions.abort("the messages of " + size + " ranks are too many to count one by one");
        }
        for (int rank : new int[] {0, 1, size / 2, size - 1}) {
            Schedule schedule = Schedule.of(algorithm, problem.apply(rank));
            assertEquals(cost.messages(), schedule.messages() * size, () -> "messages of rank " + rank + " times p");
            assertEquals(cost.bytes(), schedule.bytes() * size, () -> "bytes of rank " + rank + " times p");
        }
    }

    static Schedule withoutCopies(Schedule schedule) {
        List<long[]> steps = new ArrayList<>();
        for (int at = 0; at < schedule.program.length; at += Schedule.STEP) {
            if (Schedule.kind(schedule.program[at]) != Schedule.COPY) {
                steps.add(Arrays.copyOfRange(schedule.program, at, at + Schedule.STEP));
            }
        }
        return new Schedule(steps.stream().flatMapToLong(Arrays::stream).toArray(), schedule.requests(), 0, false);
    }
}
