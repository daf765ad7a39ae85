/* Benchmarks that send and receive: those of IMB, the message rate of osu_mbw_mr, and PingPong with a strided type. */
#include "benchmark.h"

enum {
    /* Messages in flight: IMB's default for Uniband and Biband, and that of osu_mbw_mr. */
    WINDOW = 256,
    OSU_WINDOW = 64,
    /* PingPongVector's type: every second line of 64 bytes. */
    BLOCK_DOUBLES = 8,
    BLOCK_BYTES = BLOCK_DOUBLES * (int) sizeof(double)
};

static void ping_pong_of(int count, MPI_Datatype type, long iterations) {
    int other = 1 - rank;
    for (long i = 0; i < iterations; i++) {
        if (rank == 0) {
            MPI_Send(send_buffer, count, type, other, TAG, MPI_COMM_WORLD);
            MPI_Recv(receive_buffer, count, type, other, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(receive_buffer, count, type, other, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(send_buffer, count, type, other, TAG, MPI_COMM_WORLD);
        }
    }
}

static void ping_pong(int bytes, long iterations) {
    ping_pong_of(bytes, MPI_BYTE, iterations);
}

static MPI_Datatype strided;

static void make_strided(int bytes) {
    MPI_Type_vector(bytes / BLOCK_BYTES, BLOCK_DOUBLES, 2 * BLOCK_DOUBLES, MPI_DOUBLE, &strided);
    MPI_Type_commit(&strided);
}

static void free_strided(void) {
    MPI_Type_free(&strided);
}

static void ping_pong_vector(int bytes, long iterations) {
    (void) bytes;
    ping_pong_of(1, strided, iterations);
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

static MPI_Request window[2 * WINDOW];

static void receive_window(int bytes, int partner, int messages, MPI_Request *requests) {
    for (int i = 0; i < messages; i++) {
        MPI_Irecv(receive_buffer, bytes, MPI_BYTE, partner, TAG, MPI_COMM_WORLD, &requests[i]);
    }
}

static void send_window(int bytes, int partner, int messages, MPI_Request *requests) {
    for (int i = 0; i < messages; i++) {
        MPI_Isend(send_buffer, bytes, MPI_BYTE, partner, TAG, MPI_COMM_WORLD, &requests[i]);
    }
}

/* A byte from the upper half of the ranks to the lower half ends an iteration. */
static void acknowledge(int partner, int lower) {
    static char byte;
    if (lower) {
        MPI_Recv(&byte, 1, MPI_BYTE, partner, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&byte, 1, MPI_BYTE, partner, TAG, MPI_COMM_WORLD);
    }
}

static void one_way(int bytes, long iterations, int messages) {
    int pairs = size / 2, lower = rank < pairs, partner = lower ? rank + pairs : rank - pairs;
    for (long i = 0; rank < 2 * pairs && i < iterations; i++) {
        if (lower) {
            send_window(bytes, partner, messages, window);
        } else {
            receive_window(bytes, partner, messages, window);
        }
        MPI_Waitall(messages, window, MPI_STATUSES_IGNORE);
        acknowledge(partner, lower);
    }
}

static void uniband(int bytes, long iterations) {
    one_way(bytes, iterations, WINDOW);
}

static void multiple_bandwidth(int bytes, long iterations) {
    one_way(bytes, iterations, OSU_WINDOW);
}

static void biband(int bytes, long iterations) {
    int pairs = size / 2, lower = rank < pairs, partner = lower ? rank + pairs : rank - pairs;
    for (long i = 0; rank < 2 * pairs && i < iterations; i++) {
        receive_window(bytes, partner, WINDOW, window);
        send_window(bytes, partner, WINDOW, window + WINDOW);
        MPI_Waitall(2 * WINDOW, window, MPI_STATUSES_IGNORE);
        acknowledge(partner, lower);
    }
}

const struct benchmark transfers[] = {
    {.name = "PingPong", .loop = ping_pong, .ranks = 2},
    {.name = "PingPongVector", .prepare = make_strided, .loop = ping_pong_vector, .finish = free_strided, .ranks = 2,
     .messages = 2, .whole = BLOCK_BYTES},
    {.name = "PingPing", .loop = ping_ping, .ranks = 2},
    {.name = "Sendrecv", .loop = sendrecv},
    {.name = "Exchange", .loop = exchange, .messages = 2},
    {.name = "Uniband", .loop = uniband},
    {.name = "Biband", .loop = biband},
    {.name = "osu_mbw_mr", .loop = multiple_bandwidth},
    {.name = NULL},
};
