package mpj.npb.mg;

/**
 * Takes a residual to the next coarser grid, and a correction to the next finer one, on a rank's box. Each works on one
 * row at a time, whose method is called often and so soon compiled.
 */
final class Transfer {
    private final double[] sums;

    Transfer(int longest) {
        sums = new double[longest];
    }

    /** Projects the residual onto the next coarser grid, with weights that halve with each step away. */
    void project(Level fine, Level coarse) {
        int dx = single(fine.nx);
        int dy = single(fine.ny);
        int dz = single(fine.nz);
        for (int z = 1; z < coarse.nz - 1; z++) {
            for (int y = 1; y < coarse.ny - 1; y++) {
                int from = fine.row(2 * y - dy, 2 * z - dz) - dx;
                projectRow(fine.r, from, fine.nx, fine.nx * fine.ny, coarse.r, coarse.row(y, z), coarse.nx);
            }
        }
    }

    /** 1 if the rank has a single point along the axis, which then is the coarse one; else 0. */
    private static int single(int length) {
        return length == 3 ? 1 : 0;
    }

    private static void projectRow(double[] fine, int from, int strideY, int strideZ, double[] coarse, int to, int nx) {
        int at = from + 1;
        double facesBefore = faces(fine, at, strideY, strideZ);
        double edgesBefore = edges(fine, at, strideY, strideZ);
        for (int x = 1; x < nx - 1; x++) {
            at = from + 2 * x;
            double faces = faces(fine, at, strideY, strideZ);
            double edges = edges(fine, at, strideY, strideZ);
            double facesAfter = faces(fine, at + 1, strideY, strideZ);
            double edgesAfter = edges(fine, at + 1, strideY, strideZ);
            coarse[to + x] = 0.5 * fine[at] + 0.25 * (fine[at - 1] + fine[at + 1] + faces)
                + 0.125 * (facesBefore + facesAfter + edges) + 0.0625 * (edgesBefore + edgesAfter);
            facesBefore = facesAfter;
            edgesBefore = edgesAfter;
        }
    }

    private static double faces(double[] field, int at, int strideY, int strideZ) {
        return field[at - strideY] + field[at + strideY] + field[at - strideZ] + field[at + strideZ];
    }

    private static double edges(double[] field, int at, int strideY, int strideZ) {
        return field[at - strideY - strideZ] + field[at - strideY + strideZ] + field[at + strideY - strideZ]
            + field[at + strideY + strideZ];
    }

    /** Adds the correction of the next coarser grid, interpolated between its points. */
    void interpolate(Level coarse, Level fine) {
        int dy = single(fine.ny);
        int dz = single(fine.nz);
        for (int z = 0; z < coarse.nz - 1; z++) {
            for (int y = 0; y < coarse.ny - 1; y++) {
                // A fine row lies at a coarse one, or between it and the next: along y, along z, or both.
                for (int between = 0; between < 4; between++) {
                    int betweenY = between & 1;
                    int betweenZ = between >> 1;
                    if (y + betweenY >= dy && z + betweenZ >= dz) {
                        sum(coarse, coarse.row(y, z), betweenY, betweenZ);
                        addRow(sums, coarse.nx, 1.0 / (1 << betweenY + betweenZ), fine.u,
                            fine.row(2 * y - dy + betweenY, 2 * z - dz + betweenZ), single(fine.nx));
                    }
                }
            }
        }
    }

    /** Adds up the coarse rows that a fine one lies between. */
    private void sum(Level coarse, int row, int betweenY, int betweenZ) {
        int nextY = betweenY * coarse.nx;
        int nextZ = betweenZ * coarse.nx * coarse.ny;
        switch (betweenY + betweenZ) {
            case 0 -> System.arraycopy(coarse.u, row, sums, 0, coarse.nx);
            case 1 -> sumOfTwo(coarse.u, row, row + nextY + nextZ, coarse.nx, sums);
            default -> sumOfFour(coarse.u, row, nextY, nextZ, coarse.nx, sums);
        }
    }

    private static void sumOfTwo(double[] field, int one, int other, int nx, double[] sum) {
        for (int x = 0; x < nx; x++) {
            sum[x] = field[one + x] + field[other + x];
        }
    }

    private static void sumOfFour(double[] field, int at, int nextY, int nextZ, int nx, double[] sum) {
        for (int x = 0; x < nx; x++) {
            int one = at + x;
            sum[x] = field[one] + field[one + nextY] + field[one + nextZ] + field[one + nextY + nextZ];
        }
    }

    private static void addRow(double[] coarse, int nx, double weight, double[] fine, int row, int dx) {
        if (dx == 1) {
            // The fine row has one point of its own: the coarse one, if the coarse grid has it here.
            fine[row] += weight / 2 * (coarse[0] + coarse[1]);
            if (nx == 3) {
                fine[row + 1] += weight * coarse[1];
                fine[row + 2] += weight / 2 * (coarse[1] + coarse[2]);
            }
            return;
        }
        for (int x = 0; x < nx - 1; x++) {
            fine[row + 2 * x] += weight * coarse[x];
            fine[row + 2 * x + 1] += weight / 2 * (coarse[x] + coarse[x + 1]);
        }
    }
}
