package mpi;

/** Gather where every rank sends to the root directly: p - 1 messages, nothing forwarded. */
final class LinearGather {
    private LinearGather() {
    }

    /** At the root. */
    static void receive(CollectiveContext context, Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
                        Blocks blocks) {
        int rank = context.rank();
        context.copy(sendbuf, sendoffset, sendcount, sendtype,
            blocks.buffer(), blocks.offset(rank), blocks.count(rank), blocks.datatype());
        for (int i = 0; i < context.size(); i++) {
            if (i != rank) {
                context.receive(blocks.buffer(), blocks.offset(i), blocks.count(i), blocks.datatype(), i);
            }
        }
    }
}
