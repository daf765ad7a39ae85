package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodePageTest {
    private final Path home = Path.of("/opt/mpj");
    private final List<Measured> figures = new ArrayList<>();

    private NodeScope scope(boolean far) {
        Topology topology = new Topology(List.of(new Topology.Cpu(0, 0, 0, 0, ""),
            new Topology.Cpu(1, far ? 1 : 0, 1, 0, "")), List.of(), 1);
        Entrant ours = Entrant.ours(new Peer.Mpj("mpj", home, false, List.of()), home);
        Peer openmpi = new Peer.OpenMpi("openmpi", Path.of("/opt/openmpi"), Peer.Network.OWN_CHOICE);
        return new NodeScope(List.of(NodePart.values()), List.of(6), List.of(8, 65_536),
            List.of(NodeKernel.CG, NodeKernel.BT), "A",
            List.of(ours, new Entrant(openmpi, home, null, null, null)), Map.of("openmpi", Path.of("/opt/npb")),
            topology);
    }

    private void figure(String what, int ranks, long bytes, String side, double value) {
        figures.add(new Measured(what, ranks, bytes, side, "µs", new Spread(value, value, value), 1));
    }

    private String page(boolean far) {
        return NodePage.of("1 May 2030", Map.of("processor", "A | B"), "bin/bench node", scope(far),
            Map.of("openmpi", "Open MPI v5"), figures, List.of("X is left out."));
    }

    private static void assertLine(String page, String line) {
        assertTrue(page.lines().anyMatch(line::equals), () -> line + " is not in\n" + page);
    }

    @Test
    void collectiveHasTheTimesOfAllLibrariesAndTheMeanOfTheRatios() {
        figure("Bcast", 6, 8, "mpj", 1);
        figure("Bcast", 6, 8, "openmpi", 4);
        figure("Bcast", 6, 65_536, "mpj", 123.4);
        figure("Bcast", 6, 65_536, "openmpi", 123.4);
        figure("Barrier", 6, 0, "mpj", 22.22);
        String page = page(false);
        assertLine(page, "| collective | 8 | 65536 | / openmpi |");
        assertLine(page, "| Bcast | 1.00 / 4.00 | 123 / 123 | 0.50 |");
        assertLine(page, "| Barrier | 22.2 / – |  | – |");
        assertLine(page, "| Alltoall | – / – | – / – | – |");
    }

    @Test
    void lineOfTheFileEndsInTheAlgorithm() {
        Spread spread = new Spread(1.5, 1, 2);
        assertEquals(Measured.CSV_HEADING.split(",").length,
            new Measured("Reduce", 6, 8, "a,b", "µs", spread, 3, "shared-tree:4").csv().split(",").length);
        assertEquals("Reduce,6,8,a;b,us,1.50000,1.00000,2.00000,3,shared-tree:4",
            new Measured("Reduce", 6, 8, "a,b", "µs", spread, 3, "shared-tree:4").csv());
        assertEquals("start,6,0,mpj,s,1.50000,1.00000,2.00000,3,",
            new Measured("start", 6, 0, "mpj", "s", spread, 3).csv());
    }

    @Test
    void kernelHasItsOwnNumberOfRanksAndTheSecondRun() {
        figure("CG.A", 4, 0, "mpj", 9);
        figure("CG.A again", 4, 0, "mpj", 5);
        figure("CG.A", 4, 0, "openmpi (NPB)", 4);
        String page = page(false);
        assertLine(page, "| benchmark | ranks | mpj | mpj again | openmpi (NPB) |");
        assertLine(page, "| CG | 4 | 9.00 | 5.00 | 4.00 |");
        assertLine(page, "| BT | 4 | – | – | – |");
    }

    @Test
    void farColumnsAreThereOnlyWhereCoresAreFar() {
        figure("PingPong", 2, 8, "mpj", 0.2);
        figure("PingPong far", 2, 8, "mpj", 0.5);
        assertLine(page(false), "| 8 | 0.200 | – |");
        assertLine(page(true), "| 8 | 0.200 | – | 0.500 | – |");
        assertLine(page(true), "| bytes | mpj | openmpi | far: mpj | far: openmpi |");
        assertFalse(page(false).contains("far"));
    }

    @Test
    void machineAndReasonsAreOnThePage() {
        String page = page(false);
        assertTrue(page.startsWith("## A | B, 2 cores\n\n    bin/bench node\n"), page);
        assertLine(page, "| processor | A \\| B |");
        assertLine(page, "| date | 1 May 2030 |");
        assertLine(page, "- X is left out.");
        assertEquals(2, page.lines().filter(line -> line.matches("\\| (2|6) \\| – \\| – \\|")).count(), page);
    }
}
