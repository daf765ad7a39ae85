package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the output of a program of files is read. */
class FilesResultTest {
    private static final String OUTPUT = """
        collective-write 0.013667 s
        collective-read 0.016953 s
        sum of block 4290772992
        strided-read 0.000122 s
        sum of pieces -47972352
        write-1MiB-64x 0.284742 s
        bare-1MiB-64x 0.017822 s
        """;

    @Test
    void stepsKeepTheirOrder() throws IOException {
        FilesResult result = FilesResult.of(OUTPUT);
        assertEquals(List.of("collective-write", "collective-read", "strided-read", "write-1MiB-64x",
            "bare-1MiB-64x"), List.copyOf(result.seconds().keySet()));
        assertEquals(0.284742, result.seconds().get("write-1MiB-64x"));
        assertEquals(List.of("sum of block 4290772992", "sum of pieces -47972352"), result.sums());
    }

    @Test
    void outputThatStopsMidwayIsAnError() {
        assertThrows(IOException.class, () -> FilesResult.of(OUTPUT.substring(0, OUTPUT.indexOf("write-1MiB"))));
    }
}
