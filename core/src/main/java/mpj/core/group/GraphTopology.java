package mpj.core.group;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** A graph of ranks, as MPI describes one. No other object has its arrays, and they do not change. */
public record GraphTopology(int[] index, int[] edges) implements ProcessTopology {
    /** A topology for at most this many ranks. */
    public static GraphTopology of(int[] index, int[] edges, int ranks) {
        if (index == null || edges == null) {
            throw new EngineException(ErrorClass.ERR_ARG, (index == null ? "index" : "edges")
                + " is null; pass an array, which may have length 0");
        }
        if (index.length > ranks) {
            throw new EngineException(ErrorClass.ERR_TOPOLOGY, "index has " + index.length
                + " nodes, more than the communicator has ranks, " + ranks);
        }
        int before = 0;
        for (int i = 0; i < index.length; i++) {
            if (index[i] < before) {
                throw new EngineException(ErrorClass.ERR_TOPOLOGY, "index[" + i + "] is " + index[i]
                    + "; it must not be less than the one before, " + before);
            }
            before = index[i];
        }
        if (edges.length != before) {
            throw new EngineException(ErrorClass.ERR_TOPOLOGY, "edges has " + edges.length + " edges; index ends with "
                + before);
        }
        for (int i = 0; i < edges.length; i++) {
            if (edges[i] < 0 || edges[i] >= index.length) {
                throw new EngineException(ErrorClass.ERR_TOPOLOGY, "edges[" + i + "] is " + edges[i]
                    + "; the nodes are 0 to " + (index.length - 1));
            }
        }
        return new GraphTopology(index.clone(), edges.clone());
    }

    @Override
    public int size() {
        return index.length;
    }

    @Override
    public int[] sources(int rank) {
        return neighbours(rank);
    }

    @Override
    public int[] destinations(int rank) {
        return neighbours(rank);
    }

    /** The nodes to which the edges of a node lead. Each edge also leads back. */
    private int[] neighbours(int rank) {
        return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
    }

    /** As {@link #neighbours}, for a rank that the program passes. */
    public int[] neighboursOf(int rank) {
        if (rank < 0 || rank >= size()) {
            throw new EngineException(ErrorClass.ERR_RANK, "rank is " + rank + "; it must be 0 to " + (size() - 1));
        }
        return neighbours(rank);
    }

    @Override
    public int[] arrivalOrder(int rank) {
        return IntStream.range(0, neighbours(rank).length).toArray();
    }
}
