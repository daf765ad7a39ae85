package mpj.bench.imb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * For the figures of every table that Intel's own IMB-MPI1, IMB-NBC and IMB-RMA 2021.11 printed, {@link Table} prints
 * the same table, letter by letter. The tables are in the files beside this test.
 */
class GoldenOutputTest {
    private static final String TITLE = "# Benchmarking ";

    @ParameterizedTest
    @CsvSource({"mpi1.txt, OFF", "multi-slowest.txt, SLOWEST_GROUP", "multi-all.txt, ALL_GROUPS", "nbc.txt, OFF",
        "nbc-multi-all.txt, ALL_GROUPS", "rma.txt, OFF"})
    void tablesMatchTheRealProgram(String resource, Table.Multi multi) throws IOException {
        List<List<String>> tables = tables(resource);
        assertFalse(tables.isEmpty());
        for (List<String> table : tables) {
            assertEquals(String.join("\n", table), printedAgain(table, multi));
        }
    }

    /** The lines of the tables, each table from its first rule to its last figure. */
    private static List<List<String>> tables(String resource) throws IOException {
        List<String> lines;
        try (InputStream file = GoldenOutputTest.class.getResourceAsStream(resource)) {
            lines = new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
        List<List<String>> tables = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).startsWith(TITLE)) {
                int columns = i;
                while (!lines.get(columns).startsWith("#--")) {
                    columns++;
                }
                int end = columns + 1;
                while (!lines.get(end).startsWith("#--") && !lines.get(end).startsWith("# All processes")) {
                    end++;
                }
                tables.add(String.join("\n", lines.subList(i - 1, end)).stripTrailing().lines().toList());
            }
        }
        return tables;
    }

    private static String printedAgain(List<String> table, Table.Multi multi) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Table again = new Table(new PrintStream(bytes, true, StandardCharsets.UTF_8), multi);
        String name = table.get(1).substring(TITLE.length()).strip().replace("Multi-", "");
        Presentation presentation = presentation(name);
        again.heading(name, presentation, groups(table), idle(table), mode(name, table));
        for (String line : table) {
            if (line.isEmpty()) {
                again.size();
            } else if (line.matches(" +[0-9].*")) {
                print(again, presentation, multi, numbers(line));
            }
        }
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }

    private static Presentation presentation(String name) {
        return Benchmarks.named(name).presentation();
    }

    private static String mode(String name, List<String> table) {
        return Benchmarks.named(name).modes().stream().map(Benchmark::mode)
            .filter(mode -> String.join("\n", table).contains("\n" + mode)).findFirst().orElseThrow();
    }

    private static List<int[]> groups(List<String> table) {
        List<int[]> groups = table.stream().filter(line -> line.startsWith("# Group ")).map(line ->
            Arrays.stream(line.substring(line.indexOf(':') + 1).strip().split(" +")).mapToInt(Integer::parseInt)
                .toArray()).toList();
        return !groups.isEmpty() ? groups : table.stream().filter(line -> line.startsWith("# #processes = "))
            .map(line -> IntStream.range(0, (int) numbers(line)[0]).toArray()).toList();
    }

    private static int idle(List<String> table) {
        return table.stream().filter(line -> line.contains("additional process"))
            .mapToInt(line -> (int) numbers(line)[0]).findFirst().orElse(0);
    }

    private static double[] numbers(String line) {
        return Arrays.stream(line.split("[^0-9.]+")).filter(word -> !word.isEmpty()).mapToDouble(Double::parseDouble)
            .toArray();
    }

    private static void print(Table table, Presentation presentation, Table.Multi multi, double[] numbers) {
        int next = 0;
        int group = multi == Table.Multi.ALL_GROUPS ? (int) numbers[next++] : 0;
        int bytes = presentation.hasSizes() ? (int) numbers[next++] : 0;
        int iterations = (int) numbers[next++];
        double[] figures = Arrays.copyOfRange(numbers, next, numbers.length);
        if (presentation.isOverlap()) {
            table.overlapLine(group, presentation, bytes, iterations,
                new OverlapFigures(figures[0], figures[1], figures[2], figures[3]));
        } else if (presentation == Presentation.PASSIVE_TARGET) {
            table.passiveLine(group, presentation, bytes, iterations,
                new Timing(figures[0] / 1e6, figures[1] / 1e6, 0));
        } else if (presentation.isMessageRate()) {
            table.line(group, presentation, bytes, iterations, new Figures(0, 0, 0, figures[0], figures[1]));
        } else if (figures.length == 2) {
            table.line(group, presentation, bytes, iterations, new Figures(0, figures[0], 0, figures[1], 0));
        } else {
            table.line(group, presentation, bytes, iterations, new Figures(figures[0], figures[1], figures[2],
                figures.length > 3 ? figures[3] : 0, 0));
        }
    }
}
