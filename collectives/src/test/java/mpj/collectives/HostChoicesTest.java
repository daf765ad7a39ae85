package mpj.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mpj.tiers.SecondTier;
import org.junit.jupiter.api.Test;

/** The lines of cores.table for three ranks and more are those that the model gives. */
class HostChoicesTest {
    private static final String TWO_RANKS = "\\S+\\s+2\\s.*";

    @Test
    void tableHasTheChoicesOfTheModel() throws IOException {
        assertTableHasLines(16);
    }

    /** The simulation of so many ranks takes some two minutes. */
    @Test
    @SecondTier
    void tableHasTheChoicesOfTheModelForManyRanks() throws IOException {
        assertTableHasLines(256);
    }

    private static void assertTableHasLines(int most) throws IOException {
        List<String> table = Files.readAllLines(Path.of("src", "main", "tables", "cores.table")).stream()
            .filter(line -> !line.startsWith("#") && !line.matches(TWO_RANKS)
                && Integer.parseInt(line.split("\\s+")[1]) <= most).toList();
        List<String> lines = new HostChoices(HostModel.XEON_16).lines(most);
        assertEquals(String.join("\n", lines), String.join("\n", table),
            () -> "the lines for three to " + most + " ranks of src/main/tables/cores.table must be\n"
                + String.join("\n", lines) + "\n");
    }
}
