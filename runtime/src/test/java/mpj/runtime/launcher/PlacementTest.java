package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mpj.runtime.agent.HostPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementTest {
    @TempDir
    Path folder;

    private static List<Host> hosts(String... arguments) {
        return HostList.of(CommandLine.parse(arguments));
    }

    private static List<List<Integer>> place(int ranks, String mapping, boolean oversubscribe, String hosts) {
        return Placement.of(hosts("--host", hosts), ranks, Mapping.named(mapping), oversubscribe).hosts().stream()
            .map(HostPlan::ranks).toList();
    }

    private String refusal(String... arguments) {
        return assertThrows(UsageException.class, () -> hosts(arguments)).getMessage();
    }

    @Test
    void hostfileHasBothFormsCommentsAndRanges() throws IOException {
        Path file = Files.writeString(folder.resolve("hosts"), """
            # a comment
            alpha slots=4   # of Open MPI's form
            beta:2

            node[08-11,20]-ib slots=3
            beta
            user@10.0.0.1:5
            """);
        assertEquals(List.of(new Host("alpha", 4), new Host("beta", 3), new Host("node08-ib", 3),
            new Host("node09-ib", 3), new Host("node10-ib", 3), new Host("node11-ib", 3), new Host("node20-ib", 3),
            new Host("user@10.0.0.1", 5)), hosts("--hostfile", file.toString()));
    }

    @Test
    void hostOptionTakesSlotsAndRanges() {
        assertEquals(List.of(new Host("a", 2), new Host("b1", 3), new Host("b2", 3), new Host("c", 1)),
            hosts("--host", "a:2,b[1-2]:3", "--host", "c"));
        assertEquals(List.of(new Host("fe80::1", 1)), hosts("--host", "fe80::1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-oProxyCommand=x", "a:0", "a:many", "a,,b", "n[1-", "n[3-1]", "n[x]", "a b",
        "n[1-999999999]"})
    void malformedHostIsRefused(String hosts) {
        assertTrue(refusal("--host", hosts).startsWith("--host " + hosts + ": "), refusal("--host", hosts));
    }

    @Test
    void malformedLineIsNamedWithItsNumber() throws IOException {
        Path file = Files.writeString(folder.resolve("hosts"), "a\nb slotz=3\n");
        assertTrue(refusal("--hostfile", file.toString()).startsWith(file + ", line 2: "));
        assertTrue(refusal("--hostfile", "/no/such").contains("there is no such file"));
    }

    @Test
    void bySlotFillsAHostBeforeTheNext() {
        assertEquals(List.of(List.of(0, 1), List.of(2, 3, 4)), place(5, "slot", false, "a:2,b:4,c:1"));
    }

    @Test
    void byNodeTakesHostsInTurn() {
        assertEquals(List.of(List.of(0, 3), List.of(1, 4, 6), List.of(2, 5)), place(7, "node", false, "a:2,b:4,c:2"));
    }

    @Test
    void moreRanksThanSlotsNeedLeave() {
        String message = assertThrows(UsageException.class, () -> place(4, "slot", false, "a:2,b:1")).getMessage();
        assertTrue(message.contains("-np 4") && message.contains("3 slots") && message.contains("--oversubscribe"),
            message);
        assertEquals(List.of(List.of(0, 1, 3, 4), List.of(2, 5)), place(6, "slot", true, "a:2,b:1"));
        assertEquals(List.of(List.of(0, 2, 3, 5), List.of(1, 4)), place(6, "node", true, "a:2,b:1"));
    }

    @Test
    void withoutNumberThereAreAsManyRanksAsSlots() {
        assertEquals(5, JobSpecification.of(CommandLine.parse(new String[] {"--host", "a:2,b:3", "App"}),
            java.util.Map.of()).size());
    }
}
