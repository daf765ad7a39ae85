package mpj.bench.imb;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** The lower half of the ranks each send a window of messages to their partner in the upper half, then await an ack. */
record Uniband() implements Benchmark.Loop {
    private static final int TAG = 1;

    @Override
    public String name() {
        return "Uniband";
    }

    @Override
    public Presentation presentation() {
        return Presentation.MESSAGE_RATE;
    }

    @Override
    public boolean runsByDefault() {
        return false;
    }

    @Override
    public void run(Sample sample, int iterations) {
        Intracomm comm = sample.comm();
        int pairs = sample.size() / 2;
        Request[] requests = new Request[sample.window()];
        byte[] ack = new byte[1];
        if (sample.rank() < pairs) {
            int partner = sample.rank() + pairs;
            for (int i = 0; i < iterations; i++) {
                Windows.send(sample, partner, TAG, requests, 0);
                Request.Waitall(requests);
                comm.Recv(ack, 0, 1, MPI.BYTE, partner, TAG);
            }
        } else if (sample.rank() < 2 * pairs) {
            int partner = sample.rank() - pairs;
            for (int i = 0; i < iterations; i++) {
                Windows.receive(sample, partner, TAG, requests);
                Request.Waitall(requests);
                comm.Send(ack, 0, 1, MPI.BYTE, partner, TAG);
            }
        }
    }
}
