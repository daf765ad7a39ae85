package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests which cores the threads of a bound rank's JVM get. */
class SpareCoresTest {
    private static BitSet cores(int... numbers) {
        BitSet cores = new BitSet();
        IntStream.of(numbers).forEach(cores::set);
        return cores;
    }

    private static List<RankJvm> boundTo(int... numbers) {
        return IntStream.of(numbers).mapToObj(core -> new RankJvm(List.of(core), List.of(), cores(core))).toList();
    }

    @Test
    void theyLeaveTheRanksCoreIfThereIsASpareCoreForEachRank() {
        SpareCores spare = SpareCores.of(cores(2, 3, 5, 7), boundTo(2, 5));
        assertEquals(cores(3, 7), spare.with(cores(2)));
        assertEquals(cores(3, 7), spare.with(cores(5)));
    }

    @Test
    void theyKeepTheRanksCoreIfSpareCoresAreFewer() {
        assertEquals(cores(0, 3), SpareCores.of(cores(0, 1, 2, 3), boundTo(0, 1, 2)).with(cores(0)));
        assertEquals(cores(1), SpareCores.of(cores(0, 1), boundTo(0, 1)).with(cores(1)));
    }
}
