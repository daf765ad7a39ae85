/* The non-blocking collectives, each with overlap and without overlap. */
#include "benchmark.h"

static void ibarrier(int bytes, MPI_Request *request) {
    (void) bytes;
    MPI_Ibarrier(MPI_COMM_WORLD, request);
}

static void ibcast(int bytes, MPI_Request *request) {
    MPI_Ibcast(rank == 0 ? send_buffer : receive_buffer, bytes, MPI_BYTE, 0, MPI_COMM_WORLD, request);
}

static void ireduce(int bytes, MPI_Request *request) {
    MPI_Ireduce(send_buffer, receive_buffer, floats(bytes), MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD, request);
}

static void iallreduce(int bytes, MPI_Request *request) {
    MPI_Iallreduce(send_buffer, receive_buffer, floats(bytes), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, request);
}

static void ireduce_scatter(int bytes, MPI_Request *request) {
    (void) bytes;
    MPI_Ireduce_scatter(send_buffer, receive_buffer, counts, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, request);
}

static void iallgather(int bytes, MPI_Request *request) {
    MPI_Iallgather(send_buffer, bytes, MPI_BYTE, receive_buffer, bytes, MPI_BYTE, MPI_COMM_WORLD, request);
}

static void iallgatherv(int bytes, MPI_Request *request) {
    MPI_Iallgatherv(send_buffer, bytes, MPI_BYTE, receive_buffer, counts, displacements, MPI_BYTE, MPI_COMM_WORLD,
                    request);
}

static void igather(int bytes, MPI_Request *request) {
    MPI_Igather(send_buffer, bytes, MPI_BYTE, receive_buffer, bytes, MPI_BYTE, 0, MPI_COMM_WORLD, request);
}

static void igatherv(int bytes, MPI_Request *request) {
    MPI_Igatherv(send_buffer, bytes, MPI_BYTE, receive_buffer, counts, displacements, MPI_BYTE, 0, MPI_COMM_WORLD,
                 request);
}

static void iscatter(int bytes, MPI_Request *request) {
    MPI_Iscatter(send_buffer, bytes, MPI_BYTE, receive_buffer, bytes, MPI_BYTE, 0, MPI_COMM_WORLD, request);
}

static void iscatterv(int bytes, MPI_Request *request) {
    MPI_Iscatterv(send_buffer, counts, displacements, MPI_BYTE, receive_buffer, bytes, MPI_BYTE, 0, MPI_COMM_WORLD,
                  request);
}

static void ialltoall(int bytes, MPI_Request *request) {
    MPI_Ialltoall(send_buffer, bytes, MPI_BYTE, receive_buffer, bytes, MPI_BYTE, MPI_COMM_WORLD, request);
}

static void ialltoallv(int bytes, MPI_Request *request) {
    (void) bytes;
    MPI_Ialltoallv(send_buffer, counts, displacements, MPI_BYTE, receive_buffer, counts, displacements, MPI_BYTE,
                   MPI_COMM_WORLD, request);
}

#define BOTH(title, ...) \
    {.name = title, .overlap = 1, __VA_ARGS__}, {.name = title "_pure", __VA_ARGS__}

const struct benchmark nonblocking_collectives[] = {
    BOTH("Ibarrier", .start = ibarrier),
    BOTH("Ibcast", .start = ibcast),
    BOTH("Ireduce", .start = ireduce, .reduction = 1),
    BOTH("Iallreduce", .start = iallreduce, .reduction = 1),
    BOTH("Ireduce_scatter", .start = ireduce_scatter, .to_each = 1, .reduction = 1),
    BOTH("Iallgather", .start = iallgather, .to_each = 1),
    BOTH("Iallgatherv", .start = iallgatherv, .to_each = 1),
    BOTH("Igather", .start = igather, .to_each = 1),
    BOTH("Igatherv", .start = igatherv, .to_each = 1),
    BOTH("Iscatter", .start = iscatter, .to_each = 1),
    BOTH("Iscatterv", .start = iscatterv, .to_each = 1),
    BOTH("Ialltoall", .start = ialltoall, .to_each = 1),
    BOTH("Ialltoallv", .start = ialltoallv, .to_each = 1),
    {.name = NULL},
};
