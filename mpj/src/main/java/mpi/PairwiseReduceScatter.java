package mpi;

/**
 * Reduce-scatter in p rounds: in round k each rank sends the one k further its block. A commutative operation is
 * applied as blocks arrive; any other one in the end, in the order of ranks. Each rank receives p - 1 blocks.
 */
final class PairwiseReduceScatter {
    private PairwiseReduceScatter() {
    }

    static void run(CollectiveContext context, Blocks sent, Object recvbuf, int recvoffset, Op op) {
        int rank = context.rank();
        int size = context.size();
        int count = sent.count(rank);
        Datatype datatype = sent.datatype();
        Operand mine = context.accumulate(sent.buffer(), sent.offset(rank), recvbuf, recvoffset, count, datatype);
        boolean ordered = !op.commutes();
        int stride = ordered ? count * Items.extent(datatype) : 0;
        Operand arriving = ordered
            ? new Operand().at(context.scratch(1, mine.buffer, Math.multiplyExact(count, size), datatype), 0)
            : context.operands(mine, count, datatype);
        for (int round = 1; round < size; round++) {
            int dest = (rank + round) % size;
            int source = (rank - round + size) % size;
            context.exchange(sent.buffer(), sent.offset(dest), sent.count(dest), datatype, dest,
                arriving.buffer, arriving.offset + source * stride, count, datatype, source);
            if (!ordered) {
                context.reduce(arriving, mine, count, datatype, op);
            }
        }
        if (ordered) {
            reduceInOrder(context, mine, arriving.buffer, count, datatype, op);
        } else {
            context.deliver(mine, recvbuf, recvoffset, count, datatype);
            return;
        }
        context.copy(arriving.buffer, (size - 1) * stride, count, datatype, recvbuf, recvoffset, count, datatype);
    }

    /** Combines the blocks of all ranks, which lie in an array in their order; the result is in the last one. */
    private static void reduceInOrder(CollectiveContext context, Operand mine, Object blocks, int count,
                                      Datatype datatype, Op op) {
        int stride = count * Items.extent(datatype);
        context.copy(mine.buffer, mine.offset, count, datatype, blocks, context.rank() * stride, count, datatype);
        for (int i = 1; i < context.size(); i++) {
            context.reduce(blocks, (i - 1) * stride, blocks, i * stride, count, datatype, op);
        }
    }
}
