package mpj.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.Stream;
import mpj.collectives.intercomm.RootAndRemote;
import mpj.collectives.intercomm.UnionBarrier;
import mpj.collectives.selection.Algorithms;
import mpj.tiers.SecondTier;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The simulated cost of the algorithms between two groups is the cost that their formulas give. */
@Execution(ExecutionMode.CONCURRENT)
class IntercommCostTest {
    private static final int UNIT = 32;

    @TestFactory
    Stream<DynamicNode> formulasHoldFor512Ranks() {
        return everyAlgorithm(512, _ -> true);
    }

    /** Here the sums no longer fit into an int. */
    @TestFactory
    Stream<DynamicNode> formulasHoldFor16384Ranks() {
        return everyAlgorithm(16_384, IntercommCostTest::treatsTwoGroups);
    }

    @TestFactory
    @SecondTier
    Stream<DynamicNode> formulasHoldFor1024Ranks() {
        return everyAlgorithm(1024, _ -> true);
    }

    @TestFactory
    @SecondTier
    Stream<DynamicNode> formulasHoldFor65536Ranks() {
        return everyAlgorithm(65_536, IntercommCostTest::treatsTwoGroups);
    }

    /**
     * Whether the algorithm does not treat both groups as one. If it does, {@link CostTest} simulates it with the same
     * number of ranks.
     */
    private static boolean treatsTwoGroups(Algorithm algorithm) {
        return !(algorithm instanceof UnionBarrier) && !(algorithm instanceof RootAndRemote);
    }

    private static Stream<DynamicNode> everyAlgorithm(int size, Predicate<Algorithm> included) {
        return Stream.of(Collective.values()).filter(collective -> !CostTest.SAME.contains(collective))
            .map(collective -> DynamicContainer.dynamicContainer(collective.label(),
                Algorithms.ofTwoGroups(collective).stream().filter(included)
                    .filter(algorithm -> algorithm.fits(problem(collective, algorithm, size, 0)))
                    .map(algorithm -> DynamicTest.dynamicTest(algorithm.name(),
                        () -> check(collective, algorithm, size)))));
    }

    /**
     * One group is the root alone, or both groups have the same size. The number of ranks makes the tree a full one.
     */
    private static int first(Collective collective, int size) {
        return IntercommCase.isRooted(collective) ? 1 : size / 2;
    }

    private static int ranks(Collective collective, int size) {
        return switch (collective) {
            case GATHER, SCATTER, REDUCE -> size + 1;
            default -> size;
        };
    }

    private static Problem problem(Collective collective, Algorithm algorithm, int size, int rank) {
        Blocks block = new Blocks.Equal(UNIT);
        int first = first(collective, size);
        int ranks = ranks(collective, size);
        Problem plain = Problem.of(rank, ranks, 0, (long) UNIT * size, UNIT);
        Problem problem = switch (collective) {
            case GATHER, GATHERV -> Problem.of(rank, ranks, 0, UNIT, UNIT).blocks(null, rank == 0 ? block : null);
            case SCATTER, SCATTERV -> Problem.of(rank, ranks, 0, UNIT, UNIT).blocks(rank == 0 ? block : null, null);
            case ALLGATHER, ALLGATHERV -> Problem.of(rank, ranks, 0, UNIT, UNIT).blocks(null, block);
            case ALLTOALL, ALLTOALLV -> Problem.of(rank, ranks, 0, UNIT, UNIT).blocks(block, block);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> Problem.of(rank, ranks, 0, UNIT, UNIT).blocks(block, null);
            default -> algorithm.parameter() > 64 ? plain.parameter(plain.bytes() / 4) : plain;
        };
        return problem.between(first);
    }

    private static void check(Collective collective, Algorithm algorithm, int size) {
        Cost cost = algorithm.cost(problem(collective, algorithm, size, 0));
        int ranks = ranks(collective, size);
        boolean quadratic = Schedule.of(algorithm, problem(collective, algorithm, size, size / 2 + 1)).program.length
            > CostTest.LONG_SCHEDULE * Schedule.STEP;
        if (quadratic && size > CostTest.SIMULATED_IN_FULL) {
            CostTest.checkSample(collective, algorithm, ranks, cost,
                rank -> problem(collective, algorithm, size, rank));
            return;
        }
        Schedule[] schedules = new Schedule[ranks];
        Arrays.setAll(schedules, rank -> CostTest.withoutCopies(Schedule.of(algorithm,
            problem(collective, algorithm, size, rank))));
        Network rounds = CostTest.run(schedules, 1, 0, 0, cost.rounds(), "rounds");
        assertEquals(cost.messages(), rounds.messages(), "messages");
        assertEquals(cost.bytes(), rounds.bytes(), "bytes");
    }
}
