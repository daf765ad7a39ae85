package mpi;

/** Allgather around a ring: p - 1 rounds, in each of which every rank passes on the block it received last. */
final class RingAllgather {
    private RingAllgather() {
    }

    static void run(CollectiveContext context, Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
                    Blocks blocks) {
        int rank = context.rank();
        int size = context.size();
        context.copy(sendbuf, sendoffset, sendcount, sendtype,
            blocks.buffer(), blocks.offset(rank), blocks.count(rank), blocks.datatype());
        int next = (rank + 1) % size;
        int previous = (rank - 1 + size) % size;
        int passed = rank;
        for (int round = 1; round < size; round++) {
            int arriving = (passed - 1 + size) % size;
            context.exchange(
                blocks.buffer(), blocks.offset(passed), blocks.count(passed), blocks.datatype(), next,
                blocks.buffer(), blocks.offset(arriving), blocks.count(arriving), blocks.datatype(), previous);
            passed = arriving;
        }
    }
}
