package mpj.core.objects;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.ObjectInputFilter;
import java.io.ObjectOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import mpjbuf.CustomObjectInputStream;

/**
 * A message of many objects of one {@link FlatClass}. It has a mark, the size of the rows, the rows, and an object
 * stream with the class, its fields and the values. As for any other message of objects, the reader of the stream finds
 * the class, checks its version and asks the filter.
 */
final class FlatObjects {
    /** The first byte of such a message. A stream of serialized objects begins with 0xACED. */
    private static final byte MARK = 0x46;
    private static final int ROWS_AT = 1 + Integer.BYTES;
    private static final VarHandle INTS =
        MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** The least number of objects for which the description of their class is worth its bytes. */
    private static final int FEWEST = 8;
    /**
     * How many objects of a class go in object streams before the class is examined, since that takes some
     * milliseconds.
     */
    private static final int OBJECTS_BEFORE = 1000;
    private static final int USUAL_BYTES = 512;

    private static final ClassValue<AtomicInteger> WRITTEN = new ClassValue<>() {
        @Override
        protected AtomicInteger computeValue(Class<?> type) {
            return new AtomicInteger();
        }
    };

    /** The information about the rows that a filter gets. */
    private record Rows(Class<?> serialClass, long references, long streamBytes)
        implements ObjectInputFilter.FilterInfo {
        @Override
        public long arrayLength() {
            return -1;
        }

        @Override
        public long depth() {
            return 1;
        }
    }

    private FlatObjects() {
    }

    /** The message of these objects; null if they must go in an object stream. */
    static byte[] write(Object[] objects, int[] indexes) throws IOException {
        Object first = objects[indexes[0]];
        if (indexes.length < FEWEST || first == null) {
            return null;
        }
        Class<?> type = first.getClass();
        FlatClass flat = isUsual(type, indexes.length) ? FlatClass.of(type) : null;
        if (flat == null || !areOf(type, objects, indexes)) {
            return null;
        }
        long length = (long) indexes.length * flat.bytes;
        SerialBytes.check(ROWS_AT + length + USUAL_BYTES, SerialBytes.MOST);
        byte[] rows = new byte[(int) length];
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < indexes.length; i++) {
            flat.write(objects[indexes[i]], rows, i * flat.bytes, values);
        }
        // An object stream keeps the identity of objects.
        boolean distinct = values.isEmpty() ? DistinctObjects.are(objects, indexes, rows, flat.bytes)
            : DistinctObjects.are(objects, indexes);
        return distinct ? message(type, flat, rows, values) : null;
    }

    private static boolean isUsual(Class<?> type, int objects) {
        AtomicInteger written = WRITTEN.get(type);
        if (written.get() < OBJECTS_BEFORE) {
            written.addAndGet(objects);
            return false;
        }
        return true;
    }

    private static boolean areOf(Class<?> type, Object[] objects, int[] indexes) {
        for (int i : indexes) {
            Object object = objects[i];
            if (object == null || object.getClass() != type) {
                return false;
            }
        }
        return true;
    }

    private static byte[] message(Class<?> type, FlatClass flat, byte[] rows, List<Object> values)
        throws IOException {
        SerialBytes bytes = new SerialBytes(ROWS_AT + rows.length + USUAL_BYTES, SerialBytes.MOST);
        byte[] start = new byte[ROWS_AT];
        start[0] = MARK;
        INTS.set(start, 1, rows.length);
        bytes.writeBytes(start);
        bytes.writeBytes(rows);
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(type);
            out.writeUTF(flat.fields);
            out.writeInt(values.size());
            for (Object value : values) {
                out.writeObject(value);
            }
        }
        return bytes.toByteArray();
    }

    static boolean isMessage(byte[] message) {
        return message.length > ROWS_AT && message[0] == MARK;
    }

    /** Restores the first objects of a message. */
    static void read(byte[] message, Object[] objects, int[] indexes, ObjectInputFilter filter)
        throws IOException, ClassNotFoundException {
        int end = ROWS_AT + (int) INTS.get(message, 1);
        try (CustomObjectInputStream in =
                 new CustomObjectInputStream(new ByteArrayInputStream(message, end, message.length - end))) {
            in.setObjectInputFilter(filter);
            Class<?> type = (Class<?>) in.readObject();
            FlatClass flat = FlatClass.of(type);
            String fields = in.readUTF();
            if (flat == null || !flat.fields.equals(fields)) {
                throw new InvalidClassException(type.getName(), "its fields are not those at the sender: " + fields);
            }
            requireAccepted(in.getObjectInputFilter(), new Rows(type, indexes.length, message.length));
            Object[] values = new Object[Math.min(in.readInt(), message.length)];
            for (int i = 0; i < values.length; i++) {
                values[i] = in.readObject();
            }
            if (end - ROWS_AT < Math.multiplyExact(indexes.length, flat.bytes)) {
                throw new InvalidObjectException("there are fewer objects than were announced");
            }
            for (int i = 0; i < indexes.length; i++) {
                objects[indexes[i]] = flat.read(message, ROWS_AT + i * flat.bytes, values);
            }
        }
    }

    private static void requireAccepted(ObjectInputFilter filter, Rows rows) throws InvalidClassException {
        ObjectInputFilter.Status status = filter.checkInput(rows);
        if (status == null || status == ObjectInputFilter.Status.REJECTED) {
            throw new InvalidClassException("filter status: " + status);
        }
    }
}
