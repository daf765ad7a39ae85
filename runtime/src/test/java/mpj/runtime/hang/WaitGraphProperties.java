package mpj.runtime.hang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.runtime.waits.Need;
import mpj.runtime.wire.BlockedCall;
import mpj.runtime.wire.NeedWords;
import mpj.runtime.wire.RankState;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The graph, compared with a model that tries every set of ranks. */
class WaitGraphProperties {
    private static final int MOST_RANKS = 6;

    @Provide
    Arbitrary<List<RankState>> jobs() {
        return Arbitraries.integers().between(1, MOST_RANKS).flatMap(size -> {
            Arbitrary<NeedWords> needs = Combinators.combine(
                Arbitraries.integers().between(0, size - 1).set().ofMinSize(1).ofMaxSize(3),
                Arbitraries.integers().between(0, 9)).as((ranks, passing) ->
                    new NeedWords(new Need(Need.Kind.RECEIVE, List.copyOf(ranks), 0, passing == 0)));
            Arbitrary<BlockedCall> calls = Combinators.combine(Arbitraries.of(true, false),
                needs.list().ofMinSize(1).ofMaxSize(3)).as((any, list) ->
                    new BlockedCall("", "Recv", "", 1, any, list));
            return Combinators.combine(Arbitraries.integers().between(0, 7),
                calls.list().ofMinSize(1).ofMaxSize(2)).as((computes, list) ->
                    new RankState(computes == 0, "", list, 0, List.of(), "")).list().ofSize(size);
        });
    }

    @Property(tries = 3_000)
    void findsTheRanksThatNoOrderOfMessagesSetsFree(@ForAll("jobs") List<RankState> job) {
        BitSet expected = new BitSet();
        for (long set = 0; set < 1L << job.size(); set++) {
            BitSet waiting = BitSet.valueOf(new long[] {set});
            if (waiting.stream().allMatch(rank -> waitsForOnly(waiting, job.get(rank)))) {
                expected.or(waiting);
            }
        }
        WaitGraph graph = new WaitGraph(byRank(job));
        assertEquals(expected.stream().boxed().toList(), graph.deadlocked());
    }

    @Property
    void eachRankOfACycleWaitsForTheNext(@ForAll("jobs") List<RankState> job) {
        WaitGraph graph = new WaitGraph(byRank(job));
        List<Integer> cycle = graph.cycle();
        assertEquals(graph.deadlocked().isEmpty(), cycle.isEmpty());
        for (int i = 0; i < cycle.size(); i++) {
            int next = cycle.get((i + 1) % cycle.size());
            assertTrue(job.get(cycle.get(i)).calls().stream().flatMap(call -> call.needs().stream())
                .anyMatch(each -> each.need().ranks().contains(next)), cycle::toString);
        }
    }

    /** Whether no rank outside the set can end its waits, and no rank of the set goes on by itself. */
    private static boolean waitsForOnly(BitSet waiting, RankState state) {
        return !state.goesOn() && state.calls().stream().allMatch(call ->
            call.any() ? call.needs().stream().allMatch(need -> isWithin(waiting, need))
                : call.needs().stream().anyMatch(need -> isWithin(waiting, need)));
    }

    private static boolean isWithin(BitSet waiting, NeedWords need) {
        return !need.need().underWay() && need.need().ranks().stream().allMatch(waiting::get);
    }

    private static Map<Integer, RankState> byRank(List<RankState> job) {
        Map<Integer, RankState> ranks = new HashMap<>();
        for (int i = 0; i < job.size(); i++) {
            ranks.put(i, job.get(i));
        }
        return ranks;
    }
}
