package mpj.core.group;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpj.core.datatype.Constants;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** A grid of ranks. The last dimension runs fastest. No other object has its arrays, and they do not change. */
public record CartTopology(int[] dims, boolean[] periods) implements ProcessTopology {
    /** A topology for at most this many ranks. */
    public static CartTopology of(int[] dims, boolean[] periods, int ranks) {
        if (dims == null || periods == null) {
            throw new EngineException(ErrorClass.ERR_ARG, (dims == null ? "dims" : "periods")
                + " is null; pass an array with one element for each dimension");
        }
        if (dims.length != periods.length) {
            throw new EngineException(ErrorClass.ERR_DIMS, "dims has " + dims.length + " dimensions, periods has "
                + periods.length + "; their lengths must be equal");
        }
        long size = 1;
        for (int i = 0; i < dims.length; i++) {
            if (dims[i] < 1) {
                throw new EngineException(ErrorClass.ERR_DIMS, "dims[" + i + "] is " + dims[i]
                    + "; it must be at least 1");
            }
            size *= dims[i];
            if (size > ranks) {
                throw new EngineException(ErrorClass.ERR_TOPOLOGY, "dims " + Arrays.toString(dims)
                    + " take more ranks than the communicator has, " + ranks);
            }
        }
        return new CartTopology(dims.clone(), periods.clone());
    }

    @Override
    public int size() {
        return Arrays.stream(dims).reduce(1, (product, dim) -> product * dim);
    }

    public int rank(int[] coords) {
        if (coords == null || coords.length != dims.length) {
            throw new EngineException(ErrorClass.ERR_ARG, "coords is " + Arrays.toString(coords)
                + "; pass an array with one element for each of the topology's " + dims.length + " dimensions");
        }
        int rank = 0;
        for (int i = 0; i < dims.length; i++) {
            if (!periods[i] && (coords[i] < 0 || coords[i] >= dims[i])) {
                throw new EngineException(ErrorClass.ERR_ARG, "coords[" + i + "] is " + coords[i] + "; dimension " + i
                    + " is not periodic and goes from 0 to " + (dims[i] - 1));
            }
            rank = rank * dims[i] + Math.floorMod(coords[i], dims[i]);
        }
        return rank;
    }

    public int[] coords(int rank) {
        int[] coords = new int[dims.length];
        int rest = rank;
        for (int i = dims.length - 1; i >= 0; i--) {
            coords[i] = rest % dims[i];
            rest /= dims[i];
        }
        return coords;
    }

    /** As {@link #coords}, for a rank that the program passes. */
    public int[] coordsOf(int rank) {
        if (rank < 0 || rank >= size()) {
            throw new EngineException(ErrorClass.ERR_RANK, "rank is " + rank + "; it must be 0 to " + (size() - 1));
        }
        return coords(rank);
    }

    /** As {@link #neighbour}, for a dimension that the program passes. */
    public int shifted(int rank, int direction, long disp) {
        if (direction < 0 || direction >= dims.length) {
            throw new EngineException(ErrorClass.ERR_ARG, "direction is " + direction + "; the topology has "
                + dims.length + " dimensions, the first of which is 0");
        }
        return neighbour(rank, direction, disp);
    }

    /** The rank at a distance from a rank in a dimension, or PROC_NULL beyond an edge. */
    int neighbour(int rank, int direction, long disp) {
        int[] coords = coords(rank);
        long coord = coords[direction] + disp;
        if (!periods[direction] && (coord < 0 || coord >= dims[direction])) {
            return Constants.PROC_NULL;
        }
        coords[direction] = Math.floorMod(coord, dims[direction]);
        return rank(coords);
    }

    @Override
    public int[] sources(int rank) {
        return neighbours(rank);
    }

    @Override
    public int[] destinations(int rank) {
        return neighbours(rank);
    }

    /** The neighbours below and above in each dimension. */
    private int[] neighbours(int rank) {
        return IntStream.range(0, 2 * dims.length).map(i -> neighbour(rank, i / 2, i % 2 == 0 ? -1 : 1)).toArray();
    }

    /**
     * In each dimension, the message from above is taken before the message from below. This matters if both neighbours
     * are the same rank. That rank sends downwards first, and the message that it sends downwards comes from above
     * here.
     */
    @Override
    public int[] arrivalOrder(int rank) {
        return IntStream.range(0, 2 * dims.length).map(i -> i ^ 1).toArray();
    }

    /** The topology of the dimensions that remain. */
    public CartTopology remaining(boolean[] remains) {
        int[] dimsLeft = new int[dims.length];
        boolean[] periodsLeft = new boolean[dims.length];
        int left = 0;
        for (int i = 0; i < dims.length; i++) {
            if (remains[i]) {
                dimsLeft[left] = dims[i];
                periodsLeft[left++] = periods[i];
            }
        }
        return new CartTopology(Arrays.copyOf(dimsLeft, left), Arrays.copyOf(periodsLeft, left));
    }

    /** Whether two ranks differ only in dimensions that remain. */
    public boolean together(int rank1, int rank2, boolean[] remains) {
        int[] coords1 = coords(rank1);
        int[] coords2 = coords(rank2);
        for (int i = 0; i < dims.length; i++) {
            if (!remains[i] && coords1[i] != coords2[i]) {
                return false;
            }
        }
        return true;
    }
}
