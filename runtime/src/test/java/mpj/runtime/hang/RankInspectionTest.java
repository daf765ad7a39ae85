package mpj.runtime.hang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import mpj.runtime.waits.Need;
import mpj.runtime.waits.WaitSource;
import mpj.runtime.wire.BlockedCall;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.Question;
import mpj.runtime.wire.RankState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a rank answers over a connection. */
@Timeout(60)
class RankInspectionTest {
    private static final int MOST_STACKS = 40_000;

    private static WaitSource waiting(Thread thread, List<Need> needs) {
        return arrivals -> new WaitSource.Waits(List.of(new WaitSource.Wait(thread, System.nanoTime(), false, needs)),
            0, List.of());
    }

    /** Receives with different tags, each from any of 64 ranks. */
    private static List<Need> receives(int count) {
        List<Integer> ranks = IntStream.range(0, 64).boxed().toList();
        return IntStream.range(0, count).mapToObj(tag -> new Need(Need.Kind.RECEIVE, ranks, tag, false)).toList();
    }

    /** Asks twice on one connection. */
    private static RankState answer(WaitSource waits) throws Exception {
        RankInspection inspection = RankInspection.ofThisRank(waits, true);
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
             LauncherConnection rank = new LauncherConnection(
                 new Socket(listener.getInetAddress(), listener.getLocalPort()));
             LauncherConnection launcher = new LauncherConnection(listener.accept())) {
            FutureTask<Void> answers = new FutureTask<>(() -> answerTwice(inspection, rank), null);
            Thread.ofPlatform().daemon().start(answers);
            launcher.timeout(30_000);
            RankState first = assertInstanceOf(Message.Waits.class, launcher.receive()).state();
            assertInstanceOf(Message.Waits.class, launcher.receive());
            answers.get(30, TimeUnit.SECONDS);
            return first;
        }
    }

    private static void answerTwice(RankInspection inspection, LauncherConnection rank) {
        try {
            inspection.answer(Question.STATE, rank);
            inspection.answer(Question.STATE, rank);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static BlockedCall call(RankState state) {
        return state.calls().stream().filter(each -> !each.needs().isEmpty()).findFirst().orElseThrow();
    }

    @Test
    void moreNeedsThanAMessageCarriesAreLeftOutAndTheRankMayGoOn() throws Exception {
        RankState state = answer(waiting(Thread.currentThread(), receives(2_000)));
        assertTrue(state.goesOn());
        int needs = call(state).needs().size();
        assertTrue(needs > 100 && needs < 2_000, () -> needs + " needs");
    }

    @Test
    void equalNeedsAreOneNeed() throws Exception {
        List<Need> one = receives(1);
        assertEquals(1, call(answer(waiting(Thread.currentThread(), Collections.nCopies(2_000, one.getFirst()))))
            .needs().size());
    }

    @Test
    void stateThatFitsIntoNoMessageIsAnsweredAllTheSame() throws Exception {
        Thread named = new Thread(null, () -> { }, "name ".repeat(Message.MAX_BYTES / 4));
        String line = answer(waiting(named, receives(1))).lines().getFirst();
        assertTrue(line.startsWith("(no answer: "), line);
    }

    /** The frames are those of the JDK, because those of the library are not printed. */
    @Test
    void longStackIsCut() {
        RankInspection inspection = RankInspection.ofThisRank(WaitSource.NONE, true);
        List<RankState> states = new ArrayList<>();
        Object nested = new Object() {
            @Override
            public String toString() {
                states.add(inspection.now(Question.STACKS));
                return "";
            }
        };
        for (int depth = 0; depth < 400; depth++) {
            nested = List.of(nested);
        }
        assertFalse(nested.toString().isEmpty());
        String stacks = states.getFirst().stacks();
        assertTrue(stacks.length() <= MOST_STACKS && stacks.length() > MOST_STACKS / 2 && stacks.endsWith("\n"),
            () -> stacks.length() + " characters");
    }
}
