package mpi;

import mpj.core.group.CartTopology;

/** A grid and the place of a rank in it, as {@link CartComm#getTopo} returns them. */
public final class CartParms {
    private final CartTopology topology;
    private final int[] coords;

    CartParms(CartTopology topology, int[] coords) {
        this.topology = topology;
        this.coords = coords;
    }

    /**
     * The number of dimensions.
     *
     * @return 0 or more
     */
    public int getDimCount() {
        return coords.length;
    }

    /**
     * The number of ranks in a dimension.
     *
     * @param i the dimension, from 0
     * @return at least 1
     */
    public int getDim(int i) {
        return topology.dims()[i];
    }

    /**
     * Whether a dimension is periodic.
     *
     * @param i the dimension, from 0
     * @return true if so
     */
    public boolean getPeriod(int i) {
        return topology.periods()[i];
    }

    /**
     * The rank's coordinate in a dimension.
     *
     * @param i the dimension, from 0
     * @return 0 to {@link #getDim} - 1
     */
    public int getCoord(int i) {
        return coords[i];
    }
}
