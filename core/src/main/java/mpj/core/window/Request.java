package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import mpj.core.datatype.ByteTypes;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.datatype.WireForm;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * A message by which an origin asks a target's process to do something. After its head comes the datatype of the items
 * in the target's memory, unless the datatype is predefined, and then come elements.
 *
 * @param kind what the target's process has to do
 * @param op the number of the operation of an accumulate; in an announcement, the announced kind
 * @param tag the tag of the answer, and of a message that is sent separately from the request
 * @param place the items in the target's memory
 * @param skip how many bytes of the items' elements came in earlier requests; in an announcement, the announced tag
 * @param bytes how many bytes of elements this request is about
 */
record Request(Kind kind, int op, int tag, Place place, long skip, long bytes) {
    enum Kind {
        /** Elements to be written, in this request. */
        PUT,
        /** Elements to be written, in a message of their own. */
        PUT_SEPARATELY,
        GET, ACCUMULATE, GET_ACCUMULATE,
        /** One element to be written, and after it the element to compare with. */
        COMPARE_AND_SWAP,
        /** Answered when all requests before it are done. */
        FLUSH,
        LOCK_SHARED, LOCK_EXCLUSIVE,
        /** These give a lock back, and are answered as {@link #FLUSH} is. */
        UNLOCK_SHARED, UNLOCK_EXCLUSIVE,
        /** Announces a longer request, which comes in a message of its own: see {@link #announcing}. */
        SEPARATE
    }

    /** The tag of messages that are requests. */
    static final int TAG = 0;

    private static final Kind[] KINDS = Kind.values();
    /** The place of each datatype is its number in a request. */
    private static final List<TypeDescriptor> PREDEFINED = List.of(TypeDescriptor.BYTE, TypeDescriptor.CHAR,
        TypeDescriptor.SHORT, TypeDescriptor.BOOLEAN, TypeDescriptor.INT, TypeDescriptor.LONG, TypeDescriptor.FLOAT,
        TypeDescriptor.DOUBLE, TypeDescriptor.PACKED, ByteTypes.FLOAT_COMPLEX, ByteTypes.DOUBLE_COMPLEX, ByteTypes.INT2,
        ByteTypes.SHORT_INT, ByteTypes.LONG_INT, ByteTypes.FLOAT_INT, ByteTypes.DOUBLE_INT);
    private static final byte[] NOTHING = {};
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final long KIND_AT = 0;
    private static final long OP_AT = 1;
    private static final long TYPE_AT = 2;
    private static final long TAG_AT = 4;
    private static final long COUNT_AT = 8;
    private static final long TYPE_BYTES_AT = 12;
    private static final long ORIGIN_AT = 16;
    private static final long SKIP_AT = 24;
    private static final long BYTES_AT = 32;
    private static final long HEAD_BYTES = 40;
    private static final int DERIVED = -1;
    /** The largest origin. The bytes of countable items are added to an origin, and the sum overflows no long. */
    private static final long FARTHEST = Long.MAX_VALUE / 4;

    /** A request about no items. */
    static Request of(Kind kind, int tag, long bytes) {
        return new Request(kind, 0, tag, new Place(0, 0, TypeDescriptor.BYTE), 0, bytes);
    }

    /**
     * Announces a message that is too long for the receives of requests. The announcement also says what the message
     * is, so that a target without memory for the message can still answer it.
     *
     * @param message a request
     * @param tag the tag of the message
     */
    static Request announcing(byte[] message, int tag) {
        MemorySegment from = MemorySegment.ofArray(message);
        return new Request(Kind.SEPARATE, from.get(ValueLayout.JAVA_BYTE, KIND_AT), tag,
            new Place(0, 0, TypeDescriptor.BYTE), from.get(INT, TAG_AT), message.length);
    }

    /**
     * The kind and the tag of a request that cannot be read; of the announced one, if it announces one. Null if the
     * message has neither.
     *
     * @param message comes from another process, and has {@code length} bytes
     */
    static Request outline(MemorySegment message, long length) {
        if (length < HEAD_BYTES) {
            return null;
        }
        int kind = message.get(ValueLayout.JAVA_BYTE, KIND_AT);
        return kind == Kind.SEPARATE.ordinal()
            ? outline(message.get(ValueLayout.JAVA_BYTE, OP_AT), (int) message.get(LONG, SKIP_AT))
            : outline(kind, message.get(INT, TAG_AT));
    }

    private static Request outline(int kind, int tag) {
        return kind < 0 || kind >= KINDS.length || tag < 0 ? null : of(KINDS[kind], tag, 0);
    }

    /** Whether the origin waits for the answer to this request. */
    boolean isAnswered() {
        return switch (kind) {
            case GET, GET_ACCUMULATE, COMPARE_AND_SWAP, FLUSH, UNLOCK_SHARED, UNLOCK_EXCLUSIVE -> true;
            default -> false;
        };
    }

    /** The kind and the tag of this request, or of the one that it announces. Null if that one has neither. */
    Request outline() {
        return kind == Kind.SEPARATE ? outline(op, (int) skip) : this;
    }

    /** The datatype as it travels. Empty for a predefined datatype. */
    static byte[] wireForm(TypeDescriptor datatype) {
        return PREDEFINED.contains(datatype) ? NOTHING : WireForm.encode(datatype);
    }

    /** Where elements begin in the message. */
    static int elementsAt(byte[] wireForm) {
        return (int) HEAD_BYTES + wireForm.length;
    }

    /** A message with room for elements. */
    byte[] message(byte[] wireForm, long elementBytes) {
        byte[] message = new byte[Math.toIntExact(HEAD_BYTES + wireForm.length + elementBytes)];
        MemorySegment to = MemorySegment.ofArray(message);
        to.set(ValueLayout.JAVA_BYTE, KIND_AT, (byte) kind.ordinal());
        to.set(ValueLayout.JAVA_BYTE, OP_AT, (byte) op);
        to.set(ValueLayout.JAVA_BYTE, TYPE_AT, (byte) (wireForm.length > 0 ? DERIVED
            : PREDEFINED.indexOf(place.datatype())));
        to.set(INT, TAG_AT, tag);
        to.set(INT, COUNT_AT, place.count());
        to.set(INT, TYPE_BYTES_AT, wireForm.length);
        to.set(LONG, ORIGIN_AT, place.origin());
        to.set(LONG, SKIP_AT, skip);
        to.set(LONG, BYTES_AT, bytes);
        System.arraycopy(wireForm, 0, message, (int) HEAD_BYTES, wireForm.length);
        return message;
    }

    /** A request that has arrived, and where its elements begin in the message. */
    record Read(Request request, long elementsAt) {
    }

    /**
     * Reads a request.
     *
     * @param message comes from another process, and has {@code length} bytes
     * @param types makes the datatype
     * @throws EngineException when it is damaged
     */
    static Read read(MemorySegment message, long length, ReceivedTypes types) {
        if (length < HEAD_BYTES) {
            throw damaged("it has " + length + " bytes");
        }
        int kind = message.get(ValueLayout.JAVA_BYTE, KIND_AT);
        if (kind < 0 || kind >= KINDS.length) {
            throw damaged("its kind is " + kind);
        }
        int typeBytes = message.get(INT, TYPE_BYTES_AT);
        if (typeBytes < 0 || typeBytes > length - HEAD_BYTES) {
            throw damaged("its datatype has " + typeBytes + " bytes");
        }
        int count = message.get(INT, COUNT_AT);
        long skip = message.get(LONG, SKIP_AT);
        long bytes = message.get(LONG, BYTES_AT);
        if (count < 0 || skip < 0 || bytes < 0) {
            throw damaged("its count is " + count + ", and its bytes are " + bytes + " behind " + skip);
        }
        Place place = new Place(message.get(LONG, ORIGIN_AT), count,
            datatype(message.get(ValueLayout.JAVA_BYTE, TYPE_AT), message.asSlice(HEAD_BYTES, typeBytes), types));
        if (!Place.isCountable(count, place.datatype())) {
            throw damaged("its count is " + count + " of " + place.datatype());
        }
        if (place.origin() >= FARTHEST || place.origin() <= -FARTHEST) {
            throw damaged("its origin is " + place.origin());
        }
        Request request = new Request(KINDS[kind], message.get(ValueLayout.JAVA_BYTE, OP_AT),
            message.get(INT, TAG_AT), place, skip, bytes);
        return new Read(request, HEAD_BYTES + typeBytes);
    }

    private static TypeDescriptor datatype(int number, MemorySegment wireForm, ReceivedTypes types) {
        if (number == DERIVED) {
            return types.of(wireForm);
        }
        if (number < 0 || number >= PREDEFINED.size()) {
            throw damaged("its datatype is " + number);
        }
        return PREDEFINED.get(number);
    }

    /**
     * The error of a request that no origin of this library sends. Callers test first, and only then make the text,
     * because they read a request for every operation.
     */
    static EngineException damaged(String how) {
        return new EngineException(ErrorClass.ERR_INTERN, "a request of another rank is damaged: " + how);
    }
}
