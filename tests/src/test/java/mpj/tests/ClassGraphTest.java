package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClassGraphTest {
    private final ClassGraph graph = new ClassGraph();

    private void need(String from, String to) {
        graph.add("   " + from + "      -> " + to + "   module\n");
    }

    @Test
    void circleHasAllClassesThatLeadToEachOther() {
        need("p.A", "p.B");
        need("p.B", "p.C");
        need("p.C", "p.A");
        need("p.C", "p.D");
        need("p.D", "p.E");
        need("p.E", "p.D");
        need("p.F", "p.A");
        assertEquals(List.of(Set.of("p.A", "p.B", "p.C"), Set.of("p.D", "p.E")), graph.circles("p"));
    }

    @Test
    void innerClassCountsAsItsOuterOne() {
        need("p.A$Inner", "p.B");
        need("p.B", "p.A");
        need("p.B", "p.B$1");
        assertEquals(List.of(Set.of("p.A", "p.B")), graph.circles("p"));
    }

    @Test
    void wayThroughAnotherPackageIsNoCircleWithinOne() {
        need("p.A", "q.B");
        need("q.B", "p.A");
        assertEquals(List.of(), graph.circles("p"));
        assertEquals(Map.of("p", Set.of("q"), "q", Set.of("p")), graph.packages());
    }
}
