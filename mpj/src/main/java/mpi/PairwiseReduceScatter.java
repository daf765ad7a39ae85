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
        // A block of each rank, as far apart as their items reach.
        int stride = ordered ? Math.toIntExact(Items.span(datatype, count)) : 0;
        Operand arriving = ordered
            ? new Operand().at(context.scratch(1, mine.buffer, (long) stride * size, datatype),
                (int) Items.before(datatype, count))
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
            mine = reduceInOrder(context, mine, arriving, stride, count, datatype, op);
        }
        context.deliver(mine, recvbuf, recvoffset, count, datatype);
    }

    /** Combines the blocks of all ranks, which lie a stride apart in their order; the result is the last one. */
    private static Operand reduceInOrder(CollectiveContext context, Operand mine, Operand blocks, int stride,
                                         int count, Datatype datatype, Op op) {
        context.copy(mine.buffer, mine.offset, count, datatype,
            blocks.buffer, blocks.offset + context.rank() * stride, count, datatype);
        for (int i = 1; i < context.size(); i++) {
            int lower = blocks.offset;
            blocks.offset += stride;
            context.reduce(blocks.buffer, lower, blocks.buffer, blocks.offset, count, datatype, op);
        }
        return blocks;
    }
}
