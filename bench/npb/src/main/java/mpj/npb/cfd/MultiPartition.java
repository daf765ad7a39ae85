package mpj.npb.cfd;

import java.util.Arrays;
import java.util.function.BiFunction;

/**
 * The multi-partition scheme of SP and BT. On p times p ranks the cube is cut into p cells along each axis. Each rank
 * has p cells, one in every layer along each axis, so all ranks have work in every stage of a sweep along any axis. For
 * each side, one rank has the neighbours of all cells of a rank.
 */
public final class MultiPartition {
    private final int layers;
    private final Block[] cells;
    /** By axis and layer: this rank's cells. */
    private final Block[][] byLayer;
    private final int[] predecessor;
    private final int[] successor;

    /**
     * Finds this rank's cells.
     *
     * @param edge how many points an edge of the cube has
     * @param rank this rank
     * @param ranks the number of ranks, which is a square number
     */
    public MultiPartition(int edge, int rank, int ranks) {
        check(edge, ranks);
        int p = root(ranks);
        layers = p;
        int x = rank % p;
        int y = rank / p;
        predecessor = new int[] {before(x) + p * y, x + p * before(y), after(x) + p * before(y)};
        successor = new int[] {after(x) + p * y, x + p * after(y), before(x) + p * after(y)};
        cells = new Block[p];
        byLayer = new Block[Block.AXES][p];
        for (int z = 0; z < p; z++) {
            int[] layer = {x, y, z};
            int[] low = new int[Block.AXES];
            int[] size = new int[Block.AXES];
            for (int axis = 0; axis < Block.AXES; axis++) {
                low[axis] = low(edge, layer[axis]);
                size[axis] = low(edge, layer[axis] + 1) - low[axis];
            }
            cells[z] = new Block(edge, low, size);
            for (int axis = 0; axis < Block.AXES; axis++) {
                byLayer[axis][layer[axis]] = cells[z];
            }
            x = after(x);
            y = before(y);
        }
    }

    /**
     * Checks that cells are large enough.
     *
     * @throws IllegalArgumentException if a cell would be too small; the message says what would be right
     */
    public static void check(int edge, int ranks) {
        int points = edge / root(ranks);
        if (points < 3) {
            throw new IllegalArgumentException("npb: on " + ranks + " ranks a cell would have " + points
                + " points along an edge, and 3 are the least; run a larger class, or at most "
                + (edge / 3) * (edge / 3) + " ranks");
        }
    }

    private static int root(int ranks) {
        return (int) Math.round(Math.sqrt(ranks));
    }

    private int before(int layer) {
        return (layer + layers - 1) % layers;
    }

    private int after(int layer) {
        return (layer + 1) % layers;
    }

    /** Where a layer begins. If the points cannot be divided equally, the first layers have one point more. */
    private int low(int edge, int layer) {
        return edge / layers * layer + Math.min(layer, edge % layers);
    }

    /** How many cells there are along each axis. Each rank has as many. */
    public int layers() {
        return layers;
    }

    /** This rank's cells. */
    public Block[] cells() {
        return cells.clone();
    }

    /** This rank's cell in a layer along an axis. */
    public Block cell(int axis, int layer) {
        return byLayer[axis][layer];
    }

    /** The lines of this rank's cells, by axis and layer, with the fields that a solver reads in each cell. */
    public Lines[][] lines(BiFunction<Block, Integer, double[][][]> fields) {
        Lines[][] lines = new Lines[Block.AXES][layers];
        for (int axis = 0; axis < Block.AXES; axis++) {
            for (int layer = 0; layer < layers; layer++) {
                Block cell = byLayer[axis][layer];
                lines[axis][layer] = new Lines(cell, axis, fields.apply(cell, axis));
            }
        }
        return lines;
    }

    /** The rank that has the cells before this rank's along an axis. */
    public int predecessor(int axis) {
        return predecessor[axis];
    }

    /** The rank that has the cells after this rank's along an axis. */
    public int successor(int axis) {
        return successor[axis];
    }

    /** The length of the longest row of a cell, in points. */
    public int longestRow() {
        return Arrays.stream(cells).mapToInt(cell -> cell.size(0)).max().orElseThrow();
    }
}
