package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import mpj.core.comm.PointToPoint;
import mpj.core.request.Requests;
import mpj.engine.ErrorClass;
import mpj.engine.MatchedMessage;

/**
 * A message that a probe has matched: only {@link #mRecv} and {@link #imRecv} of this object can receive it, and it is
 * received once. MPI: MPI_Message, section 3.8.2. So several threads can probe for messages of unknown size, and each
 * receives the one that it has found.
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
    /** Null until the first probe that finds a message. */
    private PointToPoint messages;
    private Requests requests;
    private MatchedMessage matched;
    private boolean nobodys;

    /** No message. MPI: MPI_MESSAGE_NULL. */
    public Message() {
    }

    /**
     * Whether there is no message: none was probed for, or it was received. MPI: a comparison with MPI_MESSAGE_NULL.
     *
     * @return true if so
     */
    public boolean isNull() {
        return !nobodys && (matched == null || matched.isReceived());
    }

    /**
     * Whether it is the message of a probe of {@link MPI#PROC_NULL}. MPI: a comparison with MPI_MESSAGE_NO_PROC.
     *
     * @return true if so
     */
    public boolean isNoProc() {
        return nobodys;
    }

    /**
     * Waits for a message and matches it. A message that this object has, and that was not received, is lost.
     * MPI: MPI_Mprobe.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @param comm the communicator
     * @return who sent it, its tag and its count
     */
    public Status mProbe(int source, int tag, Comm comm) {
        return keep(source, comm(comm), comm.core().messages().match(source, tag));
    }

    /**
     * As {@link #mProbe}, without waiting. If there is none, this object stays as it is. MPI: MPI_Improbe.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @param comm the communicator
     * @return who sent it, its tag and its count; or null when there is none
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
        nobodys = source == MPI.PROC_NULL;
        return Status.probed(requests, nobodys ? null : found.probed());
    }

    /**
     * Receives the message; returns when it is in the buffer. Afterwards there is no message. MPI: MPI_Mrecv.
     *
     * @param buf the buffer
     * @param count how many items there is room for
     * @param type their type
     * @return who sent it, its tag and its count
     * @throws MPIException also, of class {@link MPI#ERR_REQUEST}, when there is no message
     */
    public Status mRecv(Object buf, int count, Datatype type) {
        checkThere();
        if (nobodys) {
            Status status = Status.of(requests,
                messages.receive(buf, 0, count, Datatype.core(type), MPI.PROC_NULL, MPI.ANY_TAG));
            nobodys = false;
            return status;
        }
        return Status.of(requests, messages.receive(matched, buf, 0, count, Datatype.core(type)));
    }

    /**
     * Starts to receive the message. Afterwards there is no message. MPI: MPI_Imrecv.
     *
     * @param buf the buffer, a direct one
     * @param count how many items there is room for
     * @param type their type
     * @return the request
     * @throws MPIException also, of class {@link MPI#ERR_REQUEST}, when there is no message
     */
    public Request imRecv(Buffer buf, int count, Datatype type) {
        checkThere();
        return start(comm.direct("buf", buf), count, type);
    }

    /**
     * As {@link #imRecv(Buffer, int, Datatype)}, into a segment.
     *
     * @param buf the buffer, a segment
     * @param count how many items there is room for
     * @param type their type
     * @return the request
     * @throws MPIException also, of class {@link MPI#ERR_REQUEST}, when there is no message
     */
    public Request imRecv(MemorySegment buf, int count, Datatype type) {
        checkThere();
        return start(buf, count, type);
    }

    private Request start(Object buf, int count, Datatype type) {
        if (nobodys) {
            Request request = new Request(requests,
                messages.startReceive(buf, 0, count, Datatype.core(type), MPI.PROC_NULL, MPI.ANY_TAG));
            nobodys = false;
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
