/*
 * The heat equation on a square plate, by implicit steps that conjugate gradients solve. bin/bench compare heat runs
 * this program beside bin/bench app heat.
 *
 * The loops, the messages and the order of sums are the same as in mpj.apps.heat. Keep the two programs alike: the
 * comparison relies on it. Compile with mpicc -O3 -march=native -o heat_cg heat_cg.c -lm.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UP, DOWN, LEFT, RIGHT, REQUESTS = 8 };

static int grid = 1024, steps = 3, most = 10000, warm_up = 1;
static double step_length = 1e-3, tolerance = 1e-8;

static MPI_Comm ranks;
/*
 * This rank's part of the plate: its first row and column, its numbers of rows and columns, and the distance in the
 * array between a point and the point below it.
 */
static int first_row, first_column, rows, columns, width;
static double strength, last_residual, communication;
static double *heat, *residual, *direction, *product;
static MPI_Request requests[REQUESTS];

static void refuse(const char *option, const char *value) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        fprintf(stderr, "heat_cg: %s %s cannot be; the options are --grid N, --steps N, --step-length T, "
            "--tolerance PART, --most N and --warm-up N, as of bin/bench app heat\n", option, value);
    }
    MPI_Finalize();
    exit(2);
}

static void read_options(int count, char **words) {
    for (int i = 1; i < count; i += 2) {
        const char *value = i + 1 < count ? words[i + 1] : "(no value)";
        char *end;
        double number = strtod(value, &end);
        if (*end || number < 0) {
            refuse(words[i], value);
        }
        if (!strcmp(words[i], "--grid")) {
            grid = (int) number;
        } else if (!strcmp(words[i], "--steps")) {
            steps = (int) number;
        } else if (!strcmp(words[i], "--step-length")) {
            step_length = number;
        } else if (!strcmp(words[i], "--tolerance")) {
            tolerance = number;
        } else if (!strcmp(words[i], "--most")) {
            most = (int) number;
        } else if (!strcmp(words[i], "--warm-up")) {
            warm_up = (int) number;
        } else {
            refuse(words[i], value);
        }
    }
}

static inline int at(int row, int column) {
    return row * width + column;
}

static int first(int parts, int part) {
    return (int) ((long) grid * part / parts);
}

static double *plate(void) {
    double *values = calloc((size_t) (rows + 2) * width, sizeof(double));
    if (!values) {
        fprintf(stderr, "heat_cg: no memory for %d x %d points\n", rows, columns);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return values;
}

/* Fills the margin of the array by persistent requests. Rows are contiguous, columns are strided. */
static void make_halo(double *values) {
    MPI_Datatype column;
    int above, below, left, right;
    MPI_Type_vector(rows, 1, width, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Cart_shift(ranks, 0, 1, &above, &below);
    MPI_Cart_shift(ranks, 1, 1, &left, &right);
    MPI_Recv_init(values + at(0, 1), columns, MPI_DOUBLE, above, DOWN, ranks, &requests[0]);
    MPI_Recv_init(values + at(rows + 1, 1), columns, MPI_DOUBLE, below, UP, ranks, &requests[1]);
    MPI_Recv_init(values + at(1, 0), 1, column, left, RIGHT, ranks, &requests[2]);
    MPI_Recv_init(values + at(1, columns + 1), 1, column, right, LEFT, ranks, &requests[3]);
    MPI_Send_init(values + at(1, 1), columns, MPI_DOUBLE, above, UP, ranks, &requests[4]);
    MPI_Send_init(values + at(rows, 1), columns, MPI_DOUBLE, below, DOWN, ranks, &requests[5]);
    MPI_Send_init(values + at(1, 1), 1, column, left, LEFT, ranks, &requests[6]);
    MPI_Send_init(values + at(1, columns), 1, column, right, RIGHT, ranks, &requests[7]);
    MPI_Type_free(&column);
}

static void exchange(void) {
    double start = MPI_Wtime();
    MPI_Startall(REQUESTS, requests);
    MPI_Waitall(REQUESTS, requests, MPI_STATUSES_IGNORE);
    communication += MPI_Wtime() - start;
}

static double sum(double own) {
    double start = MPI_Wtime();
    MPI_Allreduce(MPI_IN_PLACE, &own, 1, MPI_DOUBLE, MPI_SUM, ranks);
    communication += MPI_Wtime() - start;
    return own;
}

/* Sets q to (1 + k L) p, and returns the dot product of p and q. */
static double multiply(const double *restrict p, double *restrict q) {
    double middle = 1 + 4 * strength, beside = strength, all = 0;
    for (int row = 1; row <= rows; row++) {
        int start = at(row, 1);
        double dot = 0;
        for (int i = start; i < start + columns; i++) {
            double here = p[i];
            double result = middle * here - beside * (p[i - width] + p[i + width] + p[i - 1] + p[i + 1]);
            q[i] = result;
            dot += here * result;
        }
        all += dot;
    }
    return all;
}

static double square_of(const double *r) {
    double all = 0;
    for (int row = 1; row <= rows; row++) {
        int start = at(row, 1);
        for (int i = start; i < start + columns; i++) {
            all += r[i] * r[i];
        }
    }
    return all;
}

/* Sets r and p to b less q, and returns the sum of the squares of b. */
static double begin(const double *restrict b, double *restrict r, const double *restrict q, double *restrict p) {
    double squares = 0;
    for (int row = 1; row <= rows; row++) {
        int start = at(row, 1);
        for (int i = start; i < start + columns; i++) {
            squares += b[i] * b[i];
            r[i] = b[i] - q[i];
            p[i] = r[i];
        }
    }
    return squares;
}

/* Subtracts step times q from r, and returns the sum of the squares of the new r. */
static double shrink(double *restrict r, const double *restrict q, double step) {
    double all = 0;
    for (int row = 1; row <= rows; row++) {
        int start = at(row, 1);
        double squares = 0;
        for (int i = start; i < start + columns; i++) {
            double left = r[i] - step * q[i];
            r[i] = left;
            squares += left * left;
        }
        all += squares;
    }
    return all;
}

/* Goes a step along p. The new p is r plus a part of the old p. */
static void advance(double *restrict x, double *restrict p, const double *restrict r, double step, double kept) {
    for (int row = 1; row <= rows; row++) {
        int start = at(row, 1);
        for (int i = start; i < start + columns; i++) {
            double here = p[i];
            x[i] += step * here;
            p[i] = r[i] + kept * here;
        }
    }
}

/*
 * Replaces the right-hand side by the solution, and returns the number of iterations. The right-hand side is also the
 * first guess.
 */
static int solve(double *x) {
    memcpy(direction, x, (size_t) (rows + 2) * width * sizeof(double));
    exchange();
    multiply(direction, product);
    double right_hand_side = sum(begin(x, residual, product, direction));
    double square = sum(square_of(residual));
    double enough = tolerance * tolerance * right_hand_side;
    int iteration = 0;
    while (square > enough && iteration < most) {
        exchange();
        double step = square / sum(multiply(direction, product));
        double next = sum(shrink(residual, product, step));
        advance(x, direction, residual, step, next / square);
        square = next;
        iteration++;
    }
    last_residual = right_hand_side > 0 ? sqrt(square / right_hand_side) : 0;
    return iteration;
}

/* The plate is hot in the middle and cold around it. */
static void set_heat(void) {
    for (int row = 1; row <= rows; row++) {
        for (int column = 1; column <= columns; column++) {
            double x = (first_column + column) / (grid + 1.0), y = (first_row + row) / (grid + 1.0);
            heat[at(row, column)] = fabs(x - 0.5) < 0.25 && fabs(y - 0.5) < 0.25 ? 1 : 0;
        }
    }
}

static double middle_heat(void) {
    int row = (grid - 1) / 2 - first_row, column = (grid - 1) / 2 - first_column;
    double own = row >= 0 && row < rows && column >= 0 && column < columns ? heat[at(row + 1, column + 1)] : 0, all;
    MPI_Reduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, 0, ranks);
    return all;
}

int main(int count, char **words) {
    int rank, size, dims[2] = {0, 0}, periods[2] = {0, 0}, coordinates[2], iterations = 0;
    MPI_Init(&count, &words);
    read_options(count, words);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    if (grid < dims[0] || grid < dims[1]) {
        refuse("--grid", "with so many ranks");
    }
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &ranks);
    MPI_Comm_rank(ranks, &rank);
    MPI_Cart_coords(ranks, rank, 2, coordinates);
    first_row = first(dims[0], coordinates[0]);
    first_column = first(dims[1], coordinates[1]);
    rows = first(dims[0], coordinates[0] + 1) - first_row;
    columns = first(dims[1], coordinates[1] + 1) - first_column;
    width = columns + 2;
    strength = step_length * (grid + 1.0) * (grid + 1.0);
    heat = plate();
    residual = plate();
    direction = plate();
    product = plate();
    make_halo(direction);
    if (rank == 0) {
        printf("# C heat: %d x %d points, %d steps of %g, tolerance %g; %d x %d ranks\n", grid, grid, steps,
            step_length, tolerance, dims[0], dims[1]);
    }
    for (int i = 0; i < warm_up; i++) {
        set_heat();
        solve(heat);
    }
    set_heat();
    communication = 0;
    MPI_Barrier(ranks);
    double times[2] = {0, 0}, all[2];
    for (int step = 1; step <= steps; step++) {
        double start = MPI_Wtime();
        int needed = solve(heat);
        times[0] += MPI_Wtime() - start;
        iterations += needed;
        if (rank == 0) {
            printf("step %4d: %6d iterations, residual %.6e\n", step, needed, last_residual);
        }
    }
    times[1] = communication;
    MPI_Reduce(times, all, 2, MPI_DOUBLE, MPI_SUM, 0, ranks);
    double middle = middle_heat();
    if (rank == 0) {
        double seconds = all[0] / size;
        printf("iterations %d, heat in the middle %.10f\n", iterations, middle);
        printf("time %.4f s, %.1f million points/s, in calls of MPI %.1f %%\n", seconds,
            (double) grid * grid * iterations / seconds / 1e6, 100 * all[1] / all[0]);
    }
    for (int i = 0; i < REQUESTS; i++) {
        MPI_Request_free(&requests[i]);
    }
    MPI_Finalize();
    return 0;
}
