package mpj.bench.imb;

/**
 * The data of one thread of one rank in a benchmark of {@code bench imb-mt}.
 *
 * @param comm the communicator: the thread's own, or the one of all threads
 * @param stride the distance between the two ranks of a pair
 * @param tag distinguishes threads that share a communicator
 * @param sent the elements that the thread sends
 * @param received has room for the elements of two ranks
 * @param requests has room for twice the window
 */
record ThreadSide(Messages comm, int stride, int tag, Object sent, Object received, Object type, int window,
                  Object[] requests) {
    int rank() {
        return comm.rank();
    }

    /** Whether this rank is the first of its pair. */
    boolean isFirst() {
        return rank() / stride % 2 == 0;
    }

    /** Whether this rank has a partner at all. */
    boolean isPaired() {
        int group = rank() / stride;
        return group / 2 != comm.size() / (2 * stride) || comm.size() % (2 * stride) == 0;
    }

    int partner() {
        return isFirst() ? rank() + stride : rank() - stride;
    }

    int right() {
        return (rank() + stride) % comm.size();
    }

    int left() {
        return (rank() + comm.size() - stride) % comm.size();
    }

    void send(int count, int dest) {
        comm.send(sent, 0, count, type, dest, tag);
    }

    void receive(int count, int source) {
        receive(0, count, source);
    }

    void receive(int offset, int count, int source) {
        comm.recv(received, offset, count, type, source, tag);
    }

    Object startSend(int count, int dest) {
        return comm.isend(sent, 0, count, type, dest, tag);
    }

    Object startReceive(int count, int source) {
        return comm.irecv(received, 0, count, type, source, tag);
    }
}
