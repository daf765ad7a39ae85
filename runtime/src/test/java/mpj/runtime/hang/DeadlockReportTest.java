package mpj.runtime.hang;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mpj.runtime.waits.Need;
import mpj.runtime.wire.BlockedCall;
import mpj.runtime.wire.NeedWords;
import mpj.runtime.wire.RankState;
import org.junit.jupiter.api.Test;

/** Deadlocks of each kind, in words. */
class DeadlockReportTest {
    private static final RankState COMPUTES = new RankState(true, "computing, at Solver.java:9", List.of(), 0,
        List.of(), "");

    private static NeedWords need(Need.Kind kind, int tag, Integer... ranks) {
        return new NeedWords(new Need(kind, List.of(ranks), tag, false));
    }

    private static NeedWords from(int rank, int tag) {
        return need(Need.Kind.RECEIVE, tag, rank);
    }

    private static RankState waits(String call, boolean any, NeedWords... needs) {
        return new RankState(false, "", List.of(new BlockedCall("", call, "Solver.java:41", 12_345, any,
            List.of(needs))), 0, List.of(), "");
    }

    private static List<String> report(RankState... ranks) {
        Map<Integer, RankState> all = new TreeMap<>();
        Arrays.asList(ranks).forEach(rank -> all.put(all.size(), rank));
        return DeadlockReport.of(all);
    }

    @Test
    void twoThatReceiveFromEachOther() {
        assertEquals(List.of("rank 0 receives from rank 1, tag 5; rank 1 receives from rank 0, tag 7:"
            + " neither will be sent",
            "  rank 0: Recv from rank 1, tag 5, since 12 s, at Solver.java:41",
            "  rank 1: Recv from rank 0, tag 7, since 12 s, at Solver.java:41"),
            report(waits("Recv", false, from(1, 5)), waits("Recv", false, from(0, 7))));
    }

    @Test
    void circleIsNamedWithoutThoseThatWaitForIt() {
        assertEquals("rank 1 sends to rank 2, tag 0; rank 2 sends to rank 1, tag 0: neither will be received",
            report(waits("Recv", false, from(1, 5)), waits("Send", false, need(Need.Kind.SEND, 0, 2)),
                waits("Send", false, need(Need.Kind.SEND, 0, 1))).getFirst());
    }

    @Test
    void anySourceIsSetFreeByOneThatComputes() {
        assertEquals(List.of(), report(waits("Recv", false, need(Need.Kind.RECEIVE, 3, 0, 1, 2)),
            waits("Recv", false, from(0, 5)), COMPUTES));
    }

    @Test
    void waitallIsADeadlock() {
        assertEquals("rank 0 receives from rank 1, tag 5 and receives from rank 2, tag 6; rank 1 receives from rank 0,"
            + " tag 5: neither will be sent", report(waits("Waitall", false, from(1, 5), from(2, 6)),
            waits("Recv", false, from(0, 5)), COMPUTES).getFirst());
    }

    @Test
    void waitanyIsNotADeadlock() {
        assertEquals(List.of(), report(waits("Waitany", true, from(1, 5), from(2, 6)),
            waits("Recv", false, from(0, 5)), COMPUTES));
    }

    @Test
    void finalizeWaitsForOneThatReceives() {
        RankState finalizes = waits("Finalize", false, need(Need.Kind.FINALIZE, Need.ANY_TAG));
        assertEquals("rank 0 receives from rank 1, tag 5; rank 1 waits for the other ranks in Finalize:"
            + " neither can go on", report(waits("Recv", false, from(1, 5)), finalizes, finalizes).getFirst());
        assertEquals(List.of(), report(finalizes, finalizes, RankState.ENDED));
    }

    @Test
    void messageThatIsMatchedAlreadyComes() {
        assertEquals(List.of(), report(
            waits("Recv", false, new NeedWords(new Need(Need.Kind.RECEIVE, List.of(1), 5, true))),
            waits("Recv", false, from(0, 7))));
    }
}
