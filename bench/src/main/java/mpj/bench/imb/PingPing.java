package mpj.bench.imb;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** Ranks 0 and 1 send each other a message at the same time. */
record PingPing(String name, boolean anySource, boolean runsByDefault) implements Benchmark.Loop {
    private static final int TAG = 1;

    @Override
    public Presentation presentation() {
        return Presentation.PING_PING;
    }

    @Override
    public void run(Sample sample, int iterations) {
        Intracomm comm = sample.comm();
        int other = 1 - sample.rank();
        int source = anySource ? MPI.ANY_SOURCE : other;
        int send = 0;
        int receive = 0;
        for (int i = 0; i < iterations; i++) {
            Request request = comm.Isend(sample.send(), send, sample.count(), sample.datatype(), other, TAG);
            comm.Recv(sample.receive(), receive, sample.count(), sample.datatype(), source, MPI.ANY_TAG);
            request.Wait();
            send = sample.sendCycle().next(send);
            receive = sample.receiveCycle().next(receive);
        }
    }
}
