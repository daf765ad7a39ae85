package mpj.collectives.selection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import mpj.collectives.Algorithm;
import mpj.collectives.Collective;
import mpj.collectives.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {
    private static Problem problem(int size, long bytes) {
        return Problem.of(0, size, 0, bytes, 8);
    }

    private static Properties properties(String key, String value) {
        Properties properties = new Properties();
        properties.setProperty(key, value);
        return properties;
    }

    private static Properties forced(String algorithms) {
        return properties("mpj.coll.algorithms", algorithms);
    }

    private static void assertRefused(Properties properties, String... words) {
        String message = assertThrows(IllegalArgumentException.class, () -> Selection.of(properties, "shm"))
            .getMessage();
        for (String word : words) {
            assertTrue(message.contains(word), () -> "\"" + message + "\" does not say: " + word);
        }
    }

    @Test
    void propertyForcesAnAlgorithmAndItsParameter() {
        Choice choice = Selection.of(forced("bcast:pipelined:64k"), "shm")
            .choose(Collective.BCAST, problem(8, 8), 8);
        assertEquals("pipelined", choice.algorithm().name());
        assertEquals(65_536, choice.parameter());
    }

    @Test
    void propertyForcesAlgorithmsOfSeveralCollectives() {
        Selection selection = Selection.of(forced("barrier:linear,bcast:pipelined:64k,scan:binomial"), "shm");
        assertEquals("linear", selection.choose(Collective.BARRIER, problem(8, 0), 0).toString());
        assertEquals("pipelined:65536", selection.choose(Collective.BCAST, problem(8, 8), 8).toString());
        assertEquals("binomial", selection.choose(Collective.SCAN, problem(8, 8), 8).toString());
    }

    @Test
    void forcedAlgorithmThatDoesNotFitGivesWayToTheTable() {
        Choice choice = Selection.of(forced("allgather:recursive-doubling"), "shm")
            .choose(Collective.ALLGATHER, problem(3, 8), 8);
        assertEquals("bruck", choice.algorithm().name());
    }

    @Test
    void firstLineThatAppliesCounts() {
        SelectionTable table = SelectionTable.parse(List.of("# a comment", "bcast 4 * linear", "",
            "bcast * 1k k-nomial:8  # another", "bcast * * pipelined"), "test");
        assertEquals("linear", table.choose(Collective.BCAST, problem(4, 9999), 9999).toString());
        assertEquals("k-nomial:8", table.choose(Collective.BCAST, problem(5, 1024), 1024).toString());
        assertEquals("pipelined", table.choose(Collective.BCAST, problem(5, 1025), 1025).toString());
        assertEquals("dissemination", table.choose(Collective.BARRIER, problem(5, 0), 0).toString());
    }

    @Test
    void unknownNamesAreErrorsThatListTheKnown() {
        assertRefused(forced("bcast:quick"), "mpj.coll.algorithms is bcast:quick", "binomial", "pipelined");
        assertRefused(forced("broadcast:binomial"), "no collective broadcast", "bcast", "allreduce");
        assertRefused(forced("bcast:pipelined:some"), "\"some\" is not a positive number");
        assertRefused(forced("bcast:pipelined:0"), "\"0\" is not a positive number");
        assertRefused(forced("bcast"), "mpj.coll.algorithms is bcast", "\"bcast\" names no algorithm",
            "bcast:binomial");
        assertRefused(forced("alltoallw:linear"), "no collective alltoallw", "alltoallv");
        assertRefused(forced("bcast:linear,"), "\"\" names no algorithm");
        assertRefused(forced("bcast:linear,scan:linear,bcast:binary"), "two algorithms for bcast");
        assertRefused(properties("mpj.coll.table", "/no/such/file"), "/no/such/file", "cannot be read");
        assertRefused(properties("mpj.coll.log", "some"), "mpj.coll.log", "some", "true", "false");
    }

    @Test
    void tableOfTheUsersNamesItsWrongLine(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("my.table");
        Files.writeString(file, "bcast * * binomial\nreduce * *\n");
        assertRefused(properties("mpj.coll.table", file.toString()), "my.table, line 2", "3 words");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "cores,shm", "threads,shm", "threads,cores,shm", "tcp", "fabric"})
    void bundledTablesCanBeRead(String name) {
        SelectionTable table = SelectionTable.bundled(name);
        for (Collective collective : Collective.values()) {
            if (!Algorithms.of(collective).isEmpty()) {
                assertTrue(table.choose(collective, problem(5, 8), 8).algorithm().fits(problem(5, 8)));
            }
        }
    }

    /**
     * Non-blocking forms, and communicators on several hosts, have no shared memory. Lines of the table about shared
     * memory do not apply to them. Neither do lines that are better than shared memory for long messages only.
     */
    @ParameterizedTest
    @CsvSource({
        "SCATTER, 4, 1024, linear", "SCATTER, 8, 1024, binomial", "SCATTER, 8, 4096, linear",
        "ALLTOALL, 2, 8, two-process", "ALLTOALL, 2, 1048576, two-process", "ALLTOALL, 8, 8, linear",
        "ALLTOALL, 8, 1048576, pairwise", "ALLTOALL, 16, 8, bruck",
        "REDUCE, 2, 8, two-process", "REDUCE, 4, 8, binomial", "REDUCE, 4, 1048576, rabenseifner",
        "REDUCE_SCATTER, 4, 1024, recursive-halving", "REDUCE_SCATTER, 4, 1048576, pairwise",
    })
    void ranksThatShareNoMemoryHaveLinesOfTheirOwn(Collective collective, int size, long bytes, String algorithm) {
        Problem problem = problem(size, bytes);
        assertEquals(algorithm,
            SelectionTable.bundled("shm").choose(collective, problem, bytes).algorithm().name());
    }

    @ParameterizedTest
    @CsvSource({
        "SCATTER, 4, 1024, shared", "SCATTER, 4, 4096, linear", "SCATTER, 16, 4096, shared",
        "BCAST, 2, 8192, shared", "BCAST, 2, 65536, linear", "ALLREDUCE, 2, 65536, two-process",
        "ALLTOALL, 2, 1048576, two-process", "ALLTOALL, 2, 1048577, shared", "ALLTOALL, 8, 8, shared",
        "ALLTOALL, 8, 1048576, shared",
        "REDUCE_SCATTER, 4, 1024, shared", "REDUCE_SCATTER, 4, 1048576, pairwise",
        "REDUCE_SCATTER, 8, 1048576, shared",
    })
    void ranksThatShareMemoryDoWithoutItForSomeLongMessages(Collective collective, int size, long bytes,
                                                          String algorithm) {
        Problem problem = problem(size, bytes).shared(1 << 20);
        assertEquals(algorithm,
            SelectionTable.bundled("shm").choose(collective, problem, bytes).algorithm().name());
    }

    /**
     * The table for ranks that each have a core departs from the table for ranks that share cores only where its model
     * holds: for three ranks or more, and through shared memory.
     */
    @ParameterizedTest
    @EnumSource(Collective.class)
    void tableOfCoresDepartsOnlyForThreeRanksThatShareMemory(Collective collective) {
        SelectionTable cores = SelectionTable.bundled("cores,shm");
        SelectionTable shm = SelectionTable.bundled("shm");
        for (long bytes = 8; bytes <= 8 << 20 && !Algorithms.of(collective).isEmpty(); bytes *= 2) {
            for (Problem problem : List.of(problem(2, bytes).shared(1 << 20), problem(2, bytes), problem(16, bytes),
                problem(100, bytes))) {
                assertEquals(shm.choose(collective, problem, bytes).toString(),
                    cores.choose(collective, problem, bytes).toString(), problem::toString);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ALLREDUCE, 16, 8, shared-tree", "ALLREDUCE, 16, 65536, shared-scatter", "REDUCE, 16, 8, shared-tree",
        "REDUCE, 16, 65536, shared-scatter", "REDUCE, 16, 1048576, shared-scatter",
    })
    void ranksThatEachHaveACoreDivideTheWork(Collective collective, int size, long bytes, String algorithm) {
        Problem problem = problem(size, bytes).shared(1 << 18);
        assertEquals(algorithm,
            SelectionTable.bundled("cores,shm").choose(collective, problem, bytes).algorithm().name());
    }

    @ParameterizedTest
    @CsvSource({
        "ALLTOALL, 4, 65536, shared", "ALLTOALL, 4, 131072, linear", "ALLTOALL, 16, 65536, linear",
        "BCAST, 4, 131072, shared", "BCAST, 4, 1048576, binomial", "BCAST, 2, 1048576, linear",
        "SCATTER, 16, 32768, shared", "SCATTER, 16, 65536, linear", "ALLGATHER, 4, 1048576, neighbor-exchange",
        "ALLREDUCE, 16, 65536, shared-scatter", "ALLTOALLV, 4, 1048576, shared",
    })
    void ranksOfOneJvmSendLongMessagesWithoutSharedMemory(Collective collective, int size, long bytes,
                                                          String algorithm) {
        Problem problem = problem(size, bytes).shared(1 << 18);
        assertEquals(algorithm,
            SelectionTable.bundled("threads,cores,shm").choose(collective, problem, bytes).algorithm().name());
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "cores,shm", "threads,shm", "threads,cores,shm", "tcp", "fabric"})
    void twoGroupsHaveAlgorithmsOfTheirOwn(String name) {
        SelectionTable table = SelectionTable.bundled(name);
        for (Collective collective : Collective.values()) {
            for (int size = 2; size < 20 && !Algorithms.ofTwoGroups(collective).isEmpty(); size++) {
                for (long bytes = 8; bytes <= 8 << 20; bytes *= 8) {
                    Problem problem = problem(size, bytes).between(1 + size / 3);
                    Algorithm algorithm = table.choose(collective, problem, bytes).algorithm();
                    assertTrue(Algorithms.ofTwoGroups(collective).contains(algorithm), () -> problem.toString());
                    assertTrue(algorithm.fits(problem), () -> problem.toString());
                }
            }
        }
    }

    @Test
    void tableAndPropertiesNameAlgorithmsOfTwoGroupsToo() {
        Problem problem = problem(8, 1 << 20).between(3);
        SelectionTable table = SelectionTable.parse(List.of("bcast * * shared", "bcast * * two-level",
            "bcast * * pipelined:4k"), "test");
        Choice choice = table.choose(Collective.BCAST, problem, 1 << 20);
        assertEquals("pipelined:4096", choice.toString());
        assertTrue(Algorithms.ofTwoGroups(Collective.BCAST).contains(choice.algorithm()));
        choice = Selection.of(forced("bcast:k-nomial:8"), "tcp").choose(Collective.BCAST, problem, 8);
        assertEquals("k-nomial:8", choice.toString());
        assertTrue(Algorithms.ofTwoGroups(Collective.BCAST).contains(choice.algorithm()));
    }

    @Test
    void forcedAlgorithmThatTwoGroupsDoNotHaveGivesWayToTheTable() {
        Choice choice = Selection.of(forced("bcast:two-level"), "tcp")
            .choose(Collective.BCAST, problem(8, 8).between(3), 8);
        assertEquals("binomial", choice.toString());
        assertTrue(Algorithms.ofTwoGroups(Collective.BCAST).contains(choice.algorithm()));
    }

    @ParameterizedTest
    @EnumSource(Collective.class)
    void firstAlgorithmFitsEveryProblem(Collective collective) {
        for (int size = 1; size < 20 && !Algorithms.of(collective).isEmpty(); size++) {
            assertTrue(Algorithms.of(collective).getFirst().fits(problem(size, 8).commutative(false)));
        }
        for (int size = 2; size < 20 && !Algorithms.ofTwoGroups(collective).isEmpty(); size++) {
            for (int first = 1; first < size; first++) {
                assertTrue(Algorithms.ofTwoGroups(collective).getFirst()
                    .fits(problem(size, 8).commutative(false).between(first)));
            }
        }
    }
}
