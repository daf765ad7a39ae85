package mpj.runtime.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import mpj.runtime.wire.JobTag;
import org.junit.jupiter.api.Test;

class RankOutputTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private int current;

    private RankOutput output(boolean tagged) {
        return new RankOutput(written, () -> current, new JobTag(0, tagged));
    }

    private void print(RankOutput output, int rank, String text) throws IOException {
        current = rank;
        output.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Lets a moment pass. This needs two looks, because output that is new since the last look is left for the next
     * one.
     */
    private static void pause(RankOutput output) {
        output.passBegun();
        output.passBegun();
    }

    @Test
    void lineThatIsBegunIsPassedOnAfterAMomentAndGoesOnWithoutATag() throws IOException {
        RankOutput output = output(true);
        print(output, 0, "steps? ");
        assertEquals("", written.toString());
        pause(output);
        assertEquals("[0] steps? ", written.toString());
        print(output, 0, "3\nnext\n");
        assertEquals("[0] steps? 3\n[0] next\n", written.toString());
    }

    @Test
    void lineThatIsBegunIsEndedBeforeAnotherRanksAndGoesOnWithItsTag() throws IOException {
        RankOutput output = output(true);
        print(output, 0, "steps? ");
        pause(output);
        print(output, 1, "hello\n");
        print(output, 0, "3\n");
        assertEquals("[0] steps? \n[1] hello\n[0] 3\n", written.toString());
    }

    @Test
    void longLineWaitsForItsEndHoweverLongItTakes() throws IOException {
        RankOutput output = output(true);
        print(output, 0, "x".repeat(5_000));
        pause(output);
        print(output, 1, "hello\n");
        print(output, 0, "x\n");
        assertEquals("[1] hello\n[0] " + "x".repeat(5_001) + "\n", written.toString());
    }

    @Test
    void endOfARankEndsItsLineOnce() throws IOException {
        RankOutput output = output(true);
        print(output, 0, "so far");
        pause(output);
        print(output, 1, "hello\n");
        output.finishAll();
        assertEquals("[0] so far\n[1] hello\n", written.toString());
        print(output, 1, "more");
        pause(output);
        output.finishAll();
        assertEquals("[0] so far\n[1] hello\n[1] more\n", written.toString());
    }

    @Test
    void withoutTagsLinesOfRanksDoNotMixEither() throws IOException {
        RankOutput output = output(false);
        print(output, 0, "steps? ");
        output.flush();
        print(output, 1, "hello\n");
        print(output, 0, "3\n");
        assertEquals("steps? \nhello\n3\n", written.toString());
    }
}
