/*
 * The C side of bin/imb-compare: a resident MPI program that measures one block of a benchmark at a time.
 *
 *     block_server SOCKET
 *
 * Every rank connects to the runner's Unix-domain socket and says "rank R of N pid P LIBRARY". It then sleeps in
 * read(2), so that it costs no core while another side is measured, until the runner writes
 * "run BENCHMARK BYTES ITERATIONS" to each rank; each answers with the seconds its loop took, or "error TEXT". Ranks
 * that a benchmark does not use sit in MPI_Recv meanwhile. End of file ends the program.
 *
 * The loops are those of mpj.bench.imb, which takes them from the description of the Intel MPI Benchmarks: keep the
 * two alike, a comparison rests on it.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { TAG = 1, TAG_BLOCK_DONE = 2, WARM_UP_PART = 16 };

static int rank, size;
static char *send_buffer, *receive_buffer;
static size_t capacity;
static int *counts, *displacements;

static void grow(size_t bytes) {
    if (bytes <= capacity) {
        return;
    }
    free(send_buffer);
    free(receive_buffer);
    if (posix_memalign((void **) &send_buffer, 4096, bytes) || posix_memalign((void **) &receive_buffer, 4096, bytes)) {
        fprintf(stderr, "block_server: no memory for two buffers of %zu bytes\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    memset(send_buffer, 1, bytes);
    memset(receive_buffer, 0, bytes);
    capacity = bytes;
}

static void ping_pong(int bytes, long iterations) {
    int other = 1 - rank;
    for (long i = 0; i < iterations; i++) {
        if (rank == 0) {
            MPI_Send(send_buffer, bytes, MPI_BYTE, other, TAG, MPI_COMM_WORLD);
            MPI_Recv(receive_buffer, bytes, MPI_BYTE, other, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(receive_buffer, bytes, MPI_BYTE, other, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(send_buffer, bytes, MPI_BYTE, other, TAG, MPI_COMM_WORLD);
        }
    }
}

static void ping_ping(int bytes, long iterations) {
    int other = 1 - rank;
    for (long i = 0; i < iterations; i++) {
        MPI_Request request;
        MPI_Isend(send_buffer, bytes, MPI_BYTE, other, TAG, MPI_COMM_WORLD, &request);
        MPI_Recv(receive_buffer, bytes, MPI_BYTE, other, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void sendrecv(int bytes, long iterations) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (long i = 0; i < iterations; i++) {
        MPI_Sendrecv(send_buffer, bytes, MPI_BYTE, right, TAG, receive_buffer, bytes, MPI_BYTE, left, MPI_ANY_TAG,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void exchange(int bytes, long iterations) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (long i = 0; i < iterations; i++) {
        MPI_Request request[2];
        MPI_Isend(send_buffer, bytes, MPI_BYTE, right, TAG, MPI_COMM_WORLD, &request[0]);
        MPI_Isend(send_buffer + bytes, bytes, MPI_BYTE, left, TAG, MPI_COMM_WORLD, &request[1]);
        MPI_Recv(receive_buffer, bytes, MPI_BYTE, left, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(receive_buffer, bytes, MPI_BYTE, right, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    }
}

static void barrier(int bytes, long iterations) {
    (void) bytes;
    for (long i = 0; i < iterations; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static int floats(int bytes) {
    return bytes / (int) sizeof(float);
}

static void set_counts(int each) {
    for (int i = 0; i < size; i++) {
        counts[i] = each;
        displacements[i] = each * i;
    }
}

static void bcast(int bytes) {
    MPI_Bcast(rank == 0 ? send_buffer : receive_buffer, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void reduce(int bytes) {
    MPI_Reduce(send_buffer, receive_buffer, floats(bytes), MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void allreduce(int bytes) {
    MPI_Allreduce(send_buffer, receive_buffer, floats(bytes), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

static void reduce_scatter(int bytes) {
    (void) bytes;
    MPI_Reduce_scatter(send_buffer, receive_buffer, counts, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

static void allgather(int bytes) {
    MPI_Allgather(send_buffer, bytes, MPI_BYTE, receive_buffer, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void allgatherv(int bytes) {
    MPI_Allgatherv(send_buffer, bytes, MPI_BYTE, receive_buffer, counts, displacements, MPI_BYTE, MPI_COMM_WORLD);
}

static void gather(int bytes) {
    MPI_Gather(send_buffer, bytes, MPI_BYTE, receive_buffer, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void gatherv(int bytes) {
    MPI_Gatherv(send_buffer, bytes, MPI_BYTE, receive_buffer, counts, displacements, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void scatter(int bytes) {
    MPI_Scatter(send_buffer, bytes, MPI_BYTE, receive_buffer, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void scatterv(int bytes) {
    MPI_Scatterv(send_buffer, counts, displacements, MPI_BYTE, receive_buffer, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void alltoall(int bytes) {
    MPI_Alltoall(send_buffer, bytes, MPI_BYTE, receive_buffer, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void alltoallv(int bytes) {
    (void) bytes;
    MPI_Alltoallv(send_buffer, counts, displacements, MPI_BYTE, receive_buffer, counts, displacements, MPI_BYTE,
                  MPI_COMM_WORLD);
}

/*
 * loop: timed as a whole. call: timed call by call, with a barrier after each, as IMB does for collectives.
 * ranks: how many the benchmark uses, 0 for all. per_rank: a buffer holds the message size times the size of the job.
 * two_messages: a buffer holds two. reduction: its counts are in floats.
 */
static const struct benchmark {
    const char *name;
    void (*loop)(int bytes, long iterations);
    void (*call)(int bytes);
    int ranks, per_rank, two_messages, reduction;
} benchmarks[] = {
    {.name = "PingPong", .loop = ping_pong, .ranks = 2},
    {.name = "PingPing", .loop = ping_ping, .ranks = 2},
    {.name = "Sendrecv", .loop = sendrecv},
    {.name = "Exchange", .loop = exchange, .two_messages = 1},
    {.name = "Barrier", .loop = barrier},
    {.name = "Bcast", .call = bcast},
    {.name = "Reduce", .call = reduce, .reduction = 1},
    {.name = "Allreduce", .call = allreduce, .reduction = 1},
    {.name = "Reduce_scatter", .call = reduce_scatter, .per_rank = 1, .reduction = 1},
    {.name = "Allgather", .call = allgather, .per_rank = 1},
    {.name = "Allgatherv", .call = allgatherv, .per_rank = 1},
    {.name = "Gather", .call = gather, .per_rank = 1},
    {.name = "Gatherv", .call = gatherv, .per_rank = 1},
    {.name = "Scatter", .call = scatter, .per_rank = 1},
    {.name = "Scatterv", .call = scatterv, .per_rank = 1},
    {.name = "Alltoall", .call = alltoall, .per_rank = 1},
    {.name = "Alltoallv", .call = alltoallv, .per_rank = 1},
};

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static double time_loop(const struct benchmark *benchmark, int bytes, long iterations) {
    double start = seconds();
    if (benchmark->loop) {
        benchmark->loop(bytes, iterations);
        return seconds() - start;
    }
    double elapsed = 0;
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
    grow((size_t) (bytes > 4 ? bytes : 4) * (size_t) (benchmark->per_rank ? size : 1 + benchmark->two_messages));
    set_counts(benchmark->reduction ? floats(bytes) : bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank >= ranks) {
        MPI_Recv(NULL, 0, MPI_BYTE, 0, TAG_BLOCK_DONE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return 0;
    }
    /* Brings caches and clock back after the sleep; it also lines the ranks up better than a barrier does. */
    time_loop(benchmark, bytes, iterations / WARM_UP_PART + 1);
    double elapsed = time_loop(benchmark, bytes, iterations);
    for (int idle = ranks; rank == 0 && idle < size; idle++) {
        MPI_Send(NULL, 0, MPI_BYTE, idle, TAG_BLOCK_DONE, MPI_COMM_WORLD);
    }
    return elapsed;
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
    char library[MPI_MAX_LIBRARY_VERSION_STRING], line[256], name[64];
    int length, bytes;
    long iterations;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc != 2) {
        fprintf(stderr, "usage: block_server SOCKET (started by bin/imb-compare)\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    counts = calloc((size_t) size, sizeof *counts);
    displacements = calloc((size_t) size, sizeof *displacements);
    MPI_Get_library_version(library, &length);
    library[strcspn(library, "\r\n")] = 0;

    int runner = connect_to(argv[1]);
    FILE *commands = fdopen(runner, "r");
    dprintf(runner, "rank %d of %d pid %ld %s\n", rank, size, (long) getpid(), library);
    while (fgets(line, sizeof line, commands)) {
        const struct benchmark *found = NULL;
        if (sscanf(line, "run %63s %d %ld", name, &bytes, &iterations) == 3) {
            for (size_t i = 0; i < sizeof benchmarks / sizeof *benchmarks; i++) {
                if (strcmp(name, benchmarks[i].name) == 0) {
                    found = &benchmarks[i];
                }
            }
        }
        if (!found) {
            dprintf(runner, "error unknown command or benchmark: %s", line);
        } else if (found->ranks > size) {
            dprintf(runner, "error %s needs %d ranks, the job has %d\n", name, found->ranks, size);
        } else {
            dprintf(runner, "%.9f\n", run(found, bytes, iterations));
        }
    }
    MPI_Finalize();
    return 0;
}
