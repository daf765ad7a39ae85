package mpj.npb.mg;

/**
 * The four operators of the V-cycle, on a rank's box. Each works on one row at a time, whose method is called often and
 * so soon compiled. The sums over the neighbours are taken along the row once.
 */
final class Stencils {
    /** The coefficients of A: of the point, and of its neighbours by an edge and by a corner; by a face it is zero. */
    private static final double POINT = -8.0 / 3;
    private static final double EDGE = 1.0 / 6;
    private static final double CORNER = 1.0 / 12;

    private final double[] faces;
    private final double[] edges;

    Stencils(int longest) {
        faces = new double[longest];
        edges = new double[longest];
    }

    /** The residual of a solution: r = v - A u. */
    void residual(Level level, double[] u, double[] v, double[] r) {
        for (int z = 1; z < level.nz - 1; z++) {
            for (int y = 1; y < level.ny - 1; y++) {
                int row = level.row(y, z);
                sums(u, row, level.nx, level.nx * level.ny, faces, edges);
                residualRow(u, v, r, row, level.nx, faces, edges);
            }
        }
    }

    private static void residualRow(double[] u, double[] v, double[] r, int row, int nx, double[] faces,
            double[] edges) {
        for (int x = 1; x < nx - 1; x++) {
            r[row + x] = v[row + x] - POINT * u[row + x] - EDGE * (edges[x] + faces[x - 1] + faces[x + 1])
                - CORNER * (edges[x - 1] + edges[x + 1]);
        }
    }

    /** Smooths: u = u + C r. */
    void smooth(Level level, double[] r, double[] u, double[] smoother) {
        for (int z = 1; z < level.nz - 1; z++) {
            for (int y = 1; y < level.ny - 1; y++) {
                int row = level.row(y, z);
                sums(r, row, level.nx, level.nx * level.ny, faces, edges);
                smoothRow(r, u, row, level.nx, faces, edges, smoother[0], smoother[1], smoother[2]);
            }
        }
    }

    private static void smoothRow(double[] r, double[] u, int row, int nx, double[] faces, double[] edges,
            double point, double face, double edge) {
        for (int x = 1; x < nx - 1; x++) {
            u[row + x] += point * r[row + x] + face * (r[row + x - 1] + r[row + x + 1] + faces[x])
                + edge * (edges[x] + faces[x - 1] + faces[x + 1]);
        }
    }

    /** For each point of a row, the sum of its four neighbours by a face and by an edge, along y and z. */
    private static void sums(double[] field, int row, int strideY, int strideZ, double[] faces, double[] edges) {
        for (int x = 0; x < strideY; x++) {
            int at = row + x;
            faces[x] = field[at - strideY] + field[at + strideY] + field[at - strideZ] + field[at + strideZ];
            edges[x] = field[at - strideY - strideZ] + field[at + strideY - strideZ] + field[at - strideY + strideZ]
                + field[at + strideY + strideZ];
        }
    }

    /** Projects the residual onto the next coarser grid, with weights that halve with each step away. */
    void project(Level fine, Level coarse) {
        int dx = odd(fine.nx);
        int dy = odd(fine.ny);
        int dz = odd(fine.nz);
        for (int z = 1; z < coarse.nz - 1; z++) {
            for (int y = 1; y < coarse.ny - 1; y++) {
                int from = fine.row(2 * y - dy, 2 * z - dz) - dx;
                projectRow(fine.r, from, fine.nx, fine.nx * fine.ny, coarse.r, coarse.row(y, z), coarse.nx);
            }
        }
    }

    /** 1 if the rank has a single point along the axis, which then is the coarse one; else 0. */
    private static int odd(int length) {
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
        int dy = odd(fine.ny);
        int dz = odd(fine.nz);
        for (int z = 0; z < coarse.nz - 1; z++) {
            for (int y = 0; y < coarse.ny - 1; y++) {
                // The fine rows at a coarse one, and those between it and the next, along y, z and both.
                if (z >= dz && y >= dy) {
                    interpolateRows(coarse, fine, y, z, 2 * y - dy, 2 * z - dz, 1);
                }
                if (z >= dz) {
                    interpolateRows(coarse, fine, y, z, 2 * y - dy + 1, 2 * z - dz, 2);
                }
                if (y >= dy) {
                    interpolateRows(coarse, fine, y, z, 2 * y - dy, 2 * z - dz + 1, 3);
                }
                interpolateRows(coarse, fine, y, z, 2 * y - dy + 1, 2 * z - dz + 1, 4);
            }
        }
    }

    private void interpolateRows(Level coarse, Level fine, int y, int z, int fineY, int fineZ, int which) {
        int at = coarse.row(y, z);
        int nextY = which == 2 || which == 4 ? coarse.nx : 0;
        int nextZ = which >= 3 ? coarse.nx * coarse.ny : 0;
        double weight = switch (which) {
            case 1 -> {
                System.arraycopy(coarse.u, at, faces, 0, coarse.nx);
                yield 1;
            }
            case 4 -> {
                sumOfFour(coarse.u, at, nextY, nextZ, coarse.nx, faces);
                yield 0.25;
            }
            default -> {
                sumOfTwo(coarse.u, at, at + nextY + nextZ, coarse.nx, faces);
                yield 0.5;
            }
        };
        addRow(faces, coarse.nx, weight, fine.u, fine.row(fineY, fineZ), odd(fine.nx));
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

    /** The sum of the squares over a rank's own points. */
    static double squares(Level level, double[] r) {
        double sum = 0;
        for (int z = 1; z < level.nz - 1; z++) {
            for (int y = 1; y < level.ny - 1; y++) {
                sum = squares(r, level.row(y, z) + 1, level.nx - 2, sum);
            }
        }
        return sum;
    }

    private static double squares(double[] r, int from, int count, double before) {
        double sum = before;
        for (int i = from; i < from + count; i++) {
            sum += r[i] * r[i];
        }
        return sum;
    }

    /** The largest absolute value of a rank's own points. */
    static double largest(Level level, double[] r) {
        double largest = 0;
        for (int z = 1; z < level.nz - 1; z++) {
            for (int y = 1; y < level.ny - 1; y++) {
                largest = Math.max(largest, largest(r, level.row(y, z) + 1, level.nx - 2));
            }
        }
        return largest;
    }

    private static double largest(double[] r, int from, int count) {
        double largest = 0;
        for (int i = from; i < from + count; i++) {
            largest = Math.max(largest, Math.abs(r[i]));
        }
        return largest;
    }
}
