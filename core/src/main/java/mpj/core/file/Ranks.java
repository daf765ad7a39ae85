package mpj.core.file;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Set;
import mpj.core.collective.GroupExchange;
import mpj.core.comm.Communicator;
import mpj.core.error.LiveEngine;
import mpj.core.group.Membership;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.Layout;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Operation;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * The ranks that have a file open, and what they tell each other. One object of this class serves the calls of the
 * program's threads. Another one serves the thread that carries out collective operations in the background. Each has
 * tags of its own, because the program may call a collective operation while another is under way.
 */
final class Ranks {
    private static final ElementType BYTE = ElementType.BYTE;
    private static final int TAGS = 3;
    private static final int PIECES = 1;
    private static final int DATA = 2;
    /** The classes of failures of one message that do not concern other messages. */
    private static final Set<ErrorClass> OF_DATA = Set.of(ErrorClass.ERR_BUFFER, ErrorClass.ERR_TRUNCATE);

    private final LiveEngine live;
    private final int context;
    private final int[] members;
    private final int rank;
    private final int tag;

    /**
     * @param tag the number of this object, 0 or 1
     */
    Ranks(Communicator comm, int tag) {
        Membership membership = comm.membership();
        live = comm.live();
        context = membership.context.collective();
        members = membership.group;
        rank = membership.rank;
        this.tag = tag * TAGS;
    }

    private Engine engine() {
        return live.get();
    }

    int rank() {
        return rank;
    }

    int size() {
        return members.length;
    }

    private GroupExchange exchange() {
        return GroupExchange.ofPart(engine(), context, tag, members, rank);
    }

    // ------------------------------------------------------------------------------------------- all of them

    /** The values of all ranks, beginning with those of rank 0. */
    int[] allgather(int... values) {
        return exchange().allgather(values);
    }

    /** The values of rank 0. */
    int[] broadcast(int... values) {
        return exchange().broadcast(values, 0);
    }

    /**
     * The numbers of all ranks, beginning with that of rank 0. Throws if something is wrong on any rank.
     *
     * @param wrong what is wrong on this rank; or null
     */
    long[] allgather(EngineException wrong, long number) {
        int[] told = allgather(code(wrong), (int) (number >>> Integer.SIZE), (int) number);
        int length = told.length / members.length;
        checkAll(wrong, told, length);
        long[] numbers = new long[members.length];
        Arrays.setAll(numbers, each -> number(told, each * length + 1));
        return numbers;
    }

    /** The number of rank 0. */
    long broadcast(long number) {
        return number(broadcast((int) (number >>> Integer.SIZE), (int) number), 0);
    }

    /** A number in two ints. */
    static long number(int[] told, int at) {
        return (long) told[at] << Integer.SIZE | Integer.toUnsignedLong(told[at + 1]);
    }

    /** Returns when all ranks have called this. */
    void barrier() {
        exchange().maximum(0);
    }

    /**
     * Throws if something is wrong on any rank.
     *
     * @param wrong what is wrong on this rank; or null
     */
    void agree(EngineException wrong) {
        checkAll(wrong, allgather(code(wrong)), 1);
    }

    static int code(EngineException wrong) {
        return wrong == null ? ErrorClass.SUCCESS.code() : wrong.error().code();
    }

    /**
     * Throws if something is wrong on any rank.
     *
     * @param wrong what is wrong on this rank; or null
     * @param told what all ranks have told; each rank tells the code of its error first
     * @param length how many ints each has told
     */
    void checkAll(EngineException wrong, int[] told, int length) {
        if (wrong != null) {
            throw wrong;
        }
        for (int other = 0; other < members.length; other++) {
            int code = told[other * length];
            if (code != ErrorClass.SUCCESS.code()) {
                throw new EngineException(ErrorClass.of(code), "rank " + other + " of the file's group could not do its"
                    + " part of the call; its own error says why");
            }
        }
    }

    // ------------------------------------------------------------------------------------------- from one to another

    /** Starts to tell a rank which bytes belong to some pieces. */
    Operation send(Pieces pieces, int to) {
        int[] told = pieces.toInts();
        return engine().startSend(told, ElementType.INT, 0, (long) told.length * Integer.BYTES,
            SectionHeader.pack(ElementType.INT.code(), told.length), context, members[to], partTag(PIECES), false);
    }

    /** Waits for the pieces that a rank tells with {@link #send(Pieces, int)}. */
    Pieces pieces(int from, long window) {
        Probed probed = engine().awaitProbe(context, members[from], partTag(PIECES));
        int[] told = new int[(int) (probed.bytes() / Integer.BYTES)];
        Receive receive = engine().receive(told, ElementType.INT, ElementType.INT.code(), 0, probed.bytes(), context,
            members[from], partTag(PIECES));
        receive.check();
        return Pieces.of(told, window);
    }

    /** Starts to send a part of a stream. */
    Operation send(Stream part, int to) {
        return send(part.buffer(), part.type(), part.from(), part.bytes(), to);
    }

    /** Starts to send the first bytes of some pieces of a window. */
    Operation send(MemorySegment window, Pieces pieces, long bytes, int to) {
        return bytes == 0 ? send(MemorySegment.NULL, BYTE, 0, 0, to)
            : pieces.isOne() ? send(window, BYTE, pieces.first(), bytes, to)
            : send(noncontiguous(window, pieces.layout()), BYTE, 0, bytes, to);
    }

    private Operation send(Object buffer, ElementType type, long from, long bytes, int to) {
        return engine().startSend(buffer, type, from, bytes, SectionHeader.pack(BYTE.code(), (int) bytes), context,
            members[to], partTag(DATA), false);
    }

    /**
     * Starts to send a refusal in place of data.
     *
     * @param wrong why this rank does not have the data
     */
    Operation refuse(EngineException wrong, int to) {
        return engine().startSend(MemorySegment.NULL, BYTE, 0, 0, Receive.refusal(wrong.error(), rank), context,
            members[to], partTag(DATA), false);
    }

    /** Starts to receive data that this rank has no place for. */
    Receive drop(int from) {
        return receive(MemorySegment.NULL, BYTE, 0, 0, from);
    }

    /** Starts to receive a part of a stream. */
    Receive receive(Stream part, int from) {
        return receive(part.buffer(), part.type(), part.from(), part.bytes(), from);
    }

    /** Starts to receive the bytes of some pieces of a window. */
    Receive receive(MemorySegment window, Pieces pieces, int from) {
        return pieces.isOne() ? receive(window, BYTE, pieces.first(), pieces.bytes(), from)
            : receive(noncontiguous(window, pieces.layout()), BYTE, 0, pieces.bytes(), from);
    }

    private Receive receive(Object buffer, ElementType type, long at, long bytes, int from) {
        return engine().startReceive(buffer, type, BYTE.code(), at, bytes, context, members[from], partTag(DATA));
    }

    private static NoncontiguousBuffer noncontiguous(MemorySegment window, Layout layout) {
        return new NoncontiguousBuffer(window, layout, 0);
    }

    /** Differs from the tags of {@link GroupExchange}, which are negative. */
    private int partTag(int part) {
        return tag + part;
    }

    /**
     * Waits until an operation is over. Returns what was wrong with the data, on this rank or on the other; null if
     * nothing was. Throws if a rank is lost.
     */
    EngineException settle(Operation operation) {
        engine().finish(operation);
        Failure failure = operation.failure();
        if (failure == null) {
            return null;
        }
        EngineException wrong = new EngineException(failure);
        if (failure.refusedBy() == Failure.NO_RANK && !OF_DATA.contains(failure.error())) {
            throw wrong;
        }
        return wrong;
    }
}
