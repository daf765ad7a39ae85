package mpj.apps.nbody;

/** The cells of the leaves of all domains. It finds how near a point is to a cell. */
final class Boxes {
    private final double[] middle;
    private final double[] half;
    private final double wrap;

    Boxes(Domains domains, RootCell root, boolean periodic) {
        middle = new double[3 * domains.leaves()];
        half = new double[domains.leaves()];
        wrap = periodic ? 1 : 0;
        int[] cell = new int[3];
        for (int leaf = 0; leaf < half.length; leaf++) {
            Hilbert.cell(domains.start(leaf), cell);
            for (int axis = 0; axis < 3; axis++) {
                middle[3 * leaf + axis] = root.middle(axis, cell[axis], domains.level(leaf));
            }
            half[leaf] = root.side(domains.level(leaf)) / 2;
        }
    }

    /** The least square of the distance between a point and any point of a box, or between their nearest images. */
    double squareOfDistance(int leaf, double x, double y, double z) {
        double dx = beyond(x - middle[3 * leaf], half[leaf]);
        double dy = beyond(y - middle[3 * leaf + 1], half[leaf]);
        double dz = beyond(z - middle[3 * leaf + 2], half[leaf]);
        return dx * dx + dy * dy + dz * dz;
    }

    private double beyond(double distance, double halfSide) {
        return Math.max(0, Math.abs(distance - wrap * Math.rint(distance)) - halfSide);
    }
}
