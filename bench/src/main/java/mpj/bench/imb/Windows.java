package mpj.bench.imb;

import mpi.Request;

/** Starts a window of messages, for the benchmarks of bandwidth and message rate. */
final class Windows {
    private Windows() {
    }

    static void send(Sample sample, int dest, int tag, Request[] requests, int first) {
        for (int i = 0, offset = 0; i < sample.window(); i++, offset = sample.sendCycle().next(offset)) {
            requests[first + i] =
                sample.comm().Isend(sample.send(), offset, sample.count(), sample.datatype(), dest, tag);
        }
    }

    static void receive(Sample sample, int source, int tag, Request[] requests) {
        for (int i = 0, offset = 0; i < sample.window(); i++, offset = sample.receiveCycle().next(offset)) {
            requests[i] =
                sample.comm().Irecv(sample.receive(), offset, sample.count(), sample.datatype(), source, tag);
        }
    }
}
