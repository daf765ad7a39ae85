package mpj.core.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpj.core.comm.AgreementSimulation.Communicators;
import mpj.core.comm.AgreementSimulation.Member;
import mpj.engine.EngineException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks whose used ids differ agree on contexts, in whatever order their threads run. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ContextAgreementTest {
    private static final String WORLD = "world";

    /** Every rank makes one communicator of all. */
    private static List<Integer> made(AgreementSimulation job, int ranks) {
        List<Integer> ids = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            job.add(rank, 0, communicators -> ids.add(communicators.make(WORLD, ranks)));
        }
        job.run(_ -> 0, 1000);
        return ids;
    }

    @Test
    void ranksWithOtherIdsInUseAgreeOnOneThatIsFreeOnAll() {
        AgreementSimulation job = new AgreementSimulation(3, 8);
        for (int id : new int[] {0, 4, 6}) {
            job.ids(0).use(id);
        }
        job.ids(1).use(3);
        for (int id : new int[] {1, 2, 7}) {
            job.ids(2).use(id);
        }
        assertEquals(List.of(5, 5, 5), made(job, 3));
    }

    @Test
    void freedIdIsReusedOnlyAfterAllOthers() {
        ContextIds ids = new ContextIds(0, 4, () -> 0);
        List<Integer> agreed = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            agreed.add(new ContextAgreement(ids).agree(value -> value, () -> { }).id());
            ids.release(agreed.getLast());
        }
        assertEquals(List.of(0, 1, 2, 3, 0), agreed);
    }

    @Test
    void noFreeIdIsAnErrorOnEveryRank() {
        AgreementSimulation job = new AgreementSimulation(2, 2);
        job.ids(1).use(0);
        job.ids(1).use(1);
        for (int rank = 0; rank < 2; rank++) {
            job.add(rank, 0, communicators -> {
                EngineException e = assertThrows(EngineException.class, () -> communicators.make(WORLD, 2));
                assertTrue(e.getMessage().contains("free communicators"), e::toString);
            });
        }
        job.run(_ -> 0, 100);
        job.ids(1).release(0);
        job.ids(1).release(1);
        job.assertAllFree();
    }

    /** The orders in which two threads of each of two ranks can take turns. */
    static Stream<List<Member>> orders() {
        return permutations(List.of(new Member(0, 0), new Member(0, 1), new Member(1, 0), new Member(1, 1)));
    }

    private static Stream<List<Member>> permutations(List<Member> members) {
        return members.isEmpty() ? Stream.of(List.of()) : members.stream().flatMap(first ->
            permutations(members.stream().filter(each -> each != first).toList())
                .map(rest -> Stream.concat(Stream.of(first), rest.stream()).toList()));
    }

    /**
     * One rank always serves one agreement first, and the other rank serves the other. So they could block each other
     * for ever.
     */
    @ParameterizedTest
    @MethodSource("orders")
    void agreementsOfTwoThreadsInLockstepEnd(List<Member> order) {
        AgreementSimulation job = new AgreementSimulation(2, 8);
        for (Member member : order) {
            job.add(member.rank(), member.thread(), communicators -> {
                for (int i = 0; i < 10; i++) {
                    communicators.free(communicators.make("of thread " + member.thread(), 2));
                }
            });
        }
        job.run(AgreementSimulation.inTurn(order), 2000);
        job.assertAllFree();
    }

    /** Rank 0 makes two communicators one after the other. On rank 1, the thread of the second one comes first. */
    @Test
    void agreementThatWaitsForARankHoldsUpNoOther() {
        AgreementSimulation job = new AgreementSimulation(2, 2);
        job.add(1, 0, communicators -> communicators.free(communicators.make("second", 2)));
        job.add(1, 1, communicators -> communicators.free(communicators.make("first", 2)));
        job.add(0, 0, communicators -> {
            communicators.free(communicators.make("first", 2));
            communicators.free(communicators.make("second", 2));
        });
        job.run(_ -> 0, 100);
        job.assertAllFree();
    }

    @Test
    void agreementThatFailsHoldsUpNoOther() {
        ContextIds ids = new ContextIds(0, 4, () -> 0);
        ids.use(1); // the place where the fourth agreement begins, which therefore has to wait for its turn
        for (int failing : new int[] {1, 2, 1, 3}) {
            int[] calls = {failing};
            assertThrows(IllegalStateException.class, () -> new ContextAgreement(ids).agree(value -> {
                if (--calls[0] == 0) {
                    throw new IllegalStateException("rank 1 is lost");
                }
                return value;
            }, () -> { }));
        }
        assertEquals(2, new ContextAgreement(ids).agree(value -> value, () -> { }).id());
    }

    /**
     * Every thread of a rank has a communicator with the corresponding threads of the other ranks. From it, the thread
     * makes others and frees them: parts by color, with ranks that are in none, copies of these parts, and
     * communicators between two parts.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void noIdIsLostWhateverThreadsMakeAndFree(int threads) {
        int ranks = 3;
        int rounds = 12;
        for (int seed = 0; seed < 60; seed++) {
            int made = 4; // by one thread at a time
            AgreementSimulation job = new AgreementSimulation(ranks, ranks * threads * made);
            List<Member> members = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                for (int thread = 0; thread < threads; thread++) {
                    Member member = new Member(rank, thread);
                    members.add(member);
                    long same = seed * 31L + thread;
                    job.add(rank, thread, communicators ->
                        makeAndFree(communicators, member, ranks, rounds, new Random(same)));
                }
            }
            Random random = new Random(seed);
            Collections.shuffle(members, random);
            job.run(seed % 2 == 0 ? AgreementSimulation.inTurn(members)
                : runnable -> random.nextInt(runnable.size()), 1_000_000);
            job.assertAllFree();
        }
    }

    private static void makeAndFree(Communicators communicators, Member self, int ranks, int rounds, Random same) {
        String own = "of thread " + self.thread();
        int whole = communicators.make(own, ranks);
        for (int round = 0; round < rounds; round++) {
            int colors = 1 + same.nextInt(3);
            int[] colorOf = IntStream.range(0, ranks).map(_ -> same.nextInt(colors + 1) - 1).toArray();
            int color = colorOf[self.rank()];
            int part = communicators.make(own, ranks);
            if (color < 0) {
                communicators.free(part);
                continue;
            }
            int copy = communicators.make(own + " color " + color, count(colorOf, each -> each == color));
            int[] colorsUsed = IntStream.of(colorOf).filter(each -> each >= 0).distinct().sorted().limit(2).toArray();
            IntPredicate between = each -> IntStream.of(colorsUsed).anyMatch(used -> used == each);
            if (colorsUsed.length == 2 && between.test(color)) {
                communicators.free(communicators.make(own + " between", count(colorOf, between)));
            }
            communicators.free(copy);
            communicators.free(part);
        }
        communicators.free(whole);
    }

    /**
     * Two processes of other jobs have the same number and the same clock, and each of them makes communicators with
     * the process between them. Many ids are in use, so most agreements go in turn.
     */
    @Test
    void processesOfTwoJobsMayDrawTheSameTicket() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int limit = 6;
            AgreementSimulation jobs = new AgreementSimulation(limit, List.of(new ContextIds(5, limit, () -> 0),
                new ContextIds(1, limit, () -> 0), new ContextIds(5, limit, zeroAndThen(random))));
            for (int other : new int[] {0, 2}) {
                String pair = "of processes 1 and " + other;
                AgreementSimulation.Program both = communicators -> {
                    for (int i = 0; i < 8; i++) {
                        communicators.free(communicators.make(pair, 2));
                    }
                };
                jobs.ids(other).use(random.nextInt(limit));
                jobs.add(other, 0, both);
                jobs.add(1, other, both);
            }
            jobs.ids(1).use(random.nextInt(limit));
            jobs.run(runnable -> random.nextInt(runnable.size()), 20_000);
        }
    }

    private static RandomGenerator zeroAndThen(RandomGenerator random) {
        boolean[] drawn = {false};
        return () -> {
            long next = drawn[0] ? random.nextLong() : 0;
            drawn[0] = true;
            return next;
        };
    }

    private static int count(int[] colorOf, IntPredicate colors) {
        return (int) IntStream.of(colorOf).filter(colors).count();
    }
}
