package mpj.core.comm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import mpj.core.datatype.Constants;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.runtime.bootstrap.Bootstrap;

/** The attributes of one communicator, datatype or window. Thread-safe. */
public final class Attributes {
    private final Keyvals keyvals;
    /** The kind of object that has the attributes, for the texts of errors. */
    private final String owner;
    /** Gives the values of MPI's own attributes, and null for any other keyval. */
    private final IntFunction<Object> predefined;
    private final Map<Integer, Object> values = new ConcurrentHashMap<>();

    private Attributes(Keyvals keyvals, String owner, IntFunction<Object> predefined) {
        this.keyvals = keyvals;
        this.owner = owner;
        this.predefined = predefined;
    }

    /**
     * The attributes of a communicator.
     *
     * @param engine knows how many processes the job has, and the largest tag
     * @param bootstrap knows which of the job's programs this process runs, and how many processes its hosts have room
     *     for
     */
    static Attributes ofCommunicator(Keyvals keyvals, Engine engine, Bootstrap bootstrap) {
        return new Attributes(keyvals, "communicator", keyval -> switch (keyval) {
            case Keyvals.TAG_UB -> engine.largestTag();
            case Keyvals.HOST -> Constants.PROC_NULL;
            case Keyvals.IO -> Constants.ANY_SOURCE;
            case Keyvals.WTIME_IS_GLOBAL -> 0;
            case Keyvals.APPNUM -> bootstrap.applicationNumber();
            case Keyvals.UNIVERSE_SIZE -> bootstrap.universeSize().orElse(engine.size());
            case Keyvals.LASTUSEDCODE -> ErrorClass.LAST.code();
            default -> null;
        });
    }

    public static Attributes ofDatatype(Keyvals keyvals) {
        return new Attributes(keyvals, "datatype", _ -> null);
    }

    public static Attributes ofWindow(Keyvals keyvals) {
        return new Attributes(keyvals, "window", _ -> null);
    }

    /** The value, or null. */
    public Object get(int keyval) {
        Object known = predefined.apply(keyval);
        if (known == null) {
            keyvals.check(keyval);
            known = values.get(keyval);
        }
        return known;
    }

    public void put(int keyval, Object value) {
        keyvals.check(keyval);
        if (value == null) {
            throw new EngineException(ErrorClass.ERR_ARG, "value is null; delete the attribute instead");
        }
        values.put(keyval, value);
    }

    public void delete(int keyval) {
        keyvals.check(keyval);
        if (values.remove(keyval) == null) {
            throw new EngineException(ErrorClass.ERR_ARG, "the " + owner + " has no attribute of keyval " + keyval);
        }
    }

    public void clear() {
        values.clear();
    }

    /** The attributes for a duplicate of the object. */
    public Attributes copied() {
        Attributes copy = new Attributes(keyvals, owner, predefined);
        values.forEach((keyval, value) -> {
            if (keyvals.isCopied(keyval)) {
                copy.values.put(keyval, value);
            }
        });
        return copy;
    }
}
