/*
 * The C side of bin/bench compare imb: a resident MPI program that measures one block of a benchmark at a time.
 *
 *   block_server SOCKET [create|allocate]
 *
 * Every rank connects to the runner's Unix-domain socket and says "rank R of N pid P thread T LIBRARY". It then
 * sleeps in read(2), so that it needs no core while another side is measured. To measure a block, the runner writes
 * "run BENCHMARK BYTES ITERATIONS" to each rank, and each rank answers with the seconds that its loop took, or with
 * "error TEXT". A rank that the benchmark does not use waits in MPI_Recv in the meantime. The program ends when its
 * connection does.
 */
#include "benchmark.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { WARM_UP_PART = 16, MATRIX = 10, CALIBRATION = 100000 };

int rank, size;
char *send_buffer, *receive_buffer;
int *counts, *displacements;
int allocates_windows;

static size_t capacity;

double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

/* Makes both buffers this large, and returns whether that succeeded. */
static int grow(size_t bytes) {
    if (bytes <= capacity) {
        return 1;
    }
    free(send_buffer);
    free(receive_buffer);
    send_buffer = receive_buffer = NULL;
    capacity = 0;
    if (posix_memalign((void **) &send_buffer, 4096, bytes) || posix_memalign((void **) &receive_buffer, 4096, bytes)) {
        return 0;
    }
    memset(send_buffer, 1, bytes);
    memset(receive_buffer, 0, bytes);
    capacity = bytes;
    return 1;
}

static void set_counts(int each) {
    for (int i = 0; i < size; i++) {
        counts[i] = each;
        displacements[i] = each * i;
    }
}

/* The computation while a non-blocking call is under way: products of a small matrix with a vector. */
void compute(long repetitions) {
    static volatile float result;
    float a[MATRIX][MATRIX], x[MATRIX] = {0}, y[MATRIX] = {0};
    for (int i = 0; i < MATRIX * MATRIX; i++) {
        a[i / MATRIX][i % MATRIX] = 1;
    }
    for (long repeat = 0; repeat < repetitions; repeat++) {
        for (int i = 0; i < MATRIX; i++) {
            for (int j = 0; j < MATRIX; j++) {
                x[i] += a[i][j] * y[j];
            }
        }
        y[repeat % MATRIX] = x[0];
    }
    result = x[0];
    (void) result;
}

/* How many products take this long. */
long products(double wanted) {
    static double each;
    if (each == 0) {
        double start = seconds();
        compute(CALIBRATION);
        each = (seconds() - start) / CALIBRATION;
    }
    long repetitions = (long) (wanted / each);
    return repetitions < 1 ? 1 : repetitions;
}

static double time_nonblocking(const struct benchmark *benchmark, int bytes, long iterations, long computing) {
    double elapsed = 0;
    for (long i = 0; i < iterations; i++) {
        MPI_Request request;
        double start = seconds();
        benchmark->start(bytes, &request);
        if (computing) {
            compute(computing);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        elapsed += seconds() - start;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return elapsed;
}

static double time_loop(const struct benchmark *benchmark, int bytes, long iterations) {
    double start = seconds(), elapsed = 0;
    if (benchmark->loop) {
        benchmark->loop(bytes, iterations);
        return seconds() - start;
    }
    if (benchmark->time) {
        return benchmark->time(bytes, iterations);
    }
    if (benchmark->start) {
        elapsed = time_nonblocking(benchmark, bytes, iterations, 0);
        return benchmark->overlap
            ? time_nonblocking(benchmark, bytes, iterations, products(elapsed / (double) iterations)) : elapsed;
    }
    for (long i = 0; i < iterations; i++) {
        start = seconds();
        benchmark->call(bytes);
        elapsed += seconds() - start;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return elapsed;
}

static double run(const struct benchmark *benchmark, int bytes, long iterations) {
    int ranks = benchmark->ranks ? benchmark->ranks : size;
    set_counts(benchmark->reduction ? floats(bytes) : bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank >= ranks) {
        MPI_Recv(NULL, 0, MPI_BYTE, 0, TAG_BLOCK_DONE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return 0;
    }
    if (benchmark->prepare) {
        benchmark->prepare(bytes);
    }
    /*
     * Warms the caches and raises the clock again after the sleep. It also aligns the ranks better than a barrier does.
     */
    time_loop(benchmark, bytes, iterations / WARM_UP_PART + 1);
    double elapsed = time_loop(benchmark, bytes, iterations);
    if (benchmark->finish) {
        benchmark->finish();
    }
    for (int idle = ranks; rank == 0 && idle < size; idle++) {
        MPI_Send(NULL, 0, MPI_BYTE, idle, TAG_BLOCK_DONE, MPI_COMM_WORLD);
    }
    return elapsed;
}

static const struct benchmark *find(const char *name) {
    const struct benchmark *tables[] = {transfers, collectives, nonblocking_collectives, one_sided};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        for (const struct benchmark *benchmark = tables[i]; benchmark->name; benchmark++) {
            if (strcmp(name, benchmark->name) == 0) {
                return benchmark;
            }
        }
    }
    return NULL;
}

/* The bytes of a buffer: at least one element of a reduction. */
static size_t buffer_bytes(const struct benchmark *benchmark, int bytes) {
    size_t message = (size_t) (bytes > 4 ? bytes : 4);
    return message * (size_t) (benchmark->to_each ? size : benchmark->messages ? benchmark->messages : 1);
}

static void answer(int runner, const char *command) {
    char name[64] = "";
    int bytes;
    long iterations;
    const struct benchmark *benchmark = NULL;
    if (sscanf(command, "run %63s %d %ld", name, &bytes, &iterations) == 3) {
        benchmark = find(name);
    }
    /* All ranks decide alike, so no rank waits for another rank that has refused. */
    if (!benchmark) {
        dprintf(runner, "error unknown command or benchmark: %s", command);
    } else if (benchmark->ranks > size) {
        dprintf(runner, "error %s needs %d ranks, the job has %d\n", name, benchmark->ranks, size);
    } else if (benchmark->whole && bytes % benchmark->whole) {
        dprintf(runner, "error %s has sizes that are multiples of %d, not %d\n", name, benchmark->whole, bytes);
    } else if (!grow(buffer_bytes(benchmark, bytes))) {
        fprintf(stderr, "block_server: no memory for two buffers of %zu bytes\n", buffer_bytes(benchmark, bytes));
        MPI_Abort(MPI_COMM_WORLD, 1);
    } else {
        dprintf(runner, "%.9f\n", run(benchmark, bytes, iterations));
    }
}

static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *) &address, sizeof address)) {
        perror(path);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return descriptor;
}

int main(int argc, char **argv) {
    char library[MPI_MAX_LIBRARY_VERSION_STRING], line[256];
    int length;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    allocates_windows = argc == 3 && strcmp(argv[2], "allocate") == 0;
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: block_server SOCKET [create|allocate] (started by bin/bench compare imb)\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    counts = calloc((size_t) size, sizeof *counts);
    displacements = calloc((size_t) size, sizeof *displacements);
    MPI_Get_library_version(library, &length);
    library[strcspn(library, "\r\n")] = 0;

    int runner = connect_to(argv[1]);
    FILE *commands = fdopen(runner, "r");
    /* The first thread of the process runs the loops, and its number is the number of the process. */
    dprintf(runner, "rank %d of %d pid %ld thread %ld %s\n", rank, size, (long) getpid(), (long) getpid(), library);
    while (fgets(line, sizeof line, commands)) {
        answer(runner, line);
    }
    MPI_Finalize();
    return 0;
}
