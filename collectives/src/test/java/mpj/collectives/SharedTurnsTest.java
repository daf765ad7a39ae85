package mpj.collectives;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpj.collectives.selection.Algorithms;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Collectives that follow each other in the same shared memory, while some ranks are far ahead of others. No rank
 * overwrites elements that another rank still reads, or uses elements of an earlier collective as its own.
 */
class SharedTurnsTest {
    private static final int CALLS = 60;
    private static final int SEEDS = 12;
    private static final int[] COUNTS = {0, 1, 2, 7, 38};

    private static final List<Collective> COLLECTIVES =
        Stream.of(Collective.values()).filter(collective -> !shared(collective).isEmpty()).toList();

    private static List<Algorithm> shared(Collective collective) {
        return Algorithms.of(collective).stream().filter(algorithm -> algorithm.name().startsWith("shared")).toList();
    }

    private record Turn(Case call, Algorithm algorithm, MemoryJob job) {
    }

    @TestFactory
    Stream<DynamicTest> collectivesInTurnsKeepApart() {
        return IntStream.rangeClosed(1, 17).mapToObj(size -> DynamicTest.dynamicTest(size + " ranks", () -> {
            for (int seed = 0; seed < SEEDS; seed++) {
                run(size, new Random(100L * size + seed));
            }
        }));
    }

    private static void run(int size, Random random) {
        List<Turn> turns = turns(size, random);
        int[] next = new int[size];
        int left = size;
        int waits = 0;
        while (left > 0) {
            // One rank runs alone for a while, and gets as far ahead of the other ranks as possible.
            int rank = random.nextInt(size);
            for (int i = random.nextInt(20); i >= 0 && next[rank] < CALLS; i--) {
                Turn turn = turns.get(next[rank]);
                waits++;
                if (turn.job.advance(rank)) {
                    compare(turn, rank, next[rank]);
                    waits = 0;
                    left -= ++next[rank] == CALLS ? 1 : 0;
                }
            }
            if (waits > 100_000) {
                throw new AssertionError("deadlock; of " + CALLS + " collectives the ranks have done "
                    + IntStream.of(next).boxed().toList());
            }
        }
    }

    private static void compare(Turn turn, int rank, int number) {
        try {
            turn.call.compare(turn.job.rank(rank));
        } catch (AssertionError e) {
            throw new AssertionError("number " + number + ", " + turn.algorithm.name() + " of " + turn.call, e);
        }
    }

    private static List<Turn> turns(int size, Random random) {
        SharedRooms shared = new SharedRooms(size);
        List<Turn> turns = new ArrayList<>();
        long call = 0;
        while (turns.size() < CALLS) {
            Collective collective = pick(random, COLLECTIVES.toArray(Collective[]::new));
            int root = AlgorithmsTest.roots(collective, size) == size ? random.nextInt(size) : 0;
            Case each = new Case(collective, size, root,
                collective == Collective.BARRIER ? 0 : COUNTS[random.nextInt(COUNTS.length)],
                pick(random, AlgorithmsTest.varying(collective)), pick(random, AlgorithmsTest.orders(collective)),
                pick(random, 0L, 2L, 3L, 8L), null);
            List<Algorithm> all = shared(collective).stream().filter(each::fits).toList();
            Algorithm algorithm = all.get(random.nextInt(all.size()));
            MemoryJob job = new MemoryJob(size, false, 0, shared, call);
            each.begin(algorithm, job);
            call++;
            turns.add(new Turn(each, algorithm, job));
        }
        return turns;
    }

    @SafeVarargs
    private static <T> T pick(Random random, T... from) {
        return from[random.nextInt(from.length)];
    }
}
