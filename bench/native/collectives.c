/* The blocking collectives. */
#include "benchmark.h"

static void barrier(int bytes, long iterations) {
    (void) bytes;
    for (long i = 0; i < iterations; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
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

static void reduce_scatter_block(int bytes) {
    MPI_Reduce_scatter_block(send_buffer, receive_buffer, floats(bytes), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

static void reduce_local(int bytes) {
    MPI_Reduce_local(send_buffer, receive_buffer, floats(bytes), MPI_FLOAT, MPI_SUM);
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

const struct benchmark collectives[] = {
    {.name = "Barrier", .loop = barrier},
    {.name = "Bcast", .call = bcast},
    {.name = "Reduce", .call = reduce, .reduction = 1},
    {.name = "Allreduce", .call = allreduce, .reduction = 1},
    {.name = "Reduce_scatter", .call = reduce_scatter, .to_each = 1, .reduction = 1},
    {.name = "Reduce_scatter_block", .call = reduce_scatter_block, .to_each = 1, .reduction = 1},
    {.name = "Reduce_local", .call = reduce_local, .reduction = 1},
    {.name = "Allgather", .call = allgather, .to_each = 1},
    {.name = "Allgatherv", .call = allgatherv, .to_each = 1},
    {.name = "Gather", .call = gather, .to_each = 1},
    {.name = "Gatherv", .call = gatherv, .to_each = 1},
    {.name = "Scatter", .call = scatter, .to_each = 1},
    {.name = "Scatterv", .call = scatterv, .to_each = 1},
    {.name = "Alltoall", .call = alltoall, .to_each = 1},
    {.name = "Alltoallv", .call = alltoallv, .to_each = 1},
    {.name = NULL},
};
