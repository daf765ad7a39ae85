package mpj.core.comm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * The keyvals of one process, by which a program asks for attributes. A program may make some before Init, too.
 * Thread-safe.
 */
public final class Keyvals {
    /** The keyval of the attribute that tells the largest tag. */
    public static final int TAG_UB = 0;
    /** The keyval of the attribute that tells the rank of the host process. */
    public static final int HOST = 1;
    /** The keyval of the attribute that tells who can do input and output. */
    public static final int IO = 2;

    private final AtomicInteger next = new AtomicInteger(IO + 1);
    /** Whether a communicator's duplicate gets the attributes of a keyval, for each keyval of the program's. */
    private final Map<Integer, Boolean> known = new ConcurrentHashMap<>();

    /**
     * A new keyval.
     *
     * @param copied whether a communicator's duplicate gets its attributes
     */
    public int create(boolean copied) {
        int keyval = next.getAndIncrement();
        known.put(keyval, copied);
        return keyval;
    }

    public void free(int keyval) {
        check(keyval);
        known.remove(keyval);
    }

    /** Throws if this is no keyval that the program has made. */
    void check(int keyval) {
        if (keyval >= TAG_UB && keyval <= IO) {
            throw new EngineException(ErrorClass.ERR_ARG, "keyval is " + keyval
                + ", that of a predefined attribute, which can only be read");
        }
        if (!known.containsKey(keyval)) {
            throw new EngineException(ErrorClass.ERR_ARG, "keyval is " + keyval
                + ", which was freed or never was one; Comm.Keyval_create makes one");
        }
    }

    boolean isCopied(int keyval) {
        return known.getOrDefault(keyval, false);
    }
}
