package mpj.core.comm;

import java.util.function.Supplier;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.Operation;
import mpj.watch.ProgramLine;

/** Point-to-point messages with {@code mpj.check}: remembers which lines of the program have sent which messages. */
final class CheckedPointToPoint extends PointToPoint {
    private final SentLines lines;
    private final int context;
    private final int[] members;
    /** Set while a thread is in a call, because some of these methods call others of them. */
    private final ThreadLocal<Boolean> inside = new ThreadLocal<>();

    private CheckedPointToPoint(Needs needs, SentLines lines) {
        super(needs);
        this.lines = lines;
        context = needs.context();
        members = needs.members();
    }

    /** Returns the plain type, so that callers do not name this class and a JVM without checks does not load it. */
    static PointToPoint of(Needs needs, SentLines lines) {
        return new CheckedPointToPoint(needs, lines);
    }

    /**
     * Makes a call that sends one message, and remembers its line. A message to {@code MPI.PROC_NULL} is not
     * remembered.
     */
    private <T> T sending(int dest, int tag, Supplier<T> call) {
        if (inside.get() != null) {
            return call.get();
        }
        inside.set(true);
        try {
            T result = call.get();
            if (dest >= 0) {
                lines.add(context, members[dest], tag, ProgramLine.ofCaller());
            }
            return result;
        } finally {
            inside.remove();
        }
    }

    @Override
    public void send(Object buf, int offset, int count, TypeDescriptor datatype, int dest, int tag) {
        sending(dest, tag, () -> {
            super.send(buf, offset, count, datatype, dest, tag);
            return null;
        });
    }

    @Override
    public void synchronousSend(Object buf, int offset, int count, TypeDescriptor datatype, int dest, int tag) {
        sending(dest, tag, () -> {
            super.synchronousSend(buf, offset, count, datatype, dest, tag);
            return null;
        });
    }

    @Override
    public Operation startSend(SendMode mode, Object buffer, int offset, int count, TypeDescriptor datatype, int dest,
                               int tag) {
        return sending(dest, tag, () -> super.startSend(mode, buffer, offset, count, datatype, dest, tag));
    }

    @Override
    public Supplier<Operation> keepSend(SendMode mode, Object buffer, int offset, int count, TypeDescriptor datatype,
                                        int dest, int tag) {
        Supplier<Operation> start = super.keepSend(mode, buffer, offset, count, datatype, dest, tag);
        return () -> sending(dest, tag, start);
    }

    @Override
    public void bufferedSend(Object buffer, int offset, int count, TypeDescriptor datatype, int dest, int tag) {
        sending(dest, tag, () -> {
            super.bufferedSend(buffer, offset, count, datatype, dest, tag);
            return null;
        });
    }

    @Override
    public Operation sendAndReceive(Object toSend, int sendoffset, int sendcount, TypeDescriptor sendtype, int dest,
                                    int sendtag, Object received, int recvoffset, int recvcount,
                                    TypeDescriptor recvtype, int source, int recvtag) {
        return sending(dest, sendtag, () -> super.sendAndReceive(toSend, sendoffset, sendcount, sendtype, dest,
            sendtag, received, recvoffset, recvcount, recvtype, source, recvtag));
    }

    @Override
    public Operation replace(Object buffer, int offset, int count, TypeDescriptor datatype, int dest, int sendtag,
                             int source, int recvtag) {
        return sending(dest, sendtag, () -> super.replace(buffer, offset, count, datatype, dest, sendtag, source,
            recvtag));
    }
}
