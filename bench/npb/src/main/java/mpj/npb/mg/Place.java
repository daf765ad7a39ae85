package mpj.npb.mg;

/**
 * The ranks as a box, and the place of one rank. The number of ranks is a power of two. Along z there are the most
 * ranks, along x the fewest.
 *
 * @param sizes how many ranks there are along x, y, z
 * @param coordinates the coordinates of this rank
 */
record Place(int[] sizes, int[] coordinates) {
    static Place of(int ranks, int rank) {
        int log = Integer.numberOfTrailingZeros(ranks);
        int x = 1 << log / 3;
        int y = 1 << (log - log / 3) / 2;
        return new Place(new int[] {x, y, ranks / (x * y)}, new int[] {rank % x, rank / x % y, rank / (x * y)});
    }

    /** The first point that this rank has along an axis, if the edge has this many points. */
    int first(int axis, int edge) {
        return first(axis, edge, coordinates[axis]);
    }

    private int first(int axis, int edge, int coordinate) {
        return (int) ((long) coordinate * edge / sizes[axis]);
    }

    /** How many points along an axis the rank at a distance from this rank has. */
    int points(int axis, int edge, int distance) {
        int coordinate = coordinates[axis] + distance;
        return first(axis, edge, coordinate + 1) - first(axis, edge, coordinate);
    }

    /** The rank at a distance along an axis. The box is periodic. */
    int neighbour(int axis, int distance) {
        int[] at = coordinates.clone();
        at[axis] = Math.floorMod(at[axis] + distance, sizes[axis]);
        return at[0] + sizes[0] * (at[1] + sizes[1] * at[2]);
    }
}
