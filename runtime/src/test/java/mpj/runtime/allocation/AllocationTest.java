package mpj.runtime.allocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllocationTest {
    @TempDir
    private Path folder;

    private static String hosts(Map<String, String> environment) {
        return Allocation.of(environment).orElseThrow().hosts().stream()
            .map(host -> host.name() + ":" + host.slots()).collect(Collectors.joining(" "));
    }

    private static Map<String, String> slurm(String nodes, String tasks) {
        return Map.of("SLURM_JOB_NODELIST", nodes, "SLURM_TASKS_PER_NODE", tasks);
    }

    private String file(String... lines) throws IOException {
        return Files.write(folder.resolve("hosts"), List.of(lines)).toString();
    }

    private static String refusal(Map<String, String> environment) {
        return assertThrows(AllocationException.class, () -> Allocation.of(environment)).getMessage();
    }

    @Test
    void withoutAResourceManagerThereIsNone() {
        assertEquals(Optional.empty(), Allocation.of(Map.of("PATH", "/bin")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "vm | 4 | vm:4",
        "node[01-04,07],gpu3 | 2(x5),1 | node01:2 node02:2 node03:2 node04:2 node07:2 gpu3:1",
        "n[8-11] | 1(x4) | n8:1 n9:1 n10:1 n11:1",
        "n[098-101]-ib | 3,1(x3) | n098-ib:3 n099-ib:1 n100-ib:1 n101-ib:1",
        "r[1-2]n[1,3] | 1(x4) | r1n1:1 r1n3:1 r2n1:1 r2n3:1",
        "a,b[5],c | 1,2,3 | a:1 b5:2 c:3"})
    void slurmListsAreExpanded(String nodes, String tasks, String expected) {
        assertEquals(expected, hosts(slurm(nodes, tasks)));
    }

    @Test
    void slurmWithoutTasksGivesEachNodeItsProcessors() {
        assertEquals("n1:8 n2:8", hosts(Map.of("SLURM_JOB_NODELIST", "n[1-2]", "SLURM_JOB_CPUS_PER_NODE", "8(x2)")));
        assertEquals("n1:1 n2:1", hosts(Map.of("SLURM_JOB_NODELIST", "n[1-2]")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"n[1-2 | 1(x2)", "n[1-x] | 1", "n1] | 1", "n1,,n2 | 1(x2)", "n[] | 1",
        "n[1-2] | 1", "n1 | 1(x2)", "n1 | 0", "n1 | many", "n[1-999999999] | 1"})
    void malformedSlurmListIsNamedWithItsValue(String nodes, String tasks) {
        String message = refusal(slurm(nodes, tasks));
        assertTrue(message.contains("=" + nodes) || message.contains("=" + tasks), message);
    }

    @Test
    void pbsFileNamesAHostForEachSlot() throws IOException {
        assertEquals("b.cluster:2 a.cluster:1",
            hosts(Map.of("PBS_NODEFILE", file("b.cluster", "a.cluster", "", "b.cluster"))));
    }

    @Test
    void lsfTakesTheFileThenThePairsThenTheHosts() throws IOException {
        Map<String, String> environment = new HashMap<>(Map.of("LSB_HOSTS", "a a b"));
        assertEquals("a:2 b:1", hosts(environment));
        environment.put("LSB_MCPU_HOSTS", "c 3 d 1 ");
        assertEquals("c:3 d:1", hosts(environment));
        environment.put("LSB_DJOB_HOSTFILE", file("e", "e", "f"));
        assertEquals("e:2 f:1", hosts(environment));
    }

    @Test
    void gridEngineFileHasSlotsInItsSecondColumn() throws IOException {
        assertEquals("n1:4 n2:2", hosts(Map.of("PE_HOSTFILE",
            file("n1 4 all.q@n1 UNDEFINED", "n2 2 all.q@n2 <NULL>"))));
    }

    @Test
    void unreadableListsAreNamed() throws IOException {
        assertTrue(refusal(Map.of("PBS_NODEFILE", "/nowhere/hosts")).contains("PBS_NODEFILE=/nowhere/hosts"));
        assertTrue(refusal(Map.of("PBS_NODEFILE", file(""))).contains("PBS has allocated no host"));
        assertTrue(refusal(Map.of("LSB_MCPU_HOSTS", "a 1 b")).contains("LSB_MCPU_HOSTS=a 1 b"));
        assertTrue(refusal(Map.of("PE_HOSTFILE", file("n1 many"))).contains("many"));
    }

    @Test
    void slotsAreSummed() {
        assertEquals(7, Allocation.of(slurm("n[1-3]", "3,2(x2)")).orElseThrow().slots());
    }
}
