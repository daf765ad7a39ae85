package mpi;

/**
 * Reduction along a binomial tree: in round k a rank whose bits below k are zero takes the result of the one 2^k
 * further, so that each holds the combination of consecutive ranks, in order. log2(p) rounds.
 */
final class BinomialReduce {
    private BinomialReduce() {
    }

    static void run(CollectiveContext context, Object sendbuf, int sendoffset, Object recvbuf, int recvoffset,
                    int count, Datatype datatype, Op op, int root) {
        int rank = context.rank();
        int size = context.size();
        // Where the order matters the tree starts at rank 0; its result then goes to the root.
        int top = op.commutes() ? root : 0;
        int relative = (rank - top + size) % size;
        boolean atRoot = rank == root;
        Operand mine = context.accumulate(sendbuf, sendoffset, atRoot ? recvbuf : null, recvoffset, count, datatype);
        Operand other = context.operands(mine, count, datatype);
        for (int mask = 1; mask < size; mask *= 2) {
            if ((relative & mask) != 0) {
                context.send(mine.buffer, mine.offset, count, datatype, (relative - mask + top) % size);
                break;
            }
            if (relative + mask < size) {
                context.receive(other.buffer, other.offset, count, datatype, (relative + mask + top) % size);
                if (op.commutes()) {
                    context.reduce(other, mine, count, datatype, op);
                } else {
                    context.reduce(mine, other, count, datatype, op);
                    Operand lower = mine;
                    mine = other;
                    other = lower;
                }
            }
        }
        if (rank == top && !atRoot) {
            context.send(mine.buffer, mine.offset, count, datatype, root);
        } else if (atRoot && rank != top) {
            context.receive(recvbuf, recvoffset, count, datatype, top);
        } else if (atRoot) {
            context.deliver(mine, recvbuf, recvoffset, count, datatype);
        }
    }
}
