package mpj.npb.mg;

/**
 * The ranks as a box, and the place of one of them. Ranks are a power of two; z gets the most, x the fewest.
 *
 * @param sizes ranks along x, y, z
 * @param coordinates of this rank
 */
record Place(int[] sizes, int[] coordinates) {
    static Place of(int ranks, int rank) {
        int log = Integer.numberOfTrailingZeros(ranks);
        int x = 1 << log / 3;
        int y = 1 << (log - log / 3) / 2;
        return new Place(new int[] {x, y, ranks / (x * y)}, new int[] {rank % x, rank / x % y, rank / (x * y)});
    }

    /** The first of the points along an axis that this rank has, of as many as an edge has. */
    int first(int axis, int edge) {
        return first(axis, edge, coordinates[axis]);
    }

    private int first(int axis, int edge, int coordinate) {
        return (int) ((long) coordinate * edge / sizes[axis]);
    }

    /** How many points along an axis the rank at a distance from this one has. */
    int points(int axis, int edge, int distance) {
        int coordinate = coordinates[axis] + distance;
        return first(axis, edge, coordinate + 1) - first(axis, edge, coordinate);
    }

    /** The rank at a distance along an axis, around the box. */
    int neighbour(int axis, int distance) {
        int[] at = coordinates.clone();
        at[axis] = Math.floorMod(at[axis] + distance, sizes[axis]);
        return at[0] + sizes[0] * (at[1] + sizes[1] * at[2]);
    }
}
