package mpj.core.group;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * A directed graph of ranks. Each rank knows only the edges that end at it or begin at it. MPI: a distributed graph
 * topology. No other object has its arrays, and they do not change.
 *
 * @param size how many ranks the graph has
 * @param rank the rank whose edges these are
 * @param sources the ranks at which the edges begin that end here, in order
 * @param sourceWeights the weights of these edges; null if the graph has none
 * @param destinations the ranks at which the edges end that begin here, in order
 * @param destinationWeights the weights of these edges; null if the graph has none
 */
public record DistGraphTopology(int size, int rank, int[] sources, int[] sourceWeights, int[] destinations,
                                int[] destinationWeights) implements ProcessTopology {
    /** The number of ints of an edge, as {@link #named} writes it. */
    public static final int EDGE = 6;
    private static final int OTHER_END = 1;
    private static final int WEIGHT = 2;
    private static final int BEGINS_HERE = 3;
    private static final int NAMED_BY = 4;
    private static final int UNWEIGHTED = 1;

    /**
     * The topology of a rank that names its own edges. MPI: the arguments of MPI_Dist_graph_create_adjacent.
     *
     * @param weighted whether the graph has weights; if not, the weights passed do not matter
     */
    public static DistGraphTopology adjacent(int[] sources, int[] sourceWeights, int[] destinations,
                                             int[] destinationWeights, boolean weighted, int size, int rank) {
        checkRanks(sources, "sources", size);
        checkRanks(destinations, "destinations", size);
        if (!weighted) {
            return new DistGraphTopology(size, rank, sources.clone(), null, destinations.clone(), null);
        }
        checkWeights(sourceWeights, "sourceWeights", sources.length);
        checkWeights(destinationWeights, "destWeights", destinations.length);
        return new DistGraphTopology(size, rank, sources.clone(), sourceWeights.clone(), destinations.clone(),
            destinationWeights.clone());
    }

    /**
     * The edges that a rank names. Each edge is there twice: for the rank at which it begins, and for the rank at which
     * it ends. It has {@link #EDGE} ints, the first of which is the rank that it is for. MPI: the arguments of
     * MPI_Dist_graph_create.
     *
     * @param degrees for each source, how many of the destinations belong to its edges
     * @param weighted whether the graph has weights; if not, the weights passed do not matter
     * @param rank the rank that names the edges
     */
    public static int[] named(int[] sources, int[] degrees, int[] destinations, int[] weights, boolean weighted,
                              int size, int rank) {
        checkRanks(sources, "sources", size);
        checkRanks(destinations, "destinations", size);
        checkDegrees(degrees, sources.length, destinations.length);
        if (weighted) {
            checkWeights(weights, "weights", destinations.length);
        }
        int[] edges = new int[2 * EDGE * destinations.length];
        for (int i = 0, edge = 0; i < sources.length; i++) {
            for (int end = edge + degrees[i]; edge < end; edge++) {
                int weight = weighted ? weights[edge] : UNWEIGHTED;
                write(edges, 2 * edge, sources[i], destinations[edge], weight, 1, rank, edge);
                write(edges, 2 * edge + 1, destinations[edge], sources[i], weight, 0, rank, edge);
            }
        }
        return edges;
    }

    private static void write(int[] edges, int place, int... edge) {
        System.arraycopy(edge, 0, edges, place * EDGE, EDGE);
    }

    /**
     * The topology of a rank that was told of its edges. The edges are in the order of the ranks that have named them,
     * and then in the order in which each rank has named them. So several edges between the same ranks have the same
     * order at both ends.
     *
     * @param edges the edges for this rank, as {@link #named} writes them
     */
    public static DistGraphTopology of(int[] edges, boolean weighted, int size, int rank) {
        int[][] ordered = IntStream.range(0, edges.length / EDGE)
            .mapToObj(i -> Arrays.copyOfRange(edges, i * EDGE, (i + 1) * EDGE))
            .sorted((one, other) -> Arrays.compare(one, NAMED_BY, EDGE, other, NAMED_BY, EDGE)).toArray(int[][]::new);
        return new DistGraphTopology(size, rank, column(ordered, 0, OTHER_END),
            weighted ? column(ordered, 0, WEIGHT) : null, column(ordered, 1, OTHER_END),
            weighted ? column(ordered, 1, WEIGHT) : null);
    }

    private static int[] column(int[][] edges, int beginsHere, int column) {
        return Arrays.stream(edges).filter(edge -> edge[BEGINS_HERE] == beginsHere).mapToInt(edge -> edge[column])
            .toArray();
    }

    private static void checkRanks(int[] ranks, String name, int size) {
        checkNotNull(ranks, name);
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] < 0 || ranks[i] >= size) {
                throw new EngineException(ErrorClass.ERR_TOPOLOGY, name + "[" + i + "] is " + ranks[i]
                    + "; the communicator has the ranks 0 to " + (size - 1));
            }
        }
    }

    private static void checkDegrees(int[] degrees, int sources, int destinations) {
        checkNotNull(degrees, "degrees");
        checkLength(degrees, "degrees", sources, "sources");
        long sum = 0;
        for (int i = 0; i < degrees.length; i++) {
            if (degrees[i] < 0) {
                throw new EngineException(ErrorClass.ERR_TOPOLOGY, "degrees[" + i + "] is " + degrees[i]
                    + "; it must not be negative");
            }
            sum += degrees[i];
        }
        if (sum != destinations) {
            throw new EngineException(ErrorClass.ERR_TOPOLOGY, "destinations has " + destinations
                + " edges; the sum of degrees is " + sum);
        }
    }

    private static void checkWeights(int[] weights, String name, int edges) {
        checkNotNull(weights, name);
        checkLength(weights, name, edges, "edges");
        for (int i = 0; i < weights.length; i++) {
            if (weights[i] < 0) {
                throw new EngineException(ErrorClass.ERR_TOPOLOGY, name + "[" + i + "] is " + weights[i]
                    + "; it must not be negative");
            }
        }
    }

    private static void checkNotNull(int[] array, String name) {
        if (array == null) {
            throw new EngineException(ErrorClass.ERR_ARG, name + " is null; pass an array, which may have length 0");
        }
    }

    private static void checkLength(int[] array, String name, int length, String of) {
        if (array.length != length) {
            throw new EngineException(ErrorClass.ERR_ARG, name + " has length " + array.length
                + "; it must have one element for each of the " + length + " " + of);
        }
    }

    /** Whether the edges have weights. */
    public boolean isWeighted() {
        return sourceWeights != null;
    }

    /** The weight of one of the edges that end here; 1 if there are no weights. */
    public int sourceWeight(int edge) {
        return weight(sourceWeights, sources, edge);
    }

    /** The weight of one of the edges that begin here; 1 if there are no weights. */
    public int destinationWeight(int edge) {
        return weight(destinationWeights, destinations, edge);
    }

    private static int weight(int[] weights, int[] edges, int edge) {
        Objects.checkIndex(edge, edges.length);
        return weights == null ? UNWEIGHTED : weights[edge];
    }

    @Override
    public int[] sources(int own) {
        assert own == rank;
        return sources;
    }

    @Override
    public int[] destinations(int own) {
        assert own == rank;
        return destinations;
    }

    @Override
    public int[] arrivalOrder(int own) {
        return IntStream.range(0, sources.length).toArray();
    }
}
