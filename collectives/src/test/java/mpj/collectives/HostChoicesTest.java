package mpj.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The lines of cores.table for three ranks and more are those that the model gives. */
class HostChoicesTest {
    @Test
    void tableHasTheChoicesOfTheModel() throws IOException {
        assertLines(HostChoices.RANKS);
    }

    @Test
    @EnabledIfSystemProperty(named = "tests.second", matches = CostTest.TURN, disabledReason = "second tier")
    void tableHasTheChoicesOfTheModelForVeryManyRanks() throws IOException {
        assertLines(HostChoices.VERY_MANY_RANKS);
    }

    private static void assertLines(int[] ranks) throws IOException {
        List<String> table = Files.readAllLines(Path.of("src", "main", "tables", "cores.table")).stream()
            .filter(line -> Arrays.stream(ranks).anyMatch(each -> line.matches("[a-z_]+\\s+" + each + "\\s.*")))
            .toList();
        List<String> lines = new HostChoices(HostModel.XEON_16).lines(ranks);
        assertEquals(String.join("\n", lines), String.join("\n", table),
            () -> "the lines for " + Arrays.toString(ranks) + " ranks of src/main/tables/cores.table must be\n"
                + String.join("\n", lines) + "\n");
    }
}
