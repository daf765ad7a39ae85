package mpi;

/**
 * Inclusive scan by recursive doubling: in round k the ranks exchange with those whose bit k differs what they have of
 * their 2^k neighbours; the one further takes it into its result. log2(p) rounds, in order.
 */
final class RecursiveDoublingScan {
    private RecursiveDoublingScan() {
    }

    static void run(CollectiveContext context, Object sendbuf, int sendoffset, Object recvbuf, int recvoffset,
                    int count, Datatype datatype, Op op) {
        int rank = context.rank();
        Operand result = context.accumulate(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype);
        Operand other = context.operands(result, count, datatype);
        // What this rank passes on: its own elements, then those of its neighbours on both sides too.
        Operand partial = new Operand().at(context.scratch(2, result.buffer, count, datatype), 0);
        context.copy(sendbuf, sendoffset, count, datatype, partial.buffer, partial.offset, count, datatype);
        for (int mask = 1; mask < context.size(); mask *= 2) {
            int partner = rank ^ mask;
            if (partner >= context.size()) {
                continue;
            }
            context.exchange(partial.buffer, partial.offset, count, datatype, partner,
                other.buffer, other.offset, count, datatype, partner);
            if (partner < rank) {
                context.reduce(other, result, count, datatype, op);
                context.reduce(other, partial, count, datatype, op);
            } else {
                context.reduce(partial, other, count, datatype, op);
                Operand lower = partial;
                partial = other;
                other = lower;
            }
        }
        context.deliver(result, recvbuf, recvoffset, count, datatype);
    }
}
