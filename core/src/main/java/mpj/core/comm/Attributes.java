package mpj.core.comm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import mpj.core.datatype.Constants;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** The attributes of one communicator. Thread-safe. */
final class Attributes {
    private final Keyvals keyvals;
    /** How many processes the job has. */
    private final int processes;
    private final Map<Integer, Object> values = new ConcurrentHashMap<>();

    Attributes(Keyvals keyvals, int processes) {
        this.keyvals = keyvals;
        this.processes = processes;
    }

    Object get(int keyval) {
        return switch (keyval) {
            case Keyvals.TAG_UB -> Integer.MAX_VALUE;
            case Keyvals.HOST -> Constants.PROC_NULL;
            case Keyvals.IO -> Constants.ANY_SOURCE;
            case Keyvals.WTIME_IS_GLOBAL, Keyvals.APPNUM -> 0;
            case Keyvals.UNIVERSE_SIZE -> processes;
            case Keyvals.LASTUSEDCODE -> ErrorClass.LAST.code();
            default -> {
                keyvals.check(keyval);
                yield values.get(keyval);
            }
        };
    }

    void put(int keyval, Object value) {
        keyvals.check(keyval);
        if (value == null) {
            throw new EngineException(ErrorClass.ERR_ARG, "value is null; delete the attribute to take it away");
        }
        values.put(keyval, value);
    }

    void delete(int keyval) {
        keyvals.check(keyval);
        if (values.remove(keyval) == null) {
            throw new EngineException(ErrorClass.ERR_ARG, "the communicator has no attribute of keyval " + keyval);
        }
    }

    void clear() {
        values.clear();
    }

    /** The attributes that a duplicate of the communicator gets. */
    Attributes copied() {
        Attributes copy = new Attributes(keyvals, processes);
        values.forEach((keyval, value) -> {
            if (keyvals.isCopied(keyval)) {
                copy.values.put(keyval, value);
            }
        });
        return copy;
    }
}
