package mpj.npb.mg;

/**
 * Takes a residual to the next coarser grid, and a correction to the next finer grid, on a rank's box. Both work on one
 * row at a time, so that the row's method is called often and the JVM compiles it soon.
 */
final class Transfer {
    /** The weights of the projection. They halve with each step away from the point. */
    private static final double[] PROJECTION = {0.5, 0.25, 0.125, 0.0625};

    private final double[] sums;
    private final Neighbourhood neighbourhood;

    Transfer(int longest) {
        sums = new double[longest];
        neighbourhood = new Neighbourhood(longest);
    }

    /** Projects the residual onto the next coarser grid. */
    void project(Level fine, Level coarse) {
        int dx = single(fine.nx);
        int dy = single(fine.ny);
        int dz = single(fine.nz);
        for (int z = 1; z < coarse.nz - 1; z++) {
            for (int y = 1; y < coarse.ny - 1; y++) {
                neighbourhood.apply(PROJECTION, fine.r, fine, 2 * y - dy, 2 * z - dz);
                everyOther(neighbourhood.middle, neighbourhood.beside, dx, coarse.r[coarse.row(y, z)]);
            }
        }
    }

    private static void everyOther(double[] middle, double[] beside, int dx, double[] coarse) {
        for (int x = 1; x < coarse.length - 1; x++) {
            int at = 2 * x - dx;
            coarse[x] = middle[at] + (beside[at - 1] + beside[at + 1]);
        }
    }

    /** Returns 1 if the rank has a single point along the axis, which is then a point of the coarse grid; else 0. */
    private static int single(int length) {
        return length == 3 ? 1 : 0;
    }

    /** Interpolates the correction between the points of the next coarser grid, and adds it. */
    void interpolate(Level coarse, Level fine) {
        int dy = single(fine.ny);
        int dz = single(fine.nz);
        for (int z = 0; z < coarse.nz - 1; z++) {
            for (int y = 0; y < coarse.ny - 1; y++) {
                // A fine row lies on a coarse row, or between it and the next coarse row along y, along z, or along
                // both.
                for (int between = 0; between < 4; between++) {
                    int betweenY = between & 1;
                    int betweenZ = between >> 1;
                    if (y + betweenY >= dy && z + betweenZ >= dz) {
                        sum(coarse, coarse.row(y, z), betweenY, betweenZ);
                        int row = fine.row(2 * y - dy + betweenY, 2 * z - dz + betweenZ);
                        addRow(sums, coarse.nx, 1.0 / (1 << betweenY + betweenZ), fine.u[row], single(fine.nx));
                    }
                }
            }
        }
    }

    /** Adds up the coarse rows between which a fine row lies. */
    private void sum(Level coarse, int row, int betweenY, int betweenZ) {
        double[][] u = coarse.u;
        int nextY = betweenY;
        int nextZ = betweenZ * coarse.ny;
        switch (betweenY + betweenZ) {
            case 0 -> System.arraycopy(u[row], 0, sums, 0, coarse.nx);
            case 1 -> sumOfTwo(u[row], u[row + nextY + nextZ], coarse.nx, sums);
            default -> sumOfFour(u[row], u[row + nextY], u[row + nextZ], u[row + nextY + nextZ], coarse.nx, sums);
        }
    }

    private static void sumOfTwo(double[] a, double[] b, int nx, double[] sum) {
        for (int x = 0; x < nx; x++) {
            sum[x] = a[x] + b[x];
        }
    }

    private static void sumOfFour(double[] a, double[] b, double[] c, double[] d, int nx, double[] sum) {
        for (int x = 0; x < nx; x++) {
            sum[x] = a[x] + b[x] + c[x] + d[x];
        }
    }

    private static void addRow(double[] coarse, int nx, double weight, double[] fine, int dx) {
        if (dx == 1) {
            // The fine row has one point of its own. It is the coarse point, if the coarse grid has a point here.
            fine[0] += weight / 2 * (coarse[0] + coarse[1]);
            if (nx == 3) {
                fine[1] += weight * coarse[1];
                fine[2] += weight / 2 * (coarse[1] + coarse[2]);
            }
            return;
        }
        for (int x = 0; x < nx - 1; x++) {
            fine[2 * x] += weight * coarse[x];
            fine[2 * x + 1] += weight / 2 * (coarse[x] + coarse[x + 1]);
        }
    }
}
