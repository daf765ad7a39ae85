package mpi;

/** Scatter where the root sends to every rank directly: p - 1 messages, nothing forwarded. */
final class LinearScatter {
    private LinearScatter() {
    }

    /** At the root. */
    static void send(CollectiveContext context, Blocks blocks, Object recvbuf, int recvoffset, int recvcount,
                     Datatype recvtype) {
        int rank = context.rank();
        for (int i = 0; i < context.size(); i++) {
            if (i != rank) {
                context.send(blocks.buffer(), blocks.offset(i), blocks.count(i), blocks.datatype(), i);
            }
        }
        context.copy(blocks.buffer(), blocks.offset(rank), blocks.count(rank), blocks.datatype(),
            recvbuf, recvoffset, recvcount, recvtype);
    }
}
