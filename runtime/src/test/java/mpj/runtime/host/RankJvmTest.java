package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which ranks of a host share a JVM. */
class RankJvmTest {
    private static BitSet cores(int from, int to) {
        BitSet cores = new BitSet();
        cores.set(from, to);
        return cores;
    }

    private static void describe(Path folder, int node, String cores) throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("node" + node)).resolve("cpulist"), cores + "\n");
    }

    /** The node of each of the ranks. */
    private static List<Integer> nodes(NumaNodes nodes, int ranks) {
        return IntStream.range(0, ranks).map(index -> nodes.nodeOf(index, ranks)).boxed().toList();
    }

    @Test
    void neighboursShareAJvmAndTheLastJvmHasWhatIsLeft() {
        List<List<Integer>> ranks = new ArrayList<>();
        RankJvm.ofThreads(List.of(3, 5, 7, 8, 9), RanksPerJvm.of("2"), CoreBinding.none(), Path.of("none"))
            .forEach(jvm -> ranks.add(jvm.ranks()));
        assertEquals(List.of(List.of(3, 5), List.of(7, 8), List.of(9)), ranks);
        assertEquals(List.of(List.of(3, 5)), RankJvm.ofThreads(List.of(3, 5), RanksPerJvm.HOST, CoreBinding.none(),
            Path.of("none")).stream().map(RankJvm::ranks).toList());
    }

    @Test
    void hostWithoutADescriptionHasOneNode(@TempDir Path folder) {
        assertEquals(1, NumaNodes.read(folder, cores(0, 4)).count());
        assertEquals(1, NumaNodes.read(folder.resolve("none"), cores(0, 4)).count());
        assertEquals(List.of(0, 0, 0), nodes(NumaNodes.read(folder, new BitSet()), 3));
    }

    @Test
    void nodesAreReadInTheOrderOfTheirNumbers(@TempDir Path folder) throws IOException {
        describe(folder, 10, "4-5");
        describe(folder, 2, "0-1,3,2");
        NumaNodes nodes = NumaNodes.read(folder, cores(0, 6));
        assertEquals(2, nodes.count());
        assertEquals(cores(0, 4), nodes.cores(0));
        assertEquals(1, nodes.nodeOf(5));
    }

    @Test
    void coresThatMpjrunMayNotUseDoNotCount(@TempDir Path folder) throws IOException {
        describe(folder, 0, "0-3");
        describe(folder, 1, "4-7");
        assertEquals(1, NumaNodes.read(folder, cores(4, 8)).count());
        assertEquals(cores(2, 4), NumaNodes.read(folder, cores(2, 6)).cores(0));
    }

    @Test
    void nodesGetRanksAsTheyHaveCores(@TempDir Path folder) throws IOException {
        describe(folder, 0, "0-2");
        describe(folder, 1, "");
        describe(folder, 2, "3");
        NumaNodes nodes = NumaNodes.read(folder, cores(0, 4));
        assertEquals(List.of(0, 0, 0, 1), nodes(nodes, 4));
        assertEquals(List.of(0, 0, 0, 0, 0, 0, 1, 1), nodes(nodes, 8));
        assertEquals(List.of(0, 0), nodes(nodes, 2));
        assertEquals(List.of(0), nodes(nodes, 1));
    }

    @Test
    void coresThatNoNodeListsBelongToTheFirst(@TempDir Path folder) throws IOException {
        describe(folder, 0, "0");
        describe(folder, 1, "1");
        NumaNodes nodes = NumaNodes.read(folder, cores(0, 3));
        assertEquals(0, nodes.nodeOf(2));
        assertEquals(2, nodes.cores(0).cardinality());
    }
}
