package mpi;

/** All-to-all in p rounds: in round k each rank sends to the one k further and receives from the one k before. */
final class PairwiseAlltoall {
    private PairwiseAlltoall() {
    }

    static void run(CollectiveContext context, Blocks sent, Blocks received) {
        int rank = context.rank();
        int size = context.size();
        context.copy(sent.buffer(), sent.offset(rank), sent.count(rank), sent.datatype(),
            received.buffer(), received.offset(rank), received.count(rank), received.datatype());
        for (int round = 1; round < size; round++) {
            int dest = (rank + round) % size;
            int source = (rank - round + size) % size;
            context.exchange(sent.buffer(), sent.offset(dest), sent.count(dest), sent.datatype(), dest,
                received.buffer(), received.offset(source), received.count(source), received.datatype(), source);
        }
    }
}
