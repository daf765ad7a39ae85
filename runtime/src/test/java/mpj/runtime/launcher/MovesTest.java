package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import mpj.runtime.host.UsageException;
import mpj.runtime.wire.Message;
import org.junit.jupiter.api.Test;

/** The moves of ranks to other hosts, as the launcher keeps them. */
class MovesTest {
    private final Moves moves = new Moves();
    private final Message.Move move = new Message.Move(2, "b");

    private static String report(Message message) {
        return ((Message.Report) message).text().strip();
    }

    private static String refusal(Message message) {
        return ((Message.Refused) message).reason();
    }

    private String refusalOf(Message.Move other) {
        return assertThrows(UsageException.class, () -> moves.begin(other)).getMessage();
    }

    @Test
    void userIsToldOfEachStep() {
        assertEquals(new Message.Done(), moves.answer(new Message.AskMove(4)));
        BlockingQueue<Message> news = moves.begin(move);
        assertEquals("rank 2 moves to host b when the program writes its next checkpoint", report(news.poll()));
        assertNull(moves.place(0));
        assertEquals(move, moves.answer(new Message.AskMove(4)));
        assertEquals(new Message.Done(), moves.leaves(null, 7, "a", 12));
        assertEquals("rank 2 has left host a with version 12 of the checkpoint", report(news.poll()));
        assertEquals(new Message.Done(), moves.answer(new Message.AskMove(4)));
        assertNull(moves.place(-1));
        assertEquals(new Spawning.Moved(1, "b"), moves.place(1));
        moves.arrived();
        assertEquals("rank 2 runs on host b", report(news.poll()));
        assertEquals(new Message.Done(), news.poll());
        assertNull(moves.place(1));
    }

    @Test
    void programThatNeverWritesACheckpointIsNamed() {
        assertTrue(refusalOf(move).startsWith("--move 2=b: the program has written no checkpoint so far"));
    }

    @Test
    void oneRankMovesAtATime() {
        moves.answer(new Message.AskMove(4));
        moves.begin(move);
        assertTrue(refusalOf(new Message.Move(1, "c")).startsWith("--move 1=c: rank 2 is being moved to host b"));
    }

    @Test
    void rankThatTheProgramHasLostForGoodDoesNotMove() {
        moves.answer(new Message.AskMove(4));
        BlockingQueue<Message> news = moves.begin(move);
        news.remove();
        assertEquals(new Message.Done(), moves.answer(new Message.AskMove(2)));
        assertEquals("--move 2=b: the program goes on with the ranks 0 to 1; name another rank", refusal(news.poll()));
        assertEquals(new Message.Done(), moves.answer(new Message.AskMove(4)));
    }

    @Test
    void slotIsKeptUntilTheRankHasMoved() {
        moves.answer(new Message.AskMove(4));
        moves.begin(move);
        Map<String, Integer> taken = new HashMap<>(Map.of("b", 3));
        moves.reserve(taken);
        assertEquals(Map.of("b", 4), taken);
        moves.arrived();
        moves.reserve(taken);
        assertEquals(Map.of("b", 4), taken);
    }

    @Test
    void userIsToldThatTheJobHasEndedOrTheHostDoesNotWork() {
        moves.answer(new Message.AskMove(4));
        BlockingQueue<Message> news = moves.begin(move);
        news.remove();
        moves.failed("host b: ssh has failed");
        assertTrue(refusal(news.poll()).startsWith("--move 2=b: the rank could not be started there: host b: ssh has"));
        news = moves.begin(move);
        news.remove();
        moves.close();
        assertEquals("--move 2=b: the job has ended before the rank could leave", refusal(news.poll()));
        assertEquals("--move 2=b: the job is ending", refusalOf(move));
    }

    @Test
    void wordsAreARankAndAHost() {
        assertEquals(move, MoveRequest.of("2=b"));
        assertEquals(new Message.Move(0, "me@b:6749"), MoveRequest.of("0=me@b:6749"));
        for (String words : new String[] {"", "2", "=b", "2=", "x=b", "-1=b", "2=b,c", "99999999999=b"}) {
            assertEquals("--move " + words + ": expected RANK=HOST, as in --move 2=b",
                assertThrows(UsageException.class, () -> MoveRequest.of(words)).getMessage());
        }
    }
}
