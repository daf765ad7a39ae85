package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines that are described by files of the test. */
class TopologyTest {
    @TempDir
    Path system;

    private void write(String file, Object text) throws IOException {
        Path path = system.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }

    private void cpu(int number, int socket, int core, String lastCache) throws IOException {
        String folder = "cpu/cpu" + number + "/";
        write(folder + "topology/physical_package_id", socket);
        write(folder + "topology/core_id", core);
        write(folder + "cache/index0/level", 1);
        write(folder + "cache/index0/type", "Data");
        write(folder + "cache/index0/size", "32K");
        write(folder + "cache/index0/shared_cpu_list", number);
        write(folder + "cache/index3/level", 3);
        write(folder + "cache/index3/type", "Unified");
        write(folder + "cache/index3/size", "16M");
        write(folder + "cache/index3/shared_cpu_list", lastCache);
    }

    private Topology of(int cpus) {
        BitSet allowed = new BitSet();
        allowed.set(0, cpus);
        return Topology.of(system, allowed);
    }

    @Test
    void hardwareThreadsOfACoreAreOneCore() throws IOException {
        for (int cpu = 0; cpu < 4; cpu++) {
            cpu(cpu, 0, cpu / 2, "0-3");
        }
        Topology topology = of(4);
        assertEquals(List.of(0, 2), topology.cores().stream().map(Topology.Cpu::number).toList());
        assertEquals(1, topology.sockets());
        assertEquals(-1, topology.far());
        assertEquals(List.of("L1d 32K", "L3 16M shared by 4 processors"),
            topology.caches().stream().map(Topology.Cache::toString).toList());
    }

    @Test
    void farIsInAnotherSocketBeforeAnotherNodeBeforeAnotherCache() throws IOException {
        cpu(0, 0, 0, "0");
        cpu(1, 0, 1, "1-3");
        assertEquals(1, of(2).far());
        assertEquals("another last-level cache", of(2).farWhere());
        cpu(2, 0, 2, "1-3");
        write("node/node0/cpulist", "0-1");
        write("node/node1/cpulist", "2-3");
        assertEquals(2, of(3).far());
        assertEquals("another NUMA node", of(3).farWhere());
        assertEquals(2, of(3).numaNodes());
        cpu(3, 1, 0, "1-3");
        assertEquals(3, of(4).far());
        assertEquals("another socket", of(4).farWhere());
        assertEquals(4, of(4).cores().size());
    }

    @Test
    void machineWithoutADescriptionHasACoreForEachProcessor() {
        Topology topology = of(3);
        assertEquals(3, topology.cores().size());
        assertEquals(1, topology.numaNodes());
        assertTrue(topology.caches().isEmpty());
    }

    @Test
    void thisMachineHasAProcessor() {
        assertTrue(Topology.here().cores().size() >= 1);
    }
}
