package mpj.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import mpj.collectives.selection.Algorithms;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every algorithm between two groups gives the result of a plain loop, for any sizes of the groups, root and counts.
 */
@Execution(ExecutionMode.CONCURRENT)
class IntercommTest {
    /** The sizes of each group. Some larger sizes follow. */
    private static final int SIZES = 6;
    private static final int[][] LARGER = {{1, 17}, {17, 2}, {8, 9}, {11, 4}};
    private static final int[] COUNTS = {0, 1, 7, 38};
    private static final long[] PARAMETERS = {0, 3, 40};

    @TestFactory
    Stream<DynamicNode> everyAlgorithmEqualsThePlainLoop() {
        return Stream.of(Collective.values()).map(collective -> DynamicContainer.dynamicContainer(collective.label(),
            Algorithms.ofTwoGroups(collective).stream().map(algorithm -> DynamicTest.dynamicTest(algorithm.name(),
                () -> check(collective, algorithm)))));
    }

    /** If the groups may send different amounts, each group chooses by its own amount. */
    @ParameterizedTest
    @EnumSource(names = {"ALLGATHER", "ALLGATHERV", "ALLTOALL", "ALLTOALLV"})
    void groupsMayChooseApart(Collective collective) {
        for (Algorithm ofFirst : Algorithms.ofTwoGroups(collective)) {
            for (Algorithm ofSecond : Algorithms.ofTwoGroups(collective)) {
                for (int second : new int[] {1, 2, 3, 4, 7}) {
                    IntercommCase example = new IntercommCase(collective, 4, second, 0, 7,
                        AlgorithmsTest.varying(collective)[0], false, 0);
                    if (example.fits(ofFirst) && example.fits(ofSecond)) {
                        example.check(ofFirst, ofSecond, true);
                        example.check(ofFirst, ofSecond, false);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesMatchOneGroup(Collective collective) {
        for (Algorithm algorithm : Algorithms.ofTwoGroups(collective)) {
            assertEquals(algorithm.parameter(), Algorithms.named(collective, algorithm.name()).parameter());
        }
    }

    /** Ranks that pass MPI_PROC_NULL know neither the root nor any size. */
    @ParameterizedTest
    @EnumSource
    void othersOfTheRootsGroupDoNothing(Collective collective) {
        for (Algorithm algorithm : IntercommCase.isRooted(collective) ? Algorithms.ofTwoGroups(collective)
            : List.<Algorithm>of()) {
            Problem problem = Problem.of(1, 5, Problem.NO_ROOT, 0, 1).between(2);
            assertEquals(0, Schedule.of(algorithm, problem).program.length, algorithm.name());
        }
    }

    private static void check(Collective collective, Algorithm algorithm) {
        int checked = 0;
        for (int first = 1; first <= SIZES; first++) {
            for (int second = 1; second <= SIZES; second++) {
                checked += checkSizes(collective, algorithm, first, second);
            }
        }
        for (int[] sizes : LARGER) {
            checked += checkSizes(collective, algorithm, sizes[0], sizes[1]);
        }
        assertTrue(checked > 0, "it fits nothing");
    }

    private static int checkSizes(Collective collective, Algorithm algorithm, int first, int second) {
        int checked = 0;
        for (int root = 0; root < (IntercommCase.isRooted(collective) ? first + second : 1); root++) {
            for (int count : collective == Collective.BARRIER ? new int[] {0} : COUNTS) {
                for (boolean varying : AlgorithmsTest.varying(collective)) {
                    for (boolean ordered : AlgorithmsTest.orders(collective)) {
                        for (long parameter : algorithm.parameter() > 0 ? PARAMETERS : new long[] {0}) {
                            checked += checkCase(new IntercommCase(collective, first, second, root, count, varying,
                                ordered, parameter), algorithm);
                        }
                    }
                }
            }
        }
        return checked;
    }

    private static int checkCase(IntercommCase example, Algorithm algorithm) {
        if (!example.fits(algorithm)) {
            return 0;
        }
        for (boolean synchronous : new boolean[] {true, false}) {
            try {
                example.check(algorithm, synchronous);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(example + (synchronous ? ", synchronous" : ""), e);
            }
        }
        return 1;
    }
}
