package mpj.bench.imb;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.ObjIntConsumer;

/** The benchmarks of IMB-MT: what each thread of each rank repeats, with a number of elements. */
enum ThreadedBenchmark {
    ALL_REDUCE("AllReduceMT", Kind.COLLECTIVE, 1, (side, count) ->
        side.comm().allreduce(side.sent(), 0, side.received(), 0, count, side.type())),
    BARRIER("BarrierMT", Kind.BARRIER, 1, (side, _) -> side.comm().barrier()),
    BCAST("BcastMT", Kind.COLLECTIVE, 1, (side, count) ->
        side.comm().bcast(side.rank() == 0 ? side.sent() : side.received(), 0, count, side.type(), 0)),
    BI_BAND("BiBandMT", Kind.WINDOW, 2, ThreadedBenchmark::biBand),
    EXCHANGE("ExchangeMT", Kind.NEIGHBOURS, 4, ThreadedBenchmark::exchange),
    PING_PING("PingPingMT", Kind.PAIR, 1, ThreadedBenchmark::pingPing),
    PING_PONG("PingPongMT", Kind.PAIR, 2, ThreadedBenchmark::pingPong),
    REDUCE("ReduceMT", Kind.COLLECTIVE, 1, (side, count) ->
        side.comm().reduce(side.sent(), 0, side.received(), 0, count, side.type(), 0)),
    SEND_RECV("SendRecvMT", Kind.NEIGHBOURS, 2, (side, count) ->
        side.comm().sendrecv(side.sent(), 0, count, side.type(), side.right(), side.tag(),
            side.received(), 0, count, side.type(), side.left(), side.tag())),
    UNI_BAND("UniBandMT", Kind.WINDOW, 1, ThreadedBenchmark::uniBand);

    /** The ranks that take part, and the columns that are printed. */
    enum Kind {
        /** Pairs of ranks, one message at a time. */
        PAIR,
        /** Each rank, with the rank before it and the rank after it. */
        NEIGHBOURS,
        /** Pairs of ranks, many messages at a time. */
        WINDOW,
        COLLECTIVE,
        /** A collective without elements. */
        BARRIER
    }

    /** The benchmark with this name in IMB-MT. */
    static Optional<ThreadedBenchmark> named(String name) {
        return Arrays.stream(values()).filter(benchmark -> benchmark.title.equalsIgnoreCase(name)).findFirst();
    }

    private final String title;
    private final Kind kind;
    private final int factor;
    private final ObjIntConsumer<ThreadSide> once;

    /** @param factor how many messages a rank has in a round trip; times or bandwidths are scaled by it as in IMB-MT */
    ThreadedBenchmark(String title, Kind kind, int factor, ObjIntConsumer<ThreadSide> once) {
        this.title = title;
        this.kind = kind;
        this.factor = factor;
        this.once = once;
    }

    String title() {
        return title;
    }

    Kind kind() {
        return kind;
    }

    boolean isCollective() {
        return kind == Kind.COLLECTIVE || kind == Kind.BARRIER;
    }

    /** The divisor of the time of one repetition. */
    double timeDivisor(int window) {
        double perMessage = kind == Kind.WINDOW ? window : 1;
        return kind == Kind.PAIR || kind == Kind.WINDOW ? perMessage * factor : 1;
    }

    /** The factor of the bandwidth of one message. */
    double bandwidthFactor() {
        return kind == Kind.NEIGHBOURS ? factor : 1;
    }

    /** Whether this rank takes part. */
    boolean takesPart(ThreadSide side) {
        return kind != Kind.PAIR && kind != Kind.WINDOW || side.isPaired();
    }

    /** Runs one repetition. */
    void run(ThreadSide side, int count) {
        once.accept(side, count);
    }

    private static void pingPong(ThreadSide side, int count) {
        if (side.isFirst()) {
            side.send(count, side.partner());
            side.receive(count, side.partner());
        } else {
            side.receive(count, side.partner());
            side.send(count, side.partner());
        }
    }

    private static void pingPing(ThreadSide side, int count) {
        Object request = side.startSend(count, side.partner());
        side.receive(count, side.partner());
        side.comm().await(request);
    }

    private static void exchange(ThreadSide side, int count) {
        Object[] requests = side.requests();
        requests[0] = side.startSend(count, side.left());
        requests[1] = side.startSend(count, side.right());
        side.receive(count, side.left());
        side.receive(count, count, side.right());
        side.comm().await(requests[0]);
        side.comm().await(requests[1]);
    }

    private static void uniBand(ThreadSide side, int count) {
        Object[] requests = side.requests();
        for (int i = 0; i < side.window(); i++) {
            requests[i] = side.isFirst() ? side.startSend(count, side.partner())
                : side.startReceive(count, side.partner());
        }
        finish(side, side.window());
    }

    private static void biBand(ThreadSide side, int count) {
        Object[] requests = side.requests();
        for (int i = 0; i < side.window(); i++) {
            requests[i] = side.startReceive(count, side.partner());
        }
        for (int i = 0; i < side.window(); i++) {
            requests[side.window() + i] = side.startSend(count, side.partner());
        }
        finish(side, 2 * side.window());
    }

    /**
     * Waits for the requests of a window. Then the second rank of the pair tells the first one that it has received
     * them.
     */
    private static void finish(ThreadSide side, int requests) {
        for (int i = 0; i < requests; i++) {
            side.comm().await(side.requests()[i]);
        }
        if (side.isFirst()) {
            side.receive(1, side.partner());
        } else {
            side.send(1, side.partner());
        }
    }
}
