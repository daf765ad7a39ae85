package mpi;

/**
 * Allreduce by recursive doubling: in round k the ranks exchange with those whose bit k differs, so that each holds the
 * combination of 2^(k+1) consecutive ranks, in order. Where the number of ranks is no power of two, the first few send
 * to their neighbour before and hear the result from it afterwards. log2(p) rounds, every rank with the same result.
 */
final class RecursiveDoublingAllreduce {
    private RecursiveDoublingAllreduce() {
    }

    static void run(CollectiveContext context, Object sendbuf, int sendoffset, Object recvbuf, int recvoffset,
                    int count, Datatype datatype, Op op) {
        int rank = context.rank();
        int doubling = Integer.highestOneBit(context.size());
        int pairs = context.size() - doubling;
        Operand mine = context.accumulate(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype);
        if (rank < 2 * pairs && rank % 2 == 0) {
            context.send(mine.buffer, mine.offset, count, datatype, rank + 1);
            context.receive(mine.buffer, mine.offset, count, datatype, rank + 1);
            context.deliver(mine, recvbuf, recvoffset, count, datatype);
            return;
        }
        Operand other = context.operands(mine, count, datatype);
        if (rank < 2 * pairs) {
            context.receive(other.buffer, other.offset, count, datatype, rank - 1);
            context.reduce(other, mine, count, datatype, op);
        }
        int place = rank < 2 * pairs ? rank / 2 : rank - pairs;
        for (int mask = 1; mask < doubling; mask *= 2) {
            int partner = place ^ mask;
            int partnerRank = partner < pairs ? 2 * partner + 1 : partner + pairs;
            context.exchange(mine.buffer, mine.offset, count, datatype, partnerRank,
                other.buffer, other.offset, count, datatype, partnerRank);
            if (partner < place || op.commutes()) {
                context.reduce(other, mine, count, datatype, op);
            } else {
                context.reduce(mine, other, count, datatype, op);
                Operand lower = mine;
                mine = other;
                other = lower;
            }
        }
        if (rank < 2 * pairs) {
            context.send(mine.buffer, mine.offset, count, datatype, rank - 1);
        }
        context.deliver(mine, recvbuf, recvoffset, count, datatype);
    }
}
