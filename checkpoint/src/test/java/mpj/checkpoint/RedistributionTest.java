package mpj.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The division of a version among the ranks that restore it. */
class RedistributionTest {
    private static State state(long[] global, long begin, long end) {
        return new State("test").common("step", new int[] {4})
            .block("u", Arrays.copyOfRange(global, (int) begin, (int) end), begin, global.length)
            .block("same", Arrays.copyOfRange(global, (int) begin, (int) end), begin, global.length);
    }

    /** Divides an array into blocks at random places. Some of the blocks are empty, and some overlap the next. */
    private static List<State> divided(long[] global, int ranks, Random random, boolean overlap) {
        long[] cuts = LongStream.concat(LongStream.of(0, global.length),
            random.longs(ranks - 1L, 0, global.length + 1L)).sorted().toArray();
        List<State> states = new ArrayList<>(IntStream.range(0, ranks).mapToObj(rank -> state(global, cuts[rank],
            overlap ? Math.min(global.length, cuts[rank + 1] + random.nextInt(3)) : cuts[rank + 1])).toList());
        Collections.shuffle(states, random);
        return states;
    }

    private static List<Table> tables(List<State> states) {
        return IntStream.range(0, states.size()).mapToObj(rank -> new Table("test", 3, 9, rank, states.size(),
            states.get(rank).parts())).toList();
    }

    private static List<Redistribution.Piece> pieces(List<State> from, List<State> to) throws CheckpointException {
        return new Redistribution(tables(from), IntStream.range(0, from.size()).map(rank -> rank % to.size()).boxed()
            .toList()).pieces("test", to.stream().map(State::parts).toList());
    }

    @Property(tries = 300)
    void eachRankGetsItsBlocks(@ForAll @IntRange(max = 200) int length, @ForAll @IntRange(min = 1, max = 7) int writers,
                               @ForAll @IntRange(min = 1, max = 7) int readers, @ForAll long seed) throws Exception {
        Random random = new Random(seed);
        long[] global = random.longs(length).toArray();
        List<State> from = divided(global, writers, random, random.nextBoolean());
        List<State> wanted = divided(global, readers, random, random.nextBoolean());
        List<State> to = wanted.stream().map(state -> state(new long[length], state.parts().get(1).begin(),
            state.parts().get(1).end())).toList();
        List<Snapshot> read = IntStream.range(0, writers).mapToObj(rank -> Snapshot.of(tables(from).get(rank),
            from.get(rank))).toList();
        for (Redistribution.Piece piece : pieces(from, to)) {
            assertEquals(piece.table() % readers, piece.from());
            MemorySegment.copy(read.get(piece.table()).data(), piece.source(),
                to.get(piece.to()).memory().get(piece.part()), piece.target(), piece.bytes());
        }
        for (int rank = 0; rank < readers; rank++) {
            for (int part = 0; part < 3; part++) {
                assertEquals(-1, to.get(rank).memory().get(part).mismatch(wanted.get(rank).memory().get(part)));
            }
        }
    }

    @Example
    void missingElementsAreNamed() {
        State part = new State("test").block("u", new int[4], 0, 10);
        State rest = new State("test").block("u", new int[5], 5, 10);
        State all = new State("test").block("u", new int[10], 0, 10);
        assertRefused("no block of u in the version 3 has element 4 of 10", List.of(part, rest), List.of(all));
    }

    @Example
    void dataOfOneRankNeedsAsManyRanks() {
        State own = new State("test").own("seed", new long[1]);
        assertRefused("written by 2 ranks, but 1 rank restores it", List.of(own, own), List.of(own));
    }

    @Example
    void otherRegistrationsAreRefused() {
        State ints = new State("test").common("a", new int[2]);
        assertRefused("has a as common int[2] (rank 0), and it is registered as common float[2]", List.of(ints),
            List.of(new State("test").common("a", new float[2])));
        assertRefused("registered as common int[3]", List.of(ints),
            List.of(new State("test").common("a", new int[3])));
        assertRefused("registered as own int[2]", List.of(ints), List.of(new State("test").own("a", new int[2])));
        assertRefused("has a (common int[2]), which is not registered", List.of(ints), List.of(new State("test")));
        assertRefused("has no b (common int[1])", List.of(ints), List.of(new State("test").common("a", new int[2])
            .common("b", new int[1])));
    }

    private static void assertRefused(String text, List<State> from, List<State> to) {
        CheckpointException e = assertThrows(CheckpointException.class, () -> pieces(from, to));
        assertTrue(e.getMessage().contains(text), e::toString);
    }

    @Example
    void otherProgramsAreRefused() {
        List<State> states = List.of(new State("test"));
        CheckpointException e = assertThrows(CheckpointException.class, () -> new Redistribution(tables(states),
            List.of(0)).pieces("other", List.of(List.of())));
        assertTrue(e.getMessage().contains("name test, not other"), e::toString);
    }

    @Example
    void stateRefusesWhatCannotBeRestored() {
        State state = new State("test").own("a", new int[1]);
        for (Runnable wrong : List.<Runnable>of(() -> new State("a b"), () -> state.own("a", new int[1]),
            () -> state.own("b", new boolean[1]), () -> state.own("", new int[1]),
            () -> state.block("c", new int[3], 8, 10), () -> state.block("c", new int[3], -1, 10))) {
            assertThrows(IllegalArgumentException.class, wrong::run);
        }
    }
}
