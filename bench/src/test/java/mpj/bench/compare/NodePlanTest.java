package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodePlanTest {
    private static NodeScope scope(String problem) {
        Topology topology = new Topology(List.of(new Topology.Cpu(0, 0, 0, 0, ""), new Topology.Cpu(1, 0, 1, 0, "")),
            List.of(), 1);
        Path home = Path.of("/opt/mpj");
        return new NodeScope(List.of(NodePart.values()), List.of(16), List.of(), List.of(NodeKernel.values()), problem,
            List.of(Entrant.ours(new Peer.Mpj("mpj", home, false, List.of()), home)), Map.of(), topology);
    }

    @Test
    void moreTimeMeansMoreBlocks() {
        NodePlan hasty = NodePlan.of(scope("S"), 250);
        NodePlan thorough = NodePlan.of(scope("S"), 3600);
        assertTrue(hasty.effort().rounds() < thorough.effort().rounds(), hasty + " and " + thorough);
        assertTrue(hasty.seconds() <= 250 && thorough.seconds() <= 3600, hasty + " and " + thorough);
        assertEquals(List.of(), hasty.leftOut());
        assertEquals(Effort.LEVELS.getFirst(), thorough.effort());
    }

    @Test
    void lastKernelsAreLeftOutFirstAndNamed() {
        NodePlan plan = NodePlan.of(scope("C"), 600);
        List<NodeKernel> all = Arrays.asList(NodeKernel.values());
        int kept = plan.scope().kernels().size();
        assertTrue(kept < all.size(), plan::toString);
        assertEquals(all.subList(0, kept), plan.scope().kernels());
        assertEquals(all.subList(kept, all.size()), plan.leftOut());
    }

    @Test
    void partsHaveTheirNumbersOfRanks() {
        List<NodePlan.Step> steps = NodePlan.of(scope("S"), 3600).steps();
        assertEquals(List.of("start 2", "start 16", "pingpong 2", "collectives 16", "rma 2", "npb 16"),
            steps.stream().map(step -> step.part().label() + " " + step.ranks()).toList());
    }

    @Test
    void kernelTakesTheRanksThatItCanUse() {
        assertEquals(32, NodeKernel.CG.ranks(48));
        assertEquals(36, NodeKernel.BT.ranks(48));
        assertEquals(48, NodeKernel.EP.ranks(48));
    }

    @Test
    void unknownNamesAreRefusedWithTheKnownOnes() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> NodePart.named("mpi")).getMessage()
            .contains("--only mpi: there is no such part; there are start, pingpong, collectives, rma, npb"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> NodeKernel.named("DT")).getMessage()
            .contains("--kernels DT: there is no such benchmark; there are CG, MG, "));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> NodeKernel.checkedClass("Q")).getMessage()
            .contains("--class Q is not one of S, W, A, B, C, D"));
    }
}
