package mpj.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosisTest {

    @Test
    void receiveBeforeTheSendWaitsForALateSender() {
        Finding finding = only(Finding.Kind.LATE_SENDER, new TraceBuilder(2)
            .call(0, "Recv", 10, 61, "A.java:3", 1, 8).call(1, "Send", 60, 61, "A.java:7", 0, 8)
            .message(1, 0, 60, 60.5, 60.5, 8));
        assertEquals(0.050, finding.seconds(), 1e-9);
        assertEquals(1, finding.rank());
        assertEquals("A.java:7", finding.line());
        assertEquals(0, finding.victim());
        assertEquals("A.java:3", finding.victimLine());
    }

    @Test
    void aMessageThatWasThereBeforeIsNoLateSender() {
        none(Finding.Kind.LATE_SENDER, new TraceBuilder(2).call(1, "Send", 0, 1, "A.java:7", 0, 8)
            .call(0, "Recv", 50, 60, "A.java:3", 1, 8).message(1, 0, 0.5, 1, 50, 8));
    }

    @Test
    void aCallThatWaitsForSeveralMessagesWaitsOnce() {
        Finding finding = only(Finding.Kind.LATE_SENDER, new TraceBuilder(3)
            .call(0, "Waitall", 0, 41, "A.java:3").call(1, "Send", 30, 31, "A.java:7").call(2, "Send", 40, 41,
                "A.java:7").message(1, 0, 30, 30.5, 30.5, 8).message(2, 0, 40, 40.5, 40.5, 8));
        assertEquals(2, finding.rank());
        assertEquals(0.040, finding.seconds(), 1e-9);
    }

    @Test
    void sendOfALongMessageWaitsForALateReceiver() {
        Finding finding = only(Finding.Kind.LATE_RECEIVER, new TraceBuilder(2)
            .call(0, "Send", 5, 36, "A.java:3", 1, 1 << 20).call(1, "Recv", 35, 37, "A.java:9", 0, 1 << 20)
            .message(0, 1, 5, 6, 35, 1 << 20).byRendezvous());
        assertEquals(0.030, finding.seconds(), 1e-9);
        assertEquals(1, finding.rank());
        assertEquals("A.java:9", finding.line());
    }

    @Test
    void theOthersWaitForTheLastInACollective() {
        TraceBuilder builder = new TraceBuilder(3);
        for (int rank = 0; rank < 3; rank++) {
            builder.call(rank, "Init", 0, 10, "");
            builder.call(rank, "Allreduce", rank == 2 ? 40 : 20, 41, "B.java:4");
        }
        Finding finding = only(Finding.Kind.IMBALANCE, builder);
        assertEquals(2, finding.rank());
        assertEquals(0.040, finding.seconds(), 1e-9);
        assertTrue(finding.text().contains("3.0 times as long"), finding.text());
    }

    @Test
    void aRankThatComesLateBecauseItWaitedIsNotToHaveLessWork() {
        TraceBuilder builder = new TraceBuilder(3);
        builder.call(0, "Recv", 0, 20, "C.java:5", 1, 8).call(0, "Barrier", 21, 22, "C.java:8");
        builder.call(1, "Send", 19, 20, "C.java:6", 0, 8).call(1, "Barrier", 20, 22, "C.java:8");
        builder.call(2, "Barrier", 1, 22, "C.java:8");
        Finding finding = only(Finding.Kind.IMBALANCE, builder);
        assertEquals(0, finding.rank());
        assertTrue(finding.text().contains("Rank 0 itself waits before it comes, mostly in Recv at C.java:5. Remove the"
            + " cause of this wait first."), finding.text());
    }

    @Test
    void ranksThatTakeTurnsAreSerialised() {
        TraceBuilder builder = new TraceBuilder(4);
        for (int rank = 0; rank < 4; rank++) {
            if (rank > 0) {
                builder.call(rank, "Recv", 0, 10 * rank, "C.java:5", rank - 1, 8);
            }
            builder.call(rank, "Barrier", 10 * (rank + 1), 41, "C.java:8");
        }
        Finding finding = only(Finding.Kind.SERIALISATION, builder);
        assertEquals(-1, finding.rank());
        assertEquals(0.120, finding.seconds(), 1e-3);
        assertTrue(finding.text().contains("take turns"), finding.text());
    }

    @Test
    void aThousandTinyMessagesOfALineAreMany() {
        TraceBuilder builder = new TraceBuilder(2);
        for (int i = 0; i < 1_000; i++) {
            builder.call(0, "Send", i * 0.01, i * 0.01 + 0.005, "D.java:6", 1, 8);
        }
        Finding finding = only(Finding.Kind.TINY_MESSAGES, builder);
        assertEquals(1_000, finding.count());
        assertEquals("D.java:6", finding.line());
    }

    @Test
    void messagesThatPileUpAreUnexpected() {
        TraceBuilder builder = new TraceBuilder(2).call(1, "Recv", 1, 2, "E.java:6", 0, 8);
        for (int i = 0; i < 200; i++) {
            builder.message(0, 1, 0.001 * i, 0.001 * i + 0.001, 1 + i * 0.001, 100_000);
        }
        Finding finding = only(Finding.Kind.UNEXPECTED_MESSAGES, builder);
        assertEquals(1, finding.rank());
        assertEquals("E.java:6", finding.line());
        assertTrue(finding.text().contains("up to 200 of them"), finding.text());
    }

    @Test
    void aCircleOfRanksIsADeadlockAndWhoWaitsForItIsNot() {
        Finding finding = only(Finding.Kind.DEADLOCK, new TraceBuilder(4).call(0, "Init", 0, 1, "")
            .blocked(0, 1, "F.java:2").blocked(1, 2, "F.java:3").blocked(2, 1, "F.java:4"));
        assertEquals(2, finding.count());
        assertTrue(finding.text().startsWith("Deadlock of 2 ranks: rank 1 receives from rank 2, tag 5 (F.java:3); "
            + "rank 2 receives from rank 1, tag 5 (F.java:4)"), finding.text());
    }

    @Test
    void remedyForADeadlockDependsOnTheCallsInWhichRanksWait() {
        assertTrue(only(Finding.Kind.DEADLOCK, new TraceBuilder(2).call(0, "Init", 0, 1, "")
            .blocked(0, 1, "F.java:2").blocked(1, 0, "F.java:2")).text().endsWith(
            ": let one of them send before it receives, or use Sendrecv or Irecv."));
        assertTrue(only(Finding.Kind.DEADLOCK, new TraceBuilder(2).call(0, "Init", 0, 1, "")
            .blockedSender(0, 1, "F.java:2").blockedSender(1, 0, "F.java:2")).text().endsWith(
            ": let one of them receive before it sends, or use Sendrecv or Isend."));
        assertTrue(only(Finding.Kind.DEADLOCK, new TraceBuilder(2).call(0, "Init", 0, 1, "")
            .blockedSender(0, 1, "F.java:2").blocked(1, 0, "F.java:3")).text().contains("in another order"));
    }

    /** A ring: each rank computes, and exchanges messages with both neighbours. Rank 1 computes three times as long. */
    private static TraceBuilder exchanges(int size, int steps) {
        TraceBuilder builder = new TraceBuilder(size);
        double[] free = new double[size];
        for (int rank = 0; rank < size; rank++) {
            builder.call(rank, "Init", 0, 1, "");
            free[rank] = 1;
        }
        for (int step = 0; step < steps; step++) {
            double[] begin = new double[size];
            for (int rank = 0; rank < size; rank++) {
                begin[rank] = free[rank] + (rank == 1 ? 30 : 10);
            }
            for (int rank = 0; rank < size; rank++) {
                int left = (rank + size - 1) % size;
                free[rank] = Math.max(begin[rank], begin[left]) + 0.2;
                builder.call(rank, "Sendrecv", begin[rank], free[rank], "H.java:7", left, 8);
                double received = Math.max(begin[rank], begin[left] + 0.1);
                builder.message(left, rank, begin[left], begin[left] + 0.1, received, 8);
            }
        }
        return builder;
    }

    @Test
    void ranksThatExchangeWithOneThatHasMoreWorkWaitForAnImbalance() {
        TraceBuilder builder = exchanges(4, 6);
        Finding finding = only(Finding.Kind.IMBALANCE, builder);
        assertEquals(1, finding.rank());
        assertEquals("H.java:7", finding.line());
        assertTrue(finding.text().contains("3.0 times as long") && finding.text().contains("through others"),
            finding.text());
        none(Finding.Kind.LATE_SENDER, builder);
        none(Finding.Kind.SERIALISATION, builder);
    }

    @Test
    void aRankThatWorksAloneInEachStepWhileTheOthersHaveWorkTooIsAnImbalanceAndNoSerialisation() {
        TraceBuilder builder = new TraceBuilder(3);
        for (int rank = 0; rank < 3; rank++) {
            builder.call(rank, "Init", 0, 10, "").call(rank, "Allreduce", rank == 2 ? 40 : 20, 41, "B.java:4");
        }
        only(Finding.Kind.IMBALANCE, builder);
        none(Finding.Kind.SERIALISATION, builder);
    }

    @Test
    void aRankThatWorksWhileTheOthersHaveNothingToDoIsASerialisation() {
        TraceBuilder builder = new TraceBuilder(3);
        for (int rank = 0; rank < 3; rank++) {
            builder.call(rank, "Init", 0, 10, "").call(rank, "Bcast", rank == 2 ? 40 : 10.1, 41, "B.java:4");
        }
        assertEquals(2, only(Finding.Kind.SERIALISATION, builder).rank());
    }

    @Test
    void moreRanksThanCoresAreOneFindingInPlaceOfTheWaitsThatComeFromIt() {
        // Each rank has 10 ms of work. Two ranks work at the same time, and the others arrive 10 ms later.
        TraceBuilder builder = new TraceBuilder(4).cores(2);
        for (int rank = 0; rank < 4; rank++) {
            builder.call(rank, "Init", 0, 1, "");
        }
        for (int step = 0; step < 5; step++) {
            double begin = 1 + 21 * step;
            for (int rank = 0; rank < 4; rank++) {
                double end = begin + (rank < 2 ? 10 : 20);
                builder.call(rank, "Sendrecv", end, begin + 21, "H.java:7", rank ^ 2, 8);
                builder.message(rank ^ 2, rank, begin + (rank < 2 ? 20 : 10), begin + (rank < 2 ? 20.1 : 10.1),
                    begin + 20.2, 8);
            }
        }
        Finding finding = only(Finding.Kind.OVERSUBSCRIPTION, builder);
        assertTrue(finding.text().startsWith("4 ranks share 2 cores of host alpha. For 50.0 ms"), finding.text());
        assertEquals(List.of(Finding.Kind.OVERSUBSCRIPTION), Diagnosis.of(builder.build()).stream()
            .map(Finding::kind).toList());
    }

    @Test
    void aLateSenderIsFoundThoughThereAreMoreRanksThanCores() {
        TraceBuilder builder = new TraceBuilder(3).cores(2);
        for (int rank = 0; rank < 3; rank++) {
            builder.call(rank, "Init", 0, 1, "");
        }
        builder.call(0, "Recv", 1.1, 61, "A.java:3", 1, 8).call(1, "Send", 60, 61, "A.java:7", 0, 8)
            .message(1, 0, 60, 60.5, 60.5, 8).call(2, "Barrier", 1.1, 61, "A.java:9");
        only(Finding.Kind.LATE_SENDER, builder);
    }

    @Test
    void ranksThatAreBusyAllTheTimeHaveNoFault() {
        assertEquals(List.of(), Diagnosis.of(new TraceBuilder(2).call(0, "Barrier", 100, 100.1, "G.java:1")
            .call(1, "Barrier", 100, 100.1, "G.java:1").build()));
    }

    private static Finding only(Finding.Kind kind, TraceBuilder builder) {
        List<Finding> found = Diagnosis.of(builder.build()).stream().filter(each -> each.kind() == kind).toList();
        assertEquals(1, found.size(), "findings of kind " + kind + ": " + found);
        return found.getFirst();
    }

    private static void none(Finding.Kind kind, TraceBuilder builder) {
        assertEquals(List.of(), Diagnosis.of(builder.build()).stream().filter(each -> each.kind() == kind).toList());
    }
}
