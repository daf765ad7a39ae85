package mpj.engine;

import java.lang.foreign.MemorySegment;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/** A receive, posted or matched. */
public final class Receive extends Operation {
    /** Matches any source, or any tag. */
    public static final int ANY = -1;
    /** The element type of serialized objects, both in a section header and for a receive that takes them. */
    public static final int OBJECTS = 8;
    /**
     * The element type of packed data, both in a section header and for a receive that takes them. It fits any
     * primitive type.
     */
    public static final int PACKED = 18;
    /**
     * The first of the element types of refusals. A refusal is a message that a rank sends inside a collective in place
     * of data that it does not have. For example, its objects cannot be serialized, or the data that it had to pass on
     * did not fit. Its type is this number plus the error's code. In place of a count it has the rank, in the
     * communicator, that failed. No receive accepts such a type.
     */
    private static final int REFUSED = 19;

    private final Queue queue;
    /** The thread that uses this for all its blocking receives, or null. */
    public final Thread owner;
    public int context;
    public int source;
    public int tag;
    public Object buffer;
    public ElementType type;
    public int typeCode;
    public long from;
    public long capacity;

    /** The position in the order of posting. The earliest receive that fits takes a message. */
    public long order;
    public Receive previous;
    public Receive next;
    public boolean posted;

    private int matchedSource;
    private int matchedTag;
    private long matchedHeader;
    private long matchedBytes;
    private final LargeCopy large;
    private Object attachment;

    /**
     * A receive that is not posted yet.
     *
     * @param queue where the receive will be posted; null if a library keeps its own queue
     * @param owner the thread that uses this for all its blocking receives, or null
     */
    public Receive(Queue queue, Thread owner) {
        this.queue = queue;
        this.owner = owner;
        this.large = queue == null ? new LargeCopy() : queue.large();
    }

    /** The place where receives are posted. Called with the engine's lock held. */
    public interface Queue {
        /** Posts a receive that was {@linkplain Receive#describe described}. */
        void post(Receive receive);

        /** Takes a receive back if it is posted and not matched. It is then cancelled. */
        void cancel(Receive receive);

        /** Takes back a posted receive whose wait has failed. */
        void withdraw(Receive receive);

        /** Copies out of packets, with the lock held. */
        LargeCopy large();
    }

    @Override
    public void takeOver() {
        queue.post(this);
    }

    @Override
    public int peer() {
        return source;
    }

    @Override
    public boolean isUnmatched() {
        return posted;
    }

    /** Whether a blocking call waits for the message, and leaves no request when it fails. */
    public boolean isBlocking() {
        return owner != null;
    }

    @Override
    public void explain(Explanation explanation) {
        explanation.receive(context, posted ? source : matchedSource, posted ? tag : matchedTag, !posted);
    }

    @Override
    public void takeBack() {
        queue.cancel(this);
    }

    /**
     * Takes the receive back if it is posted and not matched. The object is never used again at once, because part of
     * its message may still come.
     */
    @Override
    public boolean giveUp() {
        queue.withdraw(this);
        return false;
    }

    /** Keeps an object that the caller wants to find again at the end. */
    public void attach(Object kept) {
        attachment = kept;
    }

    /** The object that was attached, or null. */
    public Object attachment() {
        return attachment;
    }

    /** The rank in the job that sent the message. */
    public int matchedSource() {
        return matchedSource;
    }

    /** The message's tag. */
    public int matchedTag() {
        return matchedTag;
    }

    /** How many elements the message has. */
    public int matchedCount() {
        return SectionHeader.count(matchedHeader);
    }

    /** The code of the message's element type. */
    public int matchedType() {
        return SectionHeader.typeCode(matchedHeader);
    }

    /** The size of the message's elements, in bytes. */
    public long matchedBytes() {
        return matchedBytes;
    }

    /** How many bytes the message may have; for objects, how many objects. */
    public long expectedBytes() {
        return capacity;
    }

    /** Whether the message has fewer elements than it may have. Never true for objects. */
    public boolean isShort() {
        return matchedBytes < capacity;
    }

    /** The serialized objects of a message that was received with {@link #OBJECTS}. */
    public byte[] objects() {
        return (byte[]) buffer;
    }

    /**
     * The section header of a message that is sent in place of data.
     *
     * @param error the reason why the sender does not have the data
     * @param rank the rank, in the communicator, whose error that is
     */
    public static long refusal(ErrorClass error, int rank) {
        return SectionHeader.pack(REFUSED + error.code(), rank);
    }

    /** Sets what the receive is for; see {@link Engine#receive}. */
    public void describe(Object intoBuffer, ElementType ofType, int ofTypeCode, long at, long atMost, int inContext,
                         int fromSource, int withTag) {
        reset();
        buffer = intoBuffer;
        type = ofType;
        typeCode = ofTypeCode;
        from = at;
        capacity = atMost;
        context = inContext;
        source = fromSource;
        tag = withTag;
    }

    public boolean accepts(int fromSource, int withTag, int inContext) {
        return context == inContext && (source == ANY || source == fromSource) && (tag == ANY || tag == withTag);
    }

    /** Takes the message's description, and finds out whether the message fits this receive. */
    public void match(int fromSource, int withTag, long header, long bytes) {
        matchedSource = fromSource;
        matchedTag = withTag;
        matchedHeader = header;
        matchedBytes = bytes;
        if (matchedType() != typeCode || typeCode == OBJECTS || bytes > capacity) {
            matchOthers(bytes);
        }
    }

    /** Matches every message except one of primitives that fits. */
    private void matchOthers(long bytes) {
        int error = matchedType() - REFUSED;
        if (error >= 0 && error < ErrorClass.values().length) {
            refuse(ErrorClass.of(error), matchedCount());
        } else if (matchedCount() < 0 || matchedCount() == 0 && bytes > 0) {
            failDamaged(bytes);
        } else if (matchedCount() == 0) {
            // A message without elements fits any type, because MPI's type signatures are equal when they are empty.
            buffer = typeCode == OBJECTS ? new byte[0] : buffer;
        } else if (!sameType()) {
            fail(ErrorClass.ERR_TYPE, message() + " has elements of type " + typeName(matchedType())
                + ", the receive is for " + typeName(typeCode) + "; make the datatypes agree");
        } else if (typeCode != OBJECTS) {
            if (bytes > capacity) {
                fail(ErrorClass.ERR_TRUNCATE, truncation(bytes, capacity, "bytes"));
            }
        } else if (matchedCount() > capacity) {
            fail(ErrorClass.ERR_TRUNCATE, truncation(matchedCount(), capacity, "objects"));
        } else {
            allocateObjects(bytes);
        }
    }

    /** Allocates memory for the objects. The sender says how long they are, and may have said anything. */
    private void allocateObjects(long bytes) {
        try {
            buffer = new byte[Math.toIntExact(bytes)];
        } catch (ArithmeticException | OutOfMemoryError e) {
            buffer = new byte[0];
            fail(ErrorClass.ERR_NO_MEM, message() + " has objects of " + bytes + " bytes, which cannot be allocated: "
                + e.getMessage());
        }
    }

    /** Unlike in a collective, the program of the other rank gets no error. */
    private void refuseAccess(ErrorClass error, int rank) {
        fail(error, "rank " + rank + " has not carried out an operation of this rank: " + switch (error) {
            case ERR_RMA_RANGE -> "the items are not in the memory of its window; in a dynamic window, attach the"
                + " memory first, and pass the address that getAddress returns on that rank";
            case ERR_WIN -> "the memory of its window cannot be accessed any more; keep the arena of the memory open"
                + " until the window is freed";
            case ERR_NO_MEM -> "it has too little memory; give its JVM more, with -J-Xmx of mpjrun";
            default -> "the operation is not possible there; use the same version of the library and the same"
                + " datatypes on all ranks";
        }, rank);
    }

    private void failDamaged(long bytes) {
        buffer = typeCode == OBJECTS ? new byte[0] : buffer;
        fail(ErrorClass.ERR_INTERN, message() + " is damaged: it has " + matchedCount() + " elements in " + bytes
            + " bytes");
    }

    private void refuse(ErrorClass error, int rank) {
        if (Context.isWindow(context)) {
            refuseAccess(error, rank);
            return;
        }
        String part = typeCode == OBJECTS && error == ErrorClass.ERR_TYPE ? "serialize or restore its objects"
            : "do its part of the collective";
        fail(error, "rank " + rank + " could not " + part + "; its own error says why", rank);
    }

    private boolean sameType() {
        int type = matchedType();
        return type == typeCode || type == PACKED && typeCode < OBJECTS || type < OBJECTS && typeCode == PACKED;
    }

    /** Fails, because a library has found that its message does not fit. The library does not tell by how much. */
    public void failTruncated(int fromSource, int withTag) {
        matchedSource = fromSource;
        matchedTag = withTag;
        fail(ErrorClass.ERR_TRUNCATE, message() + " has more than " + capacity + " bytes, the receive takes at most "
            + capacity + "; raise its count");
    }

    private String truncation(long sent, long most, String unit) {
        return message() + " has " + sent + " " + unit + ", the receive takes at most " + most + "; raise its count";
    }

    private String message() {
        return "the message with tag " + matchedTag + " from rank " + matchedSource + " of the job";
    }

    /** The name of the elements of a message with such a code. */
    public static String typeName(int code) {
        return code == OBJECTS ? "OBJECT" : code == PACKED ? "PACKED"
            : code < OBJECTS ? ElementType.values()[code].name() : "unknown code " + code;
    }

    private void read(long position, MemorySegment segment, long offset, long bytes) {
        try {
            Payload.read(buffer, type, from + position, segment, offset, bytes, large);
        } catch (IllegalStateException | WrongThreadException e) {
            fail(ErrorClass.ERR_BUFFER, Failure.inaccessible(e));
        }
    }

    /** The memory where elements of the message belong, if a transport may put them there by itself; otherwise null. */
    public MemorySegment destination(long position, long bytes) {
        if (!sameType() || position + bytes > most()) {
            return null;
        }
        MemorySegment memory = large.memory(buffer, type);
        if (memory == null || from + position == 0) {
            return memory; // a slice would be an object for each message
        }
        return memory.asSlice(from + position, bytes);
    }

    private long most() {
        return typeCode == OBJECTS ? (hasFailed() ? 0 : matchedBytes) : capacity;
    }

    /** Puts elements of the message where they belong. Elements beyond the receive's capacity are dropped. */
    public void fill(long position, MemorySegment segment, long offset, long bytes) {
        if (!sameType()) {
            return;
        }
        long fitting = Math.min(bytes, most() - position);
        if (fitting > 0) {
            read(position, segment, offset, fitting);
        }
    }
}
