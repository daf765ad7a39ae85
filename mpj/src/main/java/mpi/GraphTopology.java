package mpi;

import java.util.Arrays;
import mpj.engine.ErrorClass;

/** A graph of ranks, as MPI describes one. Its arrays are nobody else's and do not change. */
record GraphTopology(int[] index, int[] edges) {
    /** A topology for not more than so many ranks. */
    static GraphTopology of(int[] index, int[] edges, int ranks) {
        if (index == null || edges == null) {
            throw new MPIException(ErrorClass.ERR_ARG, (index == null ? "index" : "edges")
                + " is null; pass an array, of length 0 if need be");
        }
        if (index.length > ranks) {
            throw new MPIException(ErrorClass.ERR_TOPOLOGY, "index has " + index.length
                + " nodes, more than the communicator has ranks, " + ranks);
        }
        int before = 0;
        for (int i = 0; i < index.length; i++) {
            if (index[i] < before) {
                throw new MPIException(ErrorClass.ERR_TOPOLOGY, "index[" + i + "] is " + index[i]
                    + "; it must not be less than the one before, " + before);
            }
            before = index[i];
        }
        if (edges.length != before) {
            throw new MPIException(ErrorClass.ERR_TOPOLOGY, "edges has " + edges.length + " edges; index ends with "
                + before);
        }
        for (int i = 0; i < edges.length; i++) {
            if (edges[i] < 0 || edges[i] >= index.length) {
                throw new MPIException(ErrorClass.ERR_TOPOLOGY, "edges[" + i + "] is " + edges[i]
                    + "; the nodes are 0 to " + (index.length - 1));
            }
        }
        return new GraphTopology(index.clone(), edges.clone());
    }

    int size() {
        return index.length;
    }

    int[] neighbours(int rank) {
        return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
    }
}
