package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import mpj.core.comm.PointToPoint;
import mpj.core.request.Requests;
import mpj.engine.ErrorClass;
import mpj.engine.MatchedMessage;

/**
 * A message that a probe has matched. Only {@link #mRecv} and {@link #imRecv} of this object can receive the message,
 * and only once. Several threads can therefore probe for messages of unknown size, and each of them receives the
 * message that it has found. MPI: MPI_Message, section 3.8.2.
 *
 * {@snippet :
 * // any number of threads can do this at once
 * Message message = new Message();
 * Status status = message.mProbe(MPI.ANY_SOURCE, 7, MPI.COMM_WORLD);
 * byte[] room = new byte[status.getCount(MPI.BYTE)];
 * message.mRecv(room, room.length, MPI.BYTE);
 * }
 */
public final class Message {
    private Comm comm;
    /** Null until a probe has found a message. */
    private PointToPoint messages;
    private Requests requests;
    private MatchedMessage matched;
    private boolean noProc;

    /** An object that has no message yet. MPI: MPI_MESSAGE_NULL. */
    public Message() {
    }

    /**
     * Whether this object has no message, because no probe has found one or because the message was received. MPI: a
     * comparison with MPI_MESSAGE_NULL.
     *
     * @return true if so
     */
    public boolean isNull() {
        return !noProc && (matched == null || matched.isReceived());
    }

    /**
     * Whether the message comes from a probe of {@link MPI#PROC_NULL}. MPI: a comparison with MPI_MESSAGE_NO_PROC.
     *
     * @return true if so
     */
    public boolean isNoProc() {
        return noProc;
    }

    /**
     * Waits for a message and matches it. If this object has a message that was not received, that message is lost.
     * MPI: MPI_Mprobe.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @param comm the communicator
     * @return a status with the sender, the tag and the size of the message
     */
    public Status mProbe(int source, int tag, Comm comm) {
        return keep(source, comm(comm), comm.core().messages().match(source, tag));
    }

    /**
     * The same as {@link #mProbe}, but without waiting. If there is no message, this object does not change.
     * MPI: MPI_Improbe.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @param comm the communicator
     * @return a status with the sender, the tag and the size of the message, or null when there is no message
     */
    public Status imProbe(int source, int tag, Comm comm) {
        MatchedMessage found = comm(comm).core().messages().matchAtOnce(source, tag);
        return found == null && source != MPI.PROC_NULL ? null : keep(source, comm, found);
    }

    private static Comm comm(Comm comm) {
        if (comm == null) {
            throw new MPIException(ErrorClass.ERR_COMM, "comm is null; pass a communicator");
        }
        return comm;
    }

    private Status keep(int source, Comm from, MatchedMessage found) {
        comm = from;
        messages = from.core().messages();
        requests = from.core().requests();
        matched = found;
        noProc = source == MPI.PROC_NULL;
        return Status.probed(requests, noProc ? null : found.probed());
    }

    /**
     * Receives the message, and returns when the message is in the buffer. Afterwards this object has no message.
     * MPI: MPI_Mrecv.
     *
     * @param buf the buffer
     * @param count the number of items for which there is room
     * @param type the type of the items
     * @return a status with the sender, the tag and the size of the message
     * @throws MPIException also of class {@link MPI#ERR_REQUEST}, when this object has no message
     */
    public Status mRecv(Object buf, int count, Datatype type) {
        checkThere();
        if (noProc) {
            Status status = Status.of(requests,
                messages.receive(buf, 0, count, Datatype.core(type), MPI.PROC_NULL, MPI.ANY_TAG));
            noProc = false;
            return status;
        }
        return Status.of(requests, messages.receive(matched, buf, 0, count, Datatype.core(type)));
    }

    //@segment
    /**
     * Starts to receive the message. Afterwards this object has no message. MPI: MPI_Imrecv.
     *
     * @param buf a direct buffer
     * @param count the number of items for which there is room
     * @param type the type of the items
     * @return the request
     * @throws MPIException also of class {@link MPI#ERR_REQUEST}, when this object has no message
     */
    public Request imRecv(Buffer buf, int count, Datatype type) {
        checkThere();
        return start(comm.direct("buf", buf), count, type);
    }

    private Request start(Object buf, int count, Datatype type) {
        if (noProc) {
            Request request = new Request(requests,
                messages.startReceive(buf, 0, count, Datatype.core(type), MPI.PROC_NULL, MPI.ANY_TAG));
            noProc = false;
            return request;
        }
        return new Request(requests, messages.startReceive(matched, buf, 0, count, Datatype.core(type)));
    }

    private void checkThere() {
        if (isNull()) {
            String why = matched == null ? "no probe has found one; call mProbe or imProbe first"
                : "it was received already; a message is received once";
            throw requests == null ? new MPIException(ErrorClass.ERR_REQUEST, "there is no message: " + why)
                : requests.refusal("there is no message: " + why);
        }
    }
}
