package mpj.collectives.alltoall;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Ranks stand in a grid of rows and columns. First each rank sends within its row: to each column, the blocks for that
 * column's ranks. Then it sends within its column. Each rank sends about {@code 2 sqrt(p)} messages, and each block
 * travels twice. p must not be prime. Grama, Gupta, Karypis and Kumar, "Introduction to Parallel Computing", 2003,
 * section 4.5.
 *
 * <p>Cost, exact for a grid of r rows and c columns: {@code (c-1)(α + r nβ) + (r-1)(α + c nβ)}.
 */
public final class GridAlltoall implements Algorithm {
    @Override
    public String name() {
        return "grid";
    }

    @Override
    public boolean fits(Problem problem) {
        return rows(problem.size()) > 1;
    }

    /** The largest divisor that is at most the square root. */
    private static int rows(int size) {
        int rows = (int) Math.sqrt(size);
        while (size % rows != 0) {
            rows--;
        }
        return rows;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        int size = problem.size();
        long bytes = problem.bytes();
        int rows = rows(size);
        int columns = size / rows;
        int row = problem.rank() / columns;
        int column = problem.rank() % columns;
        // Sends to each column the blocks for its ranks. From each column of this row, the blocks for this column
        // arrive.
        Place leaving = steps.work(size * bytes);
        Place arrived = steps.work(size * bytes);
        for (int to = 0; to < columns; to++) {
            for (int i = 0; i < rows; i++) {
                steps.copy(Place.SEND.plus(problem.sent().at(i * columns + to)),
                    leaving.plus((to * (long) rows + i) * bytes), bytes);
            }
        }
        Line.exchange(columns, column, other -> row * columns + other, leaving, arrived, rows * bytes, steps);
        // Sends to each row the blocks that come from this row's ranks. From each row, the blocks for this rank arrive.
        for (int to = 0; to < rows; to++) {
            for (int from = 0; from < columns; from++) {
                steps.copy(arrived.plus((from * (long) rows + to) * bytes),
                    leaving.plus((to * (long) columns + from) * bytes), bytes);
            }
        }
        Line.exchange(rows, row, other -> other * columns + column, leaving, arrived, columns * bytes, steps);
        for (int source = 0; source < size; source++) {
            steps.copy(arrived.plus(source * bytes), Place.RECEIVE.plus(problem.received().at(source)), bytes);
        }
    }

    @Override
    public Cost cost(Problem problem) {
        long rows = rows(problem.size());
        long columns = problem.size() / rows;
        return LinearAlltoall.cost(columns, rows * problem.bytes()).beside(rows)
            .then(LinearAlltoall.cost(rows, columns * problem.bytes()).beside(columns));
    }
}
