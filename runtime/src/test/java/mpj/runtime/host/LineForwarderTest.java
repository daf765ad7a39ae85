package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which pieces of a line are passed on before the line ends. */
class LineForwarderTest {
    /**
     * This many looks find nothing: more than the forwarder waits for a question, and fewer than it waits for the rest
     * of a buffer.
     */
    private static final int LOOKS = 8;

    /** Gives a piece for each read. Before the second piece, several looks find nothing. */
    private static final class Pieces extends InputStream {
        private final ArrayDeque<byte[]> pieces = new ArrayDeque<>();
        private int looks;

        Pieces(String... pieces) {
            for (String piece : pieces) {
                this.pieces.add(piece.getBytes(StandardCharsets.US_ASCII));
            }
        }

        @Override
        public int read() {
            throw new AssertionError("one byte is read");
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            byte[] next = pieces.poll();
            if (next == null) {
                return -1;
            }
            System.arraycopy(next, 0, bytes, offset, next.length);
            return next.length;
        }

        @Override
        public int available() {
            return ++looks <= LOOKS || pieces.isEmpty() ? 0 : pieces.peek().length;
        }
    }

    private static List<Integer> forwarded(String... pieces) {
        List<Integer> lengths = new ArrayList<>();
        new LineForwarder(0, new Pieces(pieces), (_, _, _, length) -> lengths.add(length), "", false, false, false)
            .run();
        return lengths;
    }

    @Test
    void questionIsPassedOnBeforeItsLineEnds() {
        assertEquals(List.of(100, 51), forwarded("x".repeat(100), "x".repeat(50) + "\n"));
    }

    /** On a busy machine, the rest of a buffer may come late. Lines of other ranks must not come between. */
    @Test
    void lineInWhichABufferEndsIsPassedOnAsAWhole() {
        assertEquals(List.of(8243), forwarded("x".repeat(8192), "x".repeat(50) + "\n"));
    }

    /** A rank prints the name of the thread first. On a busy machine, the rest of the line may come late. */
    @Test
    void exceptionWhoseLineComesInTwoPiecesIsKeptAsAWhole() {
        String trace = "\tat A.b(A.java:1)\n".repeat(20);
        LineForwarder forwarder = new LineForwarder(0, new Pieces("Exception in thread \"rank 0\" ",
            "java.lang.Error: thrown\n" + trace), (_, _, _, _) -> { }, "", false, false, true);
        forwarder.run();
        assertEquals("Exception in thread \"rank 0\" java.lang.Error: thrown", forwarder.lastLines().lines()
            .findFirst().orElseThrow());
    }
}
