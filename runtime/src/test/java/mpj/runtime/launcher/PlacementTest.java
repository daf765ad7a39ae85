package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mpj.runtime.agent.HostPlan;
import mpj.runtime.host.UsageException;
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
        return Placement.of(hosts("--host", hosts), ranks, Mapping.of(mapping), oversubscribe).hosts().stream()
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
    void hostTakesNoMoreThanItsMaxSlots() throws IOException {
        Path file = Files.writeString(folder.resolve("hosts"), """
            a slots=2 max_slots=3
            b max-slots = 2
            c slots = 1
            """);
        List<Host> hosts = hosts("--hostfile", file.toString());
        assertEquals(List.of(new Host("a", 2, 3), new Host("b", 1, 2), new Host("c", 1)), hosts);
        assertEquals(List.of(List.of(0, 1, 4), List.of(2, 5), List.of(3, 6, 7)),
            ranks(Placement.of(hosts, 8, Mapping.of("slot"), true)));
        assertEquals(List.of(List.of(0, 3, 4), List.of(1, 5), List.of(2, 6, 7)),
            ranks(Placement.of(hosts, 8, Mapping.of("node"), true)));
        String message = assertThrows(UsageException.class, () -> Placement.of(hosts.subList(0, 2), 6,
            Mapping.of("slot"), true)).getMessage();
        assertTrue(message.contains("-np 6") && message.contains("5 ranks at most"), message);
        Files.writeString(file, "a slots=4 max_slots=3\n");
        assertTrue(refusal("--hostfile", file.toString()).contains("max_slots=3 of a is less than its 4 slots"));
    }

    private static List<List<Integer>> ranks(Placement placement) {
        return placement.hosts().stream().map(HostPlan::ranks).toList();
    }

    @Test
    void ranksPerHostFollowTheMapping() {
        JobSpecification job = JobSpecification.of(CommandLine.parse(new String[] {"--host", "a,b:9", "--map-by",
            "ppr:3:host", "App"}), java.util.Map.of());
        assertEquals(6, job.size());
        assertEquals(List.of(List.of(0, 1, 2), List.of(3, 4, 5)),
            ranks(Placement.of(job.hosts().hosts(), 6, job.hosts().mapping(), false)));
        assertEquals(0, job.coresOfRank());
    }

    @Test
    void coresOfARankFollowTheMapping() {
        assertEquals(new Mapping(Mapping.Order.NODE, 0, 4), Mapping.of("node:pe=4"));
        assertEquals(new Mapping(Mapping.Order.SLOT, 2, 3), Mapping.of("ppr:2:node:PE=3"));
        assertEquals(List.of(4, 4, 0, 1), List.of(cores("--map-by", "slot:pe=4"),
            cores("--map-by", "slot:pe=4", "--bind-to", "core"), cores("--map-by", "slot:pe=4", "--bind-to", "none"),
            cores("--map-by", "core")));
    }

    private static int cores(String... options) {
        List<String> words = new java.util.ArrayList<>(List.of(options));
        words.add("App");
        return JobSpecification.of(CommandLine.parse(words.toArray(String[]::new)), java.util.Map.of()).coresOfRank();
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "ppr:0:host", "ppr:2", "ppr:2:core", "slot:pe=0", "slot:pe=", "slot:", ""})
    void malformedMappingIsRefused(String mapping) {
        String message = assertThrows(UsageException.class, () -> Mapping.of(mapping)).getMessage();
        assertTrue(message.startsWith("--map-by " + mapping + ": "), message);
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
    void moreRanksThanSlotsNeedOversubscribe() {
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
