/*
 * What the C side of bin/bench compare imb measures: a table of benchmarks for each file, and the memory they share.
 *
 * The loops are those of mpj.bench.imb, which takes them from the description of the Intel MPI Benchmarks: keep the
 * two alike, a comparison rests on it.
 */
#ifndef BENCHMARK_H
#define BENCHMARK_H

#include <mpi.h>
#include <stddef.h>

enum { TAG = 1, TAG_BLOCK_DONE = 2 };

/* This rank, and how many there are. */
extern int rank, size;
/* A message, several, or one from or to each rank, as the benchmark says. */
extern char *send_buffer, *receive_buffer;
/* For the collectives whose counts differ by rank: the same for each. */
extern int *counts, *displacements;

/*
 * One of loop, call and start is there.
 * loop: timed as a whole. call: timed call by call, with a barrier after each, as IMB does for collectives.
 * start: a non-blocking call, completed at once and timed like a call; with overlap, computing as long as that takes
 * comes between start and completion.
 * ranks: how many the benchmark uses, 0 for all. to_each: a buffer holds a message for each rank. messages: or this
 * many, 0 meaning one. reduction: its counts are in floats. whole: sizes are multiples of this, 0 for any.
 */
struct benchmark {
    const char *name;
    void (*prepare)(int bytes);
    void (*loop)(int bytes, long iterations);
    void (*call)(int bytes);
    void (*start)(int bytes, MPI_Request *request);
    void (*finish)(void);
    int ranks, to_each, messages, reduction, whole, overlap;
};

/* Each ends with an entry without a name. */
extern const struct benchmark transfers[], collectives[], nonblocking_collectives[];

static inline int floats(int bytes) {
    return bytes / (int) sizeof(float);
}

double seconds(void);

#endif
