package mpj.bench.imb;

/**
 * Each rank of the lower half exchanges a window of messages with its partner in the upper half. A byte back to the
 * lower half ends the iteration. The messages go one way, from the lower half, or both ways at once.
 *
 * @param window how many messages are in flight each way, unless the user says otherwise
 */
record WindowedTransfer(String name, Presentation presentation, int window) implements Benchmark.Loop {
    private static final int TAG = 1;

    @Override
    public boolean runsByDefault() {
        return false;
    }

    @Override
    public void run(Sample sample, int iterations) {
        Messages comm = sample.comm();
        int pairs = sample.size() / 2;
        if (sample.rank() >= 2 * pairs) {
            return;
        }
        boolean bothWays = presentation == Presentation.MESSAGE_RATE_BOTH_WAYS;
        boolean lower = sample.rank() < pairs;
        boolean sends = lower || bothWays;
        boolean receives = !lower || bothWays;
        int partner = lower ? sample.rank() + pairs : sample.rank() - pairs;
        Object[] requests = comm.requests(bothWays ? 2 * sample.window() : sample.window());
        byte[] acknowledgement = new byte[1];
        for (int i = 0; i < iterations; i++) {
            if (receives) {
                receiveWindow(sample, partner, requests);
            }
            if (sends) {
                sendWindow(sample, partner, requests, requests.length - sample.window());
            }
            comm.awaitAll(requests);
            acknowledge(comm, partner, lower, acknowledgement);
        }
    }

    private static void receiveWindow(Sample sample, int source, Object[] requests) {
        for (int i = 0, offset = 0; i < sample.window(); i++, offset = sample.receiveCycle().next(offset)) {
            requests[i] =
                sample.comm().irecv(sample.receive(), offset, sample.count(), sample.datatype(), source, TAG);
        }
    }

    private static void sendWindow(Sample sample, int dest, Object[] requests, int first) {
        for (int i = 0, offset = 0; i < sample.window(); i++, offset = sample.sendCycle().next(offset)) {
            requests[first + i] =
                sample.comm().isend(sample.send(), offset, sample.count(), sample.datatype(), dest, TAG);
        }
    }

    private static void acknowledge(Messages comm, int partner, boolean lower, byte[] acknowledgement) {
        if (lower) {
            comm.recv(acknowledgement, 0, 1, comm.basic(byte.class), partner, TAG);
        } else {
            comm.send(acknowledgement, 0, 1, comm.basic(byte.class), partner, TAG);
        }
    }
}
