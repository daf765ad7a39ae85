package mpj.npb.cg;

import java.util.Arrays;
import mpj.npb.common.Random;

/**
 * Makes a rank's block of the matrix. The matrix is the sum of outer products of sparse random vectors, with weights
 * that fall geometrically, plus a diagonal. The elements are added up in NPB's order, because rounding depends on the
 * order.
 */
final class MatrixGenerator {
    private static final long SEED = 314_159_265L;
    /**
     * The ratio of the weights of the last vector and the first vector. It is about the inverse of the condition
     * number.
     */
    private static final double CONDITION = 0.1;
    private static final double DIAGONAL = 0.5;

    private final Problem problem;
    private final Grid grid;

    /** The places of a vector: one more than the vector has at first, because its diagonal may be added. */
    private final int width;
    private final int[] lengths;
    private final int[] indices;
    private final double[] values;

    private MatrixGenerator(Problem problem, Grid grid) {
        this.problem = problem;
        this.grid = grid;
        width = problem.nonzeros() + 1;
        lengths = new int[problem.order()];
        indices = new int[problem.order() * width];
        values = new double[problem.order() * width];
    }

    static Matrix generate(Problem problem, Grid grid) {
        MatrixGenerator generator = new MatrixGenerator(problem, grid);
        generator.drawVectors();
        return generator.addUp();
    }

    private void drawVectors() {
        Random random = new Random(SEED);
        random.next();
        // Indices are drawn below the next power of two. An index that is too large is drawn again.
        int bound = Math.max(2, Integer.highestOneBit(problem.order() - 1) << 1);
        int[] drawnFor = new int[problem.order()];
        Arrays.fill(drawnFor, -1);
        for (int vector = 0; vector < problem.order(); vector++) {
            drawVector(vector, random, bound, drawnFor);
            setDiagonal(vector);
        }
    }

    private void drawVector(int vector, Random random, int bound, int[] drawnFor) {
        int next = vector * width;
        int end = next + problem.nonzeros();
        while (next < end) {
            double value = random.next();
            int index = (int) (bound * random.next());
            if (index < problem.order() && drawnFor[index] != vector) {
                drawnFor[index] = vector;
                indices[next] = index;
                values[next] = value;
                next++;
            }
        }
    }

    private void setDiagonal(int vector) {
        int place = vector * width;
        int end = place + problem.nonzeros();
        while (place < end && indices[place] != vector) {
            place++;
        }
        indices[place] = vector;
        values[place] = DIAGONAL;
        lengths[vector] = Math.max(place + 1, end) - vector * width;
    }

    private Matrix addUp() {
        int rows = grid.rowBlock().length();
        int[] starts = countTerms(rows);
        int[] columns = new int[starts[rows]];
        double[] terms = new double[starts[rows]];
        placeTerms(Arrays.copyOf(starts, rows), columns, terms);
        joinTerms(rows, starts, columns, terms);
        return new Matrix(rows, starts, columns, terms);
    }

    /** Counts the terms. Returns where the terms of each row begin, and the end of the last row. */
    private int[] countTerms(int rows) {
        int[] starts = new int[rows + 1];
        for (int vector = 0; vector < problem.order(); vector++) {
            int first = vector * width;
            int end = first + lengths[vector];
            int mine = 0;
            for (int i = first; i < end; i++) {
                mine += grid.columnBlock().has(indices[i]) ? 1 : 0;
            }
            for (int i = first; i < end; i++) {
                if (grid.rowBlock().has(indices[i])) {
                    starts[indices[i] - grid.rowBlock().first() + 1] += mine;
                }
            }
        }
        for (int row = 0; row < rows; row++) {
            int index = grid.rowBlock().first() + row;
            starts[row + 1] += starts[row] + (grid.columnBlock().has(index) ? 1 : 0);
        }
        return starts;
    }

    /** Places the terms of each row in the order of the vectors. The term that is added to the diagonal comes last. */
    private void placeTerms(int[] next, int[] columns, double[] terms) {
        Grid.Block rowBlock = grid.rowBlock();
        Grid.Block columnBlock = grid.columnBlock();
        double weight = 1;
        double ratio = Math.pow(CONDITION, 1.0 / problem.order());
        for (int vector = 0; vector < problem.order(); vector++) {
            int first = vector * width;
            int end = first + lengths[vector];
            for (int i = first; i < end; i++) {
                if (columnBlock.has(indices[i])) {
                    double scale = weight * values[i];
                    for (int j = first; j < end; j++) {
                        if (rowBlock.has(indices[j])) {
                            int place = next[indices[j] - rowBlock.first()]++;
                            columns[place] = indices[i] - columnBlock.first();
                            terms[place] = values[j] * scale;
                        }
                    }
                }
            }
            weight *= ratio;
        }
        for (int index = rowBlock.first(); index < rowBlock.end(); index++) {
            if (columnBlock.has(index)) {
                int place = next[index - rowBlock.first()]++;
                columns[place] = index - columnBlock.first();
                terms[place] = CONDITION - problem.shift();
            }
        }
    }

    /**
     * Adds up the terms of each element in their places. The place of an element in its row is that of its first term.
     */
    private void joinTerms(int rows, int[] starts, int[] columns, double[] terms) {
        double[] sums = new double[grid.columnBlock().length()];
        boolean[] seen = new boolean[sums.length];
        int next = 0;
        int begin = 0;
        for (int row = 0; row < rows; row++) {
            int end = starts[row + 1];
            int joined = next;
            // The writing index never passes the reading index.
            for (int i = begin; i < end; i++) {
                int column = columns[i];
                sums[column] += terms[i];
                if (!seen[column]) {
                    seen[column] = true;
                    columns[joined++] = column;
                }
            }
            for (int i = next; i < joined; i++) {
                int column = columns[i];
                terms[i] = sums[column];
                sums[column] = 0;
                seen[column] = false;
            }
            begin = end;
            next = joined;
            starts[row + 1] = next;
        }
    }
}
