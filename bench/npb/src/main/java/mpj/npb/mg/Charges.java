package mpj.npb.mg;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpj.npb.common.Random;

/** The right-hand side: +1 at the ten points with the largest random numbers, -1 at the ten with the smallest. */
final class Charges {
    private static final long SEED = 314_159_265L;
    private static final int COUNT = 10;

    /** A point of the cube and its random number. */
    private record Point(double number, int x, int y, int z) {
        static final int LENGTH = 4;

        void put(double[] values, int at) {
            values[at] = number;
            values[at + 1] = x;
            values[at + 2] = y;
            values[at + 3] = z;
        }

        static Point get(double[] values, int at) {
            return new Point(values[at], (int) values[at + 1], (int) values[at + 2], (int) values[at + 3]);
        }
    }

    private final Place place;
    private final Level level;
    private final int edge;

    Charges(Place place, Level level, int edge) {
        this.place = place;
        this.level = level;
        this.edge = edge;
    }

    /** Puts the charges into a field of zeros. All ranks call this. */
    void put(double[][] field, Intracomm ranks) {
        List<Point> least = new ArrayList<>();
        List<Point> most = new ArrayList<>();
        draw(least, most);
        mark(field, -1, bestOf(least, Comparator.comparingDouble(Point::number), ranks));
        mark(field, 1, bestOf(most, Comparator.comparingDouble(Point::number).reversed(), ranks));
    }

    /**
     * Finds the candidates of this rank: its ten points with the smallest numbers, and its ten points with the largest.
     */
    private void draw(List<Point> least, List<Point> most) {
        double[] row = new double[level.nx - 2];
        for (int z = 0; z < level.nz - 2; z++) {
            for (int y = 0; y < level.ny - 2; y++) {
                int globalX = place.first(Level.X, edge);
                int globalY = place.first(Level.Y, edge) + y;
                int globalZ = place.first(Level.Z, edge) + z;
                Random random = new Random(SEED);
                random.skip(((long) globalZ * edge + globalY) * edge + globalX);
                random.fill(row, 0, row.length);
                for (int x = 0; x < row.length; x++) {
                    offer(least, row[x], 1, globalX + x, globalY, globalZ);
                    offer(most, row[x], -1, globalX + x, globalY, globalZ);
                }
            }
        }
    }

    /** Puts a point into a sorted list if it belongs to the first ten. */
    private static void offer(List<Point> best, double number, int sign, int x, int y, int z) {
        if (best.size() == COUNT && sign * number >= sign * best.getLast().number) {
            return;
        }
        int at = best.size();
        while (at > 0 && sign * number < sign * best.get(at - 1).number) {
            at--;
        }
        best.add(at, new Point(number, x, y, z));
        if (best.size() > COUNT) {
            best.removeLast();
        }
    }

    private static List<Point> bestOf(List<Point> mine, Comparator<Point> order, Intracomm ranks) {
        double[] candidates = new double[COUNT * Point.LENGTH];
        Arrays.fill(candidates, Double.NaN);
        for (int i = 0; i < mine.size(); i++) {
            mine.get(i).put(candidates, i * Point.LENGTH);
        }
        double[] all = new double[candidates.length * ranks.Size()];
        ranks.Allgather(candidates, 0, candidates.length, MPI.DOUBLE, all, 0, candidates.length, MPI.DOUBLE);
        List<Point> points = new ArrayList<>();
        for (int at = 0; at < all.length; at += Point.LENGTH) {
            if (!Double.isNaN(all[at])) {
                points.add(Point.get(all, at));
            }
        }
        points.sort(order);
        return points.subList(0, COUNT);
    }

    private void mark(double[][] field, double charge, List<Point> points) {
        for (Point point : points) {
            int x = point.x - place.first(Level.X, edge);
            int y = point.y - place.first(Level.Y, edge);
            int z = point.z - place.first(Level.Z, edge);
            if (x >= 0 && x < level.nx - 2 && y >= 0 && y < level.ny - 2 && z >= 0 && z < level.nz - 2) {
                field[level.row(y + 1, z + 1)][x + 1] = charge;
            }
        }
    }
}
