/* Benchmarks of windows: those of IMB-RMA, and a put and a get with a fence as in IMB-EXT. */
#include "benchmark.h"

static MPI_Win window;

enum kind { PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP };

/*
 * Makes a window. It exposes the buffer that the operation works on, or memory that MPI allocates instead of this
 * buffer.
 */
static void expose(char *buffer, int bytes) {
    MPI_Aint length = bytes > 8 ? bytes : 8;
    if (allocates_windows) {
        char *memory;
        MPI_Win_allocate(length, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    } else {
        MPI_Win_create(buffer, length, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    }
}

static void expose_received(int bytes) {
    expose(receive_buffer, bytes);
}

static void expose_sent(int bytes) {
    expose(send_buffer, bytes);
}

static void expose_two_received(int bytes) {
    expose(receive_buffer, 2 * bytes);
}

static void expose_two_sent(int bytes) {
    expose(send_buffer, 2 * bytes);
}

static void free_window(void) {
    MPI_Win_free(&window);
}

/* The kind is a constant at each call, so the compiler removes the switch. */
static inline void start(enum kind kind, int bytes, int target, int at) {
    switch (kind) {
    case PUT:
        MPI_Put(send_buffer + at, bytes, MPI_BYTE, target, at, bytes, MPI_BYTE, window);
        break;
    case GET:
        MPI_Get(receive_buffer + at, bytes, MPI_BYTE, target, at, bytes, MPI_BYTE, window);
        break;
    case ACCUMULATE:
        MPI_Accumulate(send_buffer, floats(bytes), MPI_FLOAT, target, 0, floats(bytes), MPI_FLOAT, MPI_SUM, window);
        break;
    case GET_ACCUMULATE:
        MPI_Get_accumulate(send_buffer, floats(bytes), MPI_FLOAT, receive_buffer, floats(bytes), MPI_FLOAT, target, 0,
                           floats(bytes), MPI_FLOAT, MPI_SUM, window);
        break;
    case FETCH_AND_OP:
        MPI_Fetch_and_op(send_buffer, receive_buffer, MPI_FLOAT, target, 0, MPI_SUM, window);
        break;
    case COMPARE_AND_SWAP:
        MPI_Compare_and_swap(send_buffer + sizeof(int), send_buffer, receive_buffer, MPI_INT, target, 0, window);
        break;
    }
}

static inline void flush(int local, int target) {
    if (local) {
        MPI_Win_flush_local(target, window);
    } else {
        MPI_Win_flush(target, window);
    }
}

/* Rank 0 works on the memory of rank 1, or each of the two works on the memory of the other. */
static inline double pair(enum kind kind, int both, int local, int aggregate, int bytes, long iterations) {
    double elapsed = 0;
    if (rank == 0 || (rank == 1 && both)) {
        int target = 1 - rank;
        MPI_Win_lock(MPI_LOCK_SHARED, target, 0, window);
        double begin = seconds();
        for (long i = 0; i < iterations; i++) {
            start(kind, bytes, target, 0);
            if (!aggregate) {
                flush(local, target);
            }
        }
        if (aggregate) {
            flush(local, target);
        }
        elapsed = seconds() - begin;
        MPI_Win_unlock(target, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return elapsed;
}

/* Rank 0, or every rank, works on the memory of all other ranks, and waits once. */
static inline double with_all(enum kind kind, int all, int local, int bytes, long iterations) {
    double elapsed = 0;
    if (rank == 0 || all) {
        MPI_Win_lock_all(0, window);
        double begin = seconds();
        for (long i = 0; i < iterations; i++) {
            for (int distance = 1; distance < size; distance++) {
                start(kind, bytes, (rank + distance) % size, 0);
            }
        }
        if (local) {
            MPI_Win_flush_local_all(window);
        } else {
            MPI_Win_flush_all(window);
        }
        elapsed = seconds() - begin;
        MPI_Win_unlock_all(window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return elapsed;
}

/* Each rank works on the memory of its two neighbours. */
static inline double with_neighbours(enum kind kind, int bytes, long iterations) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Win_lock(MPI_LOCK_SHARED, left, 0, window);
    if (left != right) {
        MPI_Win_lock(MPI_LOCK_SHARED, right, 0, window);
    }
    double begin = seconds();
    for (long i = 0; i < iterations; i++) {
        start(kind, bytes, left, 0);
        start(kind, bytes, right, bytes);
        MPI_Win_flush(left, window);
        if (left != right) {
            MPI_Win_flush(right, window);
        }
    }
    double elapsed = seconds() - begin;
    MPI_Win_unlock(left, window);
    if (left != right) {
        MPI_Win_unlock(right, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return elapsed;
}

/* A fence ends each iteration. */
static inline double fenced(enum kind kind, int bytes, long iterations) {
    MPI_Win_fence(0, window);
    double begin = seconds();
    for (long i = 0; i < iterations; i++) {
        if (rank == 0) {
            start(kind, bytes, 1, 0);
        }
        MPI_Win_fence(0, window);
    }
    double elapsed = seconds() - begin;
    MPI_Barrier(MPI_COMM_WORLD);
    return elapsed;
}

/* Each put of rank 0 comes before a barrier. Rank 1 waits in this barrier, or computes before it calls the barrier. */
static double puts_before_barriers(int bytes, long iterations, long computing) {
    double begin = seconds();
    for (long i = 0; i < iterations; i++) {
        if (rank == 0) {
            start(PUT, bytes, 1, 0);
            MPI_Win_flush(1, window);
        } else if (rank == 1 && computing) {
            compute(computing);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return seconds() - begin;
}

static double passive_put(int bytes, long iterations) {
    double pure, overlapped;
    long computing = 0;
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
    }
    pure = puts_before_barriers(bytes, iterations, 0) / (double) iterations;
    if (rank == 0) {
        MPI_Send(&pure, 1, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(&pure, 1, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        computing = products(pure);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    overlapped = puts_before_barriers(bytes, iterations, computing);
    if (rank == 0) {
        MPI_Win_unlock(1, window);
    }
    return rank == 0 ? overlapped : 0;
}

#define TIMES(function, call) \
    static double function(int bytes, long iterations) { \
        return call; \
    }
#define PAIR(function, kind, both, local) \
    TIMES(function, pair(kind, both, local, 0, bytes, iterations)) \
    TIMES(function##_aggregate, pair(kind, both, local, 1, bytes, iterations))

PAIR(unidir_put, PUT, 0, 0)
PAIR(unidir_get, GET, 0, 0)
PAIR(bidir_put, PUT, 1, 0)
PAIR(bidir_get, GET, 1, 0)
PAIR(put_local, PUT, 0, 1)
PAIR(get_local, GET, 0, 1)
PAIR(accumulate, ACCUMULATE, 0, 0)
PAIR(get_accumulate, GET_ACCUMULATE, 0, 0)
PAIR(fetch_and_op, FETCH_AND_OP, 0, 0)
PAIR(compare_and_swap, COMPARE_AND_SWAP, 0, 0)
TIMES(put_all_local, with_all(PUT, 0, 1, bytes, iterations))
TIMES(get_all_local, with_all(GET, 0, 1, bytes, iterations))
TIMES(one_put_all, with_all(PUT, 0, 0, bytes, iterations))
TIMES(one_get_all, with_all(GET, 0, 0, bytes, iterations))
TIMES(all_put_all, with_all(PUT, 1, 0, bytes, iterations))
TIMES(all_get_all, with_all(GET, 1, 0, bytes, iterations))
TIMES(exchange_put, with_neighbours(PUT, bytes, iterations))
TIMES(exchange_get, with_neighbours(GET, bytes, iterations))
TIMES(unidir_put_fence, fenced(PUT, bytes, iterations))
TIMES(unidir_get_fence, fenced(GET, bytes, iterations))

#define PUTS(title, function) \
    {.name = title, .prepare = expose_received, .time = function, .finish = free_window, .messages = 2}
#define GETS(title, function) \
    {.name = title, .prepare = expose_sent, .time = function, .finish = free_window, .messages = 2}
#define BOTH(of, title, function) of(title, function), of(title "_aggregate", function##_aggregate)

/* A buffer has two messages, because Exchange needs two messages, and Compare_and_swap needs two elements. */
const struct benchmark one_sided[] = {
    BOTH(PUTS, "Unidir_put", unidir_put),
    BOTH(GETS, "Unidir_get", unidir_get),
    BOTH(PUTS, "Bidir_put", bidir_put),
    BOTH(GETS, "Bidir_get", bidir_get),
    BOTH(PUTS, "Put_local", put_local),
    BOTH(GETS, "Get_local", get_local),
    BOTH(PUTS, "Accumulate", accumulate),
    BOTH(PUTS, "Get_accumulate", get_accumulate),
    BOTH(PUTS, "Fetch_and_op", fetch_and_op),
    BOTH(PUTS, "Compare_and_swap", compare_and_swap),
    PUTS("Put_all_local", put_all_local),
    GETS("Get_all_local", get_all_local),
    PUTS("One_put_all", one_put_all),
    GETS("One_get_all", one_get_all),
    PUTS("All_put_all", all_put_all),
    GETS("All_get_all", all_get_all),
    {.name = "Exchange_put", .prepare = expose_two_received, .time = exchange_put, .finish = free_window,
     .messages = 2},
    {.name = "Exchange_get", .prepare = expose_two_sent, .time = exchange_get, .finish = free_window, .messages = 2},
    PUTS("Truly_passive_put", passive_put),
    PUTS("Unidir_put_fence", unidir_put_fence),
    GETS("Unidir_get_fence", unidir_get_fence),
    {.name = NULL},
};
