package mpj.core.comm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * The keyvals of one process, by which a program asks for attributes. A program may also make keyvals before Init.
 * Thread-safe.
 */
public final class Keyvals {
    /** The keyval of the attribute that tells the largest tag. */
    public static final int TAG_UB = 0;
    /** The keyval of the attribute that tells the rank of the host process. */
    public static final int HOST = 1;
    /** The keyval of the attribute that tells which ranks can do input and output. */
    public static final int IO = 2;
    /** The keyval of the attribute that tells whether the ranks' clocks agree. */
    public static final int WTIME_IS_GLOBAL = 3;
    /** The keyval of the attribute that tells which of a job's programs this is. */
    public static final int APPNUM = 4;
    /** The keyval of the attribute that tells how many processes there may be. */
    public static final int UNIVERSE_SIZE = 5;
    /** The keyval of the attribute that tells the largest error code. */
    public static final int LASTUSEDCODE = 6;
    /** The keyval of no attribute. MPI: MPI_KEYVAL_INVALID. */
    public static final int INVALID = -1;

    /** The class of errors about invalid keyvals. */
    private final ErrorClass error;
    private final AtomicInteger next = new AtomicInteger(LASTUSEDCODE + 1);
    /** For each keyval of the program, whether a duplicate gets its attributes. */
    private final Map<Integer, Boolean> known = new ConcurrentHashMap<>();

    /**
     * Makes the keyvals of a process whose program has made none yet.
     *
     * @param error the API's class of errors about invalid keyvals
     */
    public Keyvals(ErrorClass error) {
        this.error = error;
    }

    /**
     * Makes a new keyval.
     *
     * @param copied whether a duplicate of a communicator or datatype gets the attribute
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

    /** Throws unless this is a keyval that the program has made and not freed. */
    void check(int keyval) {
        if (keyval >= TAG_UB && keyval <= LASTUSEDCODE) {
            throw new EngineException(error, "keyval is " + keyval
                + ", which belongs to a predefined attribute; such an attribute can only be read");
        }
        if (!known.containsKey(keyval)) {
            throw new EngineException(error, "keyval is " + keyval
                + ", which was freed or never created; create one first");
        }
    }

    boolean isCopied(int keyval) {
        return known.getOrDefault(keyval, false);
    }
}
