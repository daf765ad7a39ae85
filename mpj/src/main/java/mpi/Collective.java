package mpi;

/** The collectives. Each has a tag of its own, so that ranks which disagree about what they call never mix data. */
enum Collective {
    BARRIER, BCAST, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN
}
