package mpi;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import mpj.engine.ErrorClass;

/** The attributes of one communicator, and the keyvals of this process. Thread-safe. */
final class Attributes {
    static final int TAG_UB = 0;
    static final int HOST = 1;
    static final int IO = 2;

    private static final AtomicInteger NEXT_KEYVAL = new AtomicInteger(IO + 1);
    /** For each keyval whether clone copies its attributes. */
    private static final Map<Integer, Boolean> KEYVALS = new ConcurrentHashMap<>();

    private final Map<Integer, Object> values = new ConcurrentHashMap<>();

    static int createKeyval(boolean copied) {
        int keyval = NEXT_KEYVAL.getAndIncrement();
        KEYVALS.put(keyval, copied);
        return keyval;
    }

    static void freeKeyval(int keyval) {
        checkOwn(keyval);
        KEYVALS.remove(keyval);
    }

    private static boolean predefined(int keyval) {
        return keyval >= TAG_UB && keyval <= IO;
    }

    private static void checkOwn(int keyval) {
        if (predefined(keyval)) {
            throw new MPIException(ErrorClass.ERR_ARG, "keyval is " + keyval
                + ", that of a predefined attribute, which can only be read");
        }
        if (!KEYVALS.containsKey(keyval)) {
            throw new MPIException(ErrorClass.ERR_ARG, "keyval is " + keyval
                + ", which was freed or never was one; Comm.Keyval_create makes one");
        }
    }

    Object get(int keyval) {
        return switch (keyval) {
            case TAG_UB -> Integer.MAX_VALUE;
            case HOST -> MPI.PROC_NULL;
            case IO -> MPI.ANY_SOURCE;
            default -> {
                checkOwn(keyval);
                yield values.get(keyval);
            }
        };
    }

    void put(int keyval, Object value) {
        checkOwn(keyval);
        if (value == null) {
            throw new MPIException(ErrorClass.ERR_ARG, "value is null; Attr_delete takes an attribute away");
        }
        values.put(keyval, value);
    }

    void delete(int keyval) {
        checkOwn(keyval);
        if (values.remove(keyval) == null) {
            throw new MPIException(ErrorClass.ERR_ARG, "the communicator has no attribute of keyval " + keyval);
        }
    }

    void clear() {
        values.clear();
    }

    void copyTo(Attributes other) {
        values.forEach((keyval, value) -> {
            if (KEYVALS.getOrDefault(keyval, false)) {
                other.values.put(keyval, value);
            }
        });
    }
}
