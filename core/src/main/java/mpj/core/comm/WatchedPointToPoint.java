package mpj.core.comm;

import java.util.function.Supplier;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.MatchedMessage;
import mpj.engine.Operation;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpj.watch.CommunicatorWatch;

/** Point-to-point messages of a watched rank. */
final class WatchedPointToPoint extends PointToPoint {
    /** No rank, or no tag. */
    private static final int NONE = -1;

    private final int[] members;
    private final CommunicatorWatch watch;

    private WatchedPointToPoint(Needs needs, CommunicatorWatch watch) {
        super(needs);
        members = needs.members();
        this.watch = watch;
    }

    /** Returns the plain type, so that callers do not name this class and only a JVM with a watched rank loads it. */
    static PointToPoint of(Needs needs, CommunicatorWatch watch) {
        return new WatchedPointToPoint(needs, watch);
    }

    private void begin(String call, int rank, int tag, int count, TypeDescriptor datatype) {
        watch.beginPart(call, inJob(rank), Math.max(tag, NONE), bytes(count, datatype));
    }

    private int inJob(int rank) {
        return rank >= 0 && rank < members.length ? members[rank] : NONE;
    }

    private static long bytes(int count, TypeDescriptor datatype) {
        return datatype == null || count < 0 ? 0 : datatype.isObject() ? count : datatype.bytes(count);
    }

    private <T> T watched(Supplier<T> call) {
        boolean failed = true;
        try {
            T result = call.get();
            if (result instanceof Receive receive && receive.done()) {
                watch.watch().received(receive.matchedSource(), receive.matchedTag(), receive.matchedBytes());
            }
            failed = false;
            return result;
        } finally {
            watch.end(failed);
        }
    }

    @Override
    public void send(Object buf, int offset, int count, TypeDescriptor datatype, int dest, int tag) {
        if (datatype == null || datatype.isObject()) {
            begin("Send", dest, tag, count, datatype);
        } else {
            watch.beginSend("Send", inJob(dest), Math.max(tag, NONE), bytes(count, datatype));
        }
        boolean failed = true;
        try {
            super.send(buf, offset, count, datatype, dest, tag);
            failed = false;
        } finally {
            watch.end(failed);
        }
    }

    @Override
    public void synchronousSend(Object buf, int offset, int count, TypeDescriptor datatype, int dest, int tag) {
        begin("Ssend", dest, tag, count, datatype);
        watched(() -> {
            super.synchronousSend(buf, offset, count, datatype, dest, tag);
            return null;
        });
    }

    @Override
    public Operation startSend(SendMode mode, Object buffer, int offset, int count, TypeDescriptor datatype, int dest,
                               int tag) {
        begin(started(mode), dest, tag, count, datatype);
        return watched(() -> super.startSend(mode, buffer, offset, count, datatype, dest, tag));
    }

    private static String started(SendMode mode) {
        return switch (mode) {
            case STANDARD -> "Isend";
            case BUFFERED -> "Ibsend";
            case SYNCHRONOUS -> "Issend";
        };
    }

    private static String kept(SendMode mode) {
        return switch (mode) {
            case STANDARD -> "Send_init";
            case BUFFERED -> "Bsend_init";
            case SYNCHRONOUS -> "Ssend_init";
        };
    }

    @Override
    public Supplier<Operation> keepSend(SendMode mode, Object buffer, int offset, int count, TypeDescriptor datatype,
                                        int dest, int tag) {
        begin(kept(mode), dest, tag, count, datatype);
        Supplier<Operation> start =
            watched(() -> super.keepSend(mode, buffer, offset, count, datatype, dest, tag));
        return () -> {
            begin("Start", dest, tag, count, datatype);
            return watched(start);
        };
    }

    @Override
    public void bufferedSend(Object buffer, int offset, int count, TypeDescriptor datatype, int dest, int tag) {
        begin("Bsend", dest, tag, count, datatype);
        watched(() -> {
            super.bufferedSend(buffer, offset, count, datatype, dest, tag);
            return null;
        });
    }

    @Override
    public Receive receive(Object buf, int offset, int count, TypeDescriptor datatype, int source, int tag) {
        if (datatype == null || datatype.isObject()) {
            begin("Recv", source, tag, count, datatype);
        } else {
            watch.beginReceive("Recv", inJob(source), Math.max(tag, NONE), bytes(count, datatype));
        }
        boolean failed = true;
        try {
            Receive receive = super.receive(buf, offset, count, datatype, source, tag);
            if (receive != null) {
                watch.watch().received(receive.matchedSource(), receive.matchedTag(), receive.matchedBytes());
            }
            failed = false;
            return receive;
        } finally {
            watch.end(failed);
        }
    }

    @Override
    public Operation startReceive(Object buffer, int offset, int count, TypeDescriptor datatype, int source, int tag) {
        begin("Irecv", source, tag, count, datatype);
        boolean failed = true;
        try {
            Operation started = super.startReceive(buffer, offset, count, datatype, source, tag);
            failed = false;
            return started;
        } finally {
            watch.end(failed);
        }
    }

    @Override
    public Supplier<Operation> keepReceive(Object buffer, int offset, int count, TypeDescriptor datatype, int source,
                                           int tag) {
        begin("Recv_init", source, tag, count, datatype);
        Supplier<Operation> start = watched(() -> super.keepReceive(buffer, offset, count, datatype, source, tag));
        return () -> {
            begin("Start", source, tag, count, datatype);
            return watched(start);
        };
    }

    @Override
    public Probed probe(int source, int tag) {
        begin("Probe", source, tag, 0, null);
        return watched(() -> super.probe(source, tag));
    }

    @Override
    public Probed probeAtOnce(int source, int tag) {
        begin("Iprobe", source, tag, 0, null);
        return watched(() -> super.probeAtOnce(source, tag));
    }

    @Override
    public MatchedMessage match(int source, int tag) {
        begin("Mprobe", source, tag, 0, null);
        return watched(() -> super.match(source, tag));
    }

    @Override
    public MatchedMessage matchAtOnce(int source, int tag) {
        begin("Improbe", source, tag, 0, null);
        return watched(() -> super.matchAtOnce(source, tag));
    }

    @Override
    public Receive receive(MatchedMessage message, Object buf, int offset, int count, TypeDescriptor datatype) {
        begin("Mrecv", NONE, NONE, count, datatype);
        return watched(() -> super.receive(message, buf, offset, count, datatype));
    }

    @Override
    public Receive startReceive(MatchedMessage message, Object buffer, int offset, int count,
                                TypeDescriptor datatype) {
        begin("Imrecv", NONE, NONE, count, datatype);
        return watched(() -> super.startReceive(message, buffer, offset, count, datatype));
    }

    @Override
    public Operation sendAndReceive(Object toSend, int sendoffset, int sendcount, TypeDescriptor sendtype, int dest,
                                    int sendtag, Object received, int recvoffset, int recvcount,
                                    TypeDescriptor recvtype, int source, int recvtag) {
        begin("Sendrecv", source, recvtag, recvcount, recvtype);
        return watched(() -> super.sendAndReceive(toSend, sendoffset, sendcount, sendtype, dest, sendtag, received,
            recvoffset, recvcount, recvtype, source, recvtag));
    }

    @Override
    public Operation replace(Object buffer, int offset, int count, TypeDescriptor datatype, int dest, int sendtag,
                             int source, int recvtag) {
        begin("Sendrecv_replace", source, recvtag, count, datatype);
        return watched(() -> super.replace(buffer, offset, count, datatype, dest, sendtag, source, recvtag));
    }
}
