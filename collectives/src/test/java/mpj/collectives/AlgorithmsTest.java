package mpj.collectives;

import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpj.collectives.selection.Algorithms;
import mpj.tiers.SecondTier;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Every algorithm gives the result of a plain loop, for any number of ranks, root, size and operation. */
@Execution(ExecutionMode.CONCURRENT)
class AlgorithmsTest {
    private static final int[] SIZES = IntStream.rangeClosed(1, 17).toArray();
    private static final int[] LARGE_SIZES = {32, 33};
    private static final int[] COUNTS = {0, 1, 7, 38};
    /** Segments of less than an element, of one element and of five. The same numbers serve as radixes and limits. */
    private static final long[] PARAMETERS = {0, 3, 8, 40};

    /** Each rank is the root. Of many ranks, only a few are. */
    @TestFactory
    Stream<DynamicNode> everyAlgorithmEqualsThePlainLoop() {
        return everyAlgorithm((collective, algorithm) -> {
            for (int size : SIZES) {
                checkSize(collective, algorithm, size, IntStream.range(0, roots(collective, size)));
            }
            for (int size : LARGE_SIZES) {
                checkSize(collective, algorithm, size, roots(collective, size) == 1 ? IntStream.of(0)
                    : IntStream.of(0, size / 2 + 1, size - 1));
            }
        });
    }

    @TestFactory
    @SecondTier
    Stream<DynamicNode> everyRankOfManyIsARoot() {
        return everyAlgorithm((collective, algorithm) -> {
            for (int size : LARGE_SIZES) {
                checkSize(collective, algorithm, size, IntStream.range(1, roots(collective, size)));
            }
        });
    }

    private static Stream<DynamicNode> everyAlgorithm(BiConsumer<Collective, Algorithm> check) {
        return Stream.of(Collective.values()).map(collective -> DynamicContainer.dynamicContainer(collective.label(),
            Algorithms.of(collective).stream().map(algorithm -> DynamicTest.dynamicTest(algorithm.name(),
                () -> check.accept(collective, algorithm)))));
    }

    private static void checkSize(Collective collective, Algorithm algorithm, int size, IntStream roots) {
        for (int root : roots.toArray()) {
            for (int count : collective == Collective.BARRIER ? new int[] {0} : COUNTS) {
                for (boolean varying : varying(collective)) {
                    for (boolean ordered : orders(collective)) {
                        checkCase(collective, algorithm, size, root, count, varying, ordered);
                    }
                }
            }
        }
    }

    private static void checkCase(Collective collective, Algorithm algorithm, int size, int root, int count,
                                  boolean varying, boolean ordered) {
        boolean twoLevel = algorithm.name().equals("two-level");
        for (long parameter : algorithm.parameter() > 0 ? PARAMETERS : new long[] {0}) {
            for (int hosts = 1; hosts <= (twoLevel ? 3 : 1); hosts++) {
                Case example = new Case(collective, size, root, count, varying, ordered, parameter,
                    twoLevel ? topology(size, hosts) : null);
                if (example.fits(algorithm)) {
                    for (boolean synchronous : new boolean[] {true, false}) {
                        try {
                            example.check(algorithm, synchronous);
                        } catch (RuntimeException | AssertionError e) {
                            throw new AssertionError(example + (synchronous ? ", synchronous" : ""), e);
                        }
                    }
                }
            }
        }
    }

    /** Consecutive ranks on two hosts; ranks that are dealt out to three hosts; ranks at random on up to five hosts. */
    private static Topology topology(int size, int kind) {
        Random random = new Random(size);
        return new Topology(IntStream.range(0, size)
            .map(rank -> kind == 1 ? rank * 2 / size : kind == 2 ? rank % 3 : random.nextInt(5)).toArray());
    }

    static int roots(Collective collective, int size) {
        return switch (collective) {
            case BCAST, GATHER, GATHERV, SCATTER, SCATTERV, REDUCE -> size;
            default -> 1;
        };
    }

    static Boolean[] varying(Collective collective) {
        return switch (collective) {
            case GATHERV, SCATTERV, ALLGATHERV, ALLTOALLV, REDUCE_SCATTER -> new Boolean[] {true};
            default -> new Boolean[] {false};
        };
    }

    static Boolean[] orders(Collective collective) {
        return switch (collective) {
            case REDUCE, ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> new Boolean[] {false, true};
            default -> new Boolean[] {false};
        };
    }
}
