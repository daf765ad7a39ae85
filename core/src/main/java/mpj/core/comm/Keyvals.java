package mpj.core.comm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** The keyvals of one process: what attributes are asked for by. Programs make them before Init, too. Thread-safe. */
public final class Keyvals {
    /** That of the attribute which tells the largest tag. */
    public static final int TAG_UB = 0;
    /** That of the attribute which tells the rank of the host process. */
    public static final int HOST = 1;
    /** That of the attribute which tells who can do input and output. */
    public static final int IO = 2;

    private final AtomicInteger next = new AtomicInteger(IO + 1);
    /** For each whether a communicator's duplicate gets its attributes. */
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

    /** Throws if it is none of the program's. */
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
