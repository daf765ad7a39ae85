package mpj.bench.imb;

/** Rank 0 sends a message to rank 1 and waits for one in return. */
record PingPong(String name, Presentation presentation, boolean anySource, boolean runsByDefault, boolean strided)
        implements Benchmark.Loop {
    private static final int TAG = 1;

    /** IMB's form. Its variants differ in the source that they receive from. */
    PingPong(String name, boolean anySource, boolean runsByDefault) {
        this(name, Presentation.PING_PONG, anySource, runsByDefault, false);
    }

    @Override
    public ElementType elementType(ElementType data, ElementType reduction) {
        return strided ? ElementType.DOUBLE : data;
    }

    @Override
    public MessageLayout layout(MessageLayout chosen) {
        return strided ? MessageLayout.STRIDED : chosen;
    }

    @Override
    public void run(Sample sample, int iterations) {
        Messages comm = sample.comm();
        int other = 1 - sample.rank();
        int source = anySource ? comm.anySource() : other;
        int send = 0;
        int receive = 0;
        if (sample.rank() == 0) {
            for (int i = 0; i < iterations; i++) {
                comm.send(sample.send(), send, sample.count(), sample.datatype(), other, TAG);
                comm.recv(sample.receive(), receive, sample.count(), sample.datatype(), source, comm.anyTag());
                send = sample.sendCycle().next(send);
                receive = sample.receiveCycle().next(receive);
            }
        } else {
            for (int i = 0; i < iterations; i++) {
                comm.recv(sample.receive(), receive, sample.count(), sample.datatype(), source, comm.anyTag());
                comm.send(sample.send(), send, sample.count(), sample.datatype(), other, TAG);
                send = sample.sendCycle().next(send);
                receive = sample.receiveCycle().next(receive);
            }
        }
    }
}
