package mpj.bench.imb;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** Pairs of ranks each send the other a window of messages at the same time. */
record Biband() implements Benchmark.Loop {
    private static final int TAG = 1;

    @Override
    public String name() {
        return "Biband";
    }

    @Override
    public Presentation presentation() {
        return Presentation.MESSAGE_RATE_BOTH_WAYS;
    }

    @Override
    public boolean runsByDefault() {
        return false;
    }

    @Override
    public void run(Sample sample, int iterations) {
        Intracomm comm = sample.comm();
        int pairs = sample.size() / 2;
        if (sample.rank() >= 2 * pairs) {
            return;
        }
        boolean lower = sample.rank() < pairs;
        int partner = lower ? sample.rank() + pairs : sample.rank() - pairs;
        Request[] requests = new Request[2 * sample.window()];
        byte[] ack = new byte[1];
        for (int i = 0; i < iterations; i++) {
            Windows.receive(sample, partner, TAG, requests);
            Windows.send(sample, partner, TAG, requests, sample.window());
            Request.Waitall(requests);
            if (lower) {
                comm.Recv(ack, 0, 1, MPI.BYTE, partner, TAG);
            } else {
                comm.Send(ack, 0, 1, MPI.BYTE, partner, TAG);
            }
        }
    }
}
