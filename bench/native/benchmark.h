/*
 * The measurements of the C side of bin/bench compare imb: a table of benchmarks for each file, and the memory that the
 * benchmarks share.
 *
 * The loops are those of mpj.bench.imb, which follow the description of the Intel MPI Benchmarks. Keep the two alike:
 * the comparison relies on it.
 */
#ifndef BENCHMARK_H
#define BENCHMARK_H

#include <mpi.h>
#include <stddef.h>

enum { TAG = 1, TAG_BLOCK_DONE = 2 };

/* The number of this rank, and the number of ranks. */
extern int rank, size;
/* Each buffer has one message, several messages, or one from or to each rank: the benchmark says which. */
extern char *send_buffer, *receive_buffer;
/* For the collectives whose counts may differ by rank. Here all counts are the same. */
extern int *counts, *displacements;
/* Whether MPI allocates the memory of the windows. Otherwise windows expose the buffers. */
extern int allocates_windows;

/*
 * Exactly one of loop, time, call and start is set.
 * loop: is timed as a whole.
 * time: takes the time itself, and returns 0 on a rank that measures nothing.
 * call: is timed call by call, with a barrier after each call, as IMB does for collectives.
 * start: starts a non-blocking call. The call is completed at once and timed like a call; with overlap, a computation
 * that takes as long as the call runs between start and completion.
 * ranks: how many ranks the benchmark uses; 0 means all.
 * to_each: a buffer has a message for each rank.
 * messages: otherwise, how many messages a buffer has; 0 means one.
 * reduction: the counts are numbers of floats.
 * whole: sizes are multiples of this; 0 means any size.
 */
struct benchmark {
    const char *name;
    void (*prepare)(int bytes);
    void (*loop)(int bytes, long iterations);
    double (*time)(int bytes, long iterations);
    void (*call)(int bytes);
    void (*start)(int bytes, MPI_Request *request);
    void (*finish)(void);
    int ranks, to_each, messages, reduction, whole, overlap;
};

/* An entry without a name ends each table. */
extern const struct benchmark transfers[], collectives[], nonblocking_collectives[], one_sided[];

static inline int floats(int bytes) {
    return bytes / (int) sizeof(float);
}

double seconds(void);
/* The first computes that many products. The second says how many products take that many seconds. */
void compute(long repetitions);
long products(double wanted);

#endif
