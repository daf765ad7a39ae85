package mpj.bench.imb;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** Every rank sends to and receives from both its neighbours. */
record Exchange() implements Benchmark.Loop {
    private static final int TAG = 1;

    @Override
    public String name() {
        return "Exchange";
    }

    @Override
    public Presentation presentation() {
        return Presentation.EXCHANGE;
    }

    @Override
    public int messagesSent(int ranks) {
        return 2;
    }

    @Override
    public void run(Sample sample, int iterations) {
        Intracomm comm = sample.comm();
        int count = sample.count();
        int right = (sample.rank() + 1) % sample.size();
        int left = (sample.rank() + sample.size() - 1) % sample.size();
        Request[] requests = new Request[2];
        int send = 0;
        int receive = 0;
        for (int i = 0; i < iterations; i++) {
            requests[0] = comm.Isend(sample.send(), send, count, sample.datatype(), right, TAG);
            requests[1] = comm.Isend(sample.send(), send + sample.extent(), count, sample.datatype(), left, TAG);
            comm.Recv(sample.receive(), receive, count, sample.datatype(), left, MPI.ANY_TAG);
            comm.Recv(sample.receive(), receive, count, sample.datatype(), right, MPI.ANY_TAG);
            Request.Waitall(requests);
            send = sample.sendCycle().next(send);
            receive = sample.receiveCycle().next(receive);
        }
    }
}
