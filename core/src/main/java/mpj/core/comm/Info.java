package mpj.core.comm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** Hints: keys with values, in the order in which the keys came. MPI: MPI_Info. Thread-safe. */
public final class Info {
    /** How many characters a key may have. MPI: MPI_MAX_INFO_KEY. */
    public static final int MAX_KEY = 255;
    /** How many characters a value may have. MPI: MPI_MAX_INFO_VAL. */
    public static final int MAX_VALUE = 1024;

    private final Map<String, String> values = new LinkedHashMap<>();
    /** The name of a predefined info, or null. */
    private final String predefined;
    private boolean isNull;

    private Info(String predefined) {
        this.predefined = predefined;
    }

    /** An info without keys. MPI: MPI_Info_create. */
    public static Info empty() {
        return new Info(null);
    }

    /** The null info. MPI: MPI_INFO_NULL. */
    public static Info none() {
        Info none = new Info(null);
        none.isNull = true;
        return none;
    }

    /** What is known of the job. MPI: MPI_INFO_ENV. */
    static Info ofJob(Map<String, String> known) {
        Info info = new Info("MPI.INFO_ENV");
        info.values.putAll(known);
        return info;
    }

    /** Whether this is the null info, or was freed. */
    public synchronized boolean isNull() {
        return isNull;
    }

    private void check() {
        if (isNull) {
            throw new EngineException(ErrorClass.ERR_INFO, "the info is MPI.INFO_NULL, or was freed; make another");
        }
    }

    private void checkMayChange() {
        check();
        if (predefined != null) {
            throw new EngineException(ErrorClass.ERR_INFO, predefined + " can only be read; change a duplicate of it");
        }
    }

    private static void checkKey(String key) {
        if (key == null || key.isEmpty() || key.length() > MAX_KEY) {
            throw new EngineException(ErrorClass.ERR_INFO_KEY, key == null ? "key is null"
                : "key has " + key.length() + " characters; it must have 1 to MPI.MAX_INFO_KEY, " + MAX_KEY);
        }
    }

    /** MPI_Info_set. */
    public synchronized void set(String key, String value) {
        checkMayChange();
        checkKey(key);
        if (value == null || value.length() > MAX_VALUE) {
            throw new EngineException(ErrorClass.ERR_INFO_VALUE, value == null ? "value is null"
                : "value has " + value.length() + " characters; it may have at most MPI.MAX_INFO_VAL, " + MAX_VALUE);
        }
        values.put(key, value);
    }

    /** MPI_Info_get: the value, or null. */
    public synchronized String get(String key) {
        check();
        checkKey(key);
        return values.get(key);
    }

    /** MPI_Info_delete. */
    public synchronized void delete(String key) {
        checkMayChange();
        checkKey(key);
        if (values.remove(key) == null) {
            throw new EngineException(ErrorClass.ERR_INFO_NOKEY, "the info has no key \"" + key + "\"");
        }
    }

    /** MPI_Info_get_nkeys. */
    public synchronized int size() {
        check();
        return values.size();
    }

    /** MPI_Info_get_nthkey. */
    public synchronized String key(int n) {
        check();
        if (n < 0 || n >= values.size()) {
            throw new EngineException(ErrorClass.ERR_ARG, "i is " + n + "; the info has " + values.size() + " keys,"
                + " numbered from 0");
        }
        return new ArrayList<>(values.keySet()).get(n);
    }

    /** MPI_Info_dup. */
    public synchronized Info duplicate() {
        check();
        return copy();
    }

    /** A copy of the hints. A copy of the null info has no hints. */
    synchronized Info copy() {
        Info copy = empty();
        copy.values.putAll(values);
        return copy;
    }

    /** The hints. The null info has none. */
    public synchronized Map<String, String> hints() {
        return new LinkedHashMap<>(values);
    }

    /** Adds the hints of another info, which may be the null info. */
    public void setAll(Info other) {
        Info copy = other.copy();
        synchronized (this) {
            values.putAll(copy.values);
        }
    }

    /** MPI_Info_free. */
    public synchronized void free() {
        checkMayChange();
        isNull = true;
        values.clear();
    }
}
