package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DescriptorSinkTest {
    @TempDir
    Path folder;

    /** A part of the output. Its first letter is the rank that wrote it. */
    private String written(DescriptorSink.Lines lines, String... parts) throws IOException {
        Path file = folder.resolve("out");
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            DescriptorSink sink = new DescriptorSink(out.getFD(), new ShownLines(), lines, event -> { });
            for (String part : parts) {
                byte[] bytes = part.getBytes(StandardCharsets.US_ASCII);
                sink.write(bytes[0] - '0', bytes, 1, bytes.length - 1);
            }
            sink.endLine();
            sink.endLine();
        }
        return Files.readString(file);
    }

    @Test
    void lineThatIsBegunIsEndedBeforeAnotherRanks() throws IOException {
        assertEquals("steps? \nhello\n3 steps\n", written(new DescriptorSink.Lines(false, false),
            "0steps? ", "1hello\n", "03 steps\n"));
        assertEquals("[0] steps? \n[1] hello\n[0] 3 steps\n", written(new DescriptorSink.Lines(true, false),
            "0[0] steps? ", "1[1] hello\n", "0[0] 3 steps\n"));
    }

    @Test
    void furtherPieceOfALineHasNoTagOfItsOwn() throws IOException {
        assertEquals("[0] ...\n[0] done\n", written(new DescriptorSink.Lines(true, false),
            "0[0] .", "0[0] .", "0[0] .\n[0] done\n"));
    }

    @Test
    void answerThatIsTypedAtATerminalEndsTheLineOfItsQuestion() throws IOException {
        assertEquals("steps? hello\n", written(new DescriptorSink.Lines(false, true), "0steps? ", "1hello\n"));
        assertEquals("[0] steps? [0] 3 steps\n", written(new DescriptorSink.Lines(true, true),
            "0[0] steps? ", "0[0] 3 steps\n"));
    }

    @Test
    void lineThatIsBegunIsEndedOnceBeforeWhatTheLauncherSays() throws IOException {
        assertEquals("[2] so far\n", written(new DescriptorSink.Lines(true, false), "2[2] so far"));
    }
}
