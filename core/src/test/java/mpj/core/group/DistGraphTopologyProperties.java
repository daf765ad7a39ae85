package mpj.core.group;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whichever rank names an edge, both ends of the edge know it. */
class DistGraphTopologyProperties {
    private record Edge(int from, int to, int weight) {
    }

    /**
     * Each rank names some edges. Each end gets the edges of rank 0 first, in the order in which rank 0 has named them.
     */
    @Property(tries = 300)
    void bothEndsKnowEveryEdgeInTheSameOrder(@ForAll @IntRange(min = 1, max = 9) int size,
                                             @ForAll @IntRange(max = 40) int edges, @ForAll boolean weighted,
                                             @ForAll long seed) {
        Random random = new Random(seed);
        List<Edge> all = new ArrayList<>();
        List<int[]> underWay = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            List<Edge> own = new ArrayList<>();
            for (int i = random.nextInt(edges + 1); i > 0; i--) {
                own.add(new Edge(random.nextInt(size), random.nextInt(size), random.nextInt(100)));
            }
            all.addAll(own);
            int[] named = DistGraphTopology.named(own.stream().mapToInt(Edge::from).toArray(),
                own.stream().mapToInt(_ -> 1).toArray(), own.stream().mapToInt(Edge::to).toArray(),
                own.stream().mapToInt(Edge::weight).toArray(), weighted, size, rank);
            for (int at = 0; at < named.length; at += DistGraphTopology.EDGE) {
                underWay.add(Arrays.copyOfRange(named, at, at + DistGraphTopology.EDGE));
            }
        }
        Collections.shuffle(underWay, random);
        for (int rank = 0; rank < size; rank++) {
            int self = rank;
            DistGraphTopology topology = DistGraphTopology.of(underWay.stream().filter(edge -> edge[0] == self)
                .flatMapToInt(Arrays::stream).toArray(), weighted, size, rank);
            List<Edge> in = all.stream().filter(edge -> edge.to == self).toList();
            List<Edge> out = all.stream().filter(edge -> edge.from == self).toList();
            assertEquals(weighted, topology.isWeighted());
            assertArrayEquals(in.stream().mapToInt(Edge::from).toArray(), topology.sources(rank));
            assertArrayEquals(out.stream().mapToInt(Edge::to).toArray(), topology.destinations(rank));
            for (int i = 0; i < in.size(); i++) {
                assertEquals(weighted ? in.get(i).weight : 1, topology.sourceWeight(i));
            }
            for (int i = 0; i < out.size(); i++) {
                assertEquals(weighted ? out.get(i).weight : 1, topology.destinationWeight(i));
            }
        }
    }

    @Example
    void severalDestinationsOfASourceFollowEachOther() {
        int[] named = DistGraphTopology.named(new int[] {2, 0}, new int[] {2, 1}, new int[] {0, 1, 2}, null, false, 3,
            1);
        int[] from2 = IntStream.range(0, named.length / DistGraphTopology.EDGE)
            .filter(i -> named[i * DistGraphTopology.EDGE] == 2)
            .flatMap(i -> Arrays.stream(named, i * DistGraphTopology.EDGE, (i + 1) * DistGraphTopology.EDGE))
            .toArray();
        DistGraphTopology topology = DistGraphTopology.of(from2, false, 3, 2);
        assertArrayEquals(new int[] {0, 1}, topology.destinations());
        assertArrayEquals(new int[] {0}, topology.sources());
        assertFalse(topology.isWeighted());
    }

    @Example
    void wrongArgumentsAreNamed() {
        int[] none = {};
        int[] one = {1};
        assertError(ErrorClass.ERR_ARG, "sources is null", null, one, one, one);
        assertError(ErrorClass.ERR_ARG, "destinations is null", one, one, null, one);
        assertError(ErrorClass.ERR_ARG, "degrees is null", one, null, one, one);
        assertError(ErrorClass.ERR_ARG, "weights is null", one, one, one, null);
        assertError(ErrorClass.ERR_ARG, "degrees has length 0", one, none, one, one);
        assertError(ErrorClass.ERR_ARG, "weights has length 0", one, one, one, none);
        assertError(ErrorClass.ERR_TOPOLOGY, "sources[0] is 4", new int[] {4}, one, one, one);
        assertError(ErrorClass.ERR_TOPOLOGY, "destinations[0] is -1", one, one, new int[] {-1}, one);
        assertError(ErrorClass.ERR_TOPOLOGY, "degrees[0] is -1", one, new int[] {-1}, one, one);
        assertError(ErrorClass.ERR_TOPOLOGY, "the sum of degrees is 1", one, one, none, none);
        assertError(ErrorClass.ERR_TOPOLOGY, "weights[0] is -1", one, one, one, new int[] {-1});
        EngineException e = assertThrows(EngineException.class,
            () -> DistGraphTopology.adjacent(one, one, one, none, true, 4, 0));
        assertTrue(e.getMessage().contains("destWeights has length 0"), e::getMessage);
    }

    private static void assertError(ErrorClass error, String words, int[] sources, int[] degrees, int[] destinations,
                                    int[] weights) {
        EngineException e = assertThrows(EngineException.class,
            () -> DistGraphTopology.named(sources, degrees, destinations, weights, true, 4, 0));
        assertTrue(e.getMessage().contains(words), e::getMessage);
        assertEquals(error, e.error(), e::getMessage);
    }
}
