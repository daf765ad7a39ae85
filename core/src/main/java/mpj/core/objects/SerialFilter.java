package mpj.core.objects;

import java.io.ObjectInputFilter;
import mpj.engine.EngineException;
import mpj.engine.EngineProperties;
import mpj.engine.ErrorClass;

/** Which objects are accepted from other ranks. */
final class SerialFilter {
    /** Deeper ones need a stack that no thread has by default. */
    private static final int MAXIMUM_DEPTH = 10_000;
    /** Some collections check a size that is not in the message element by element, as that of a list of copies. */
    private static final int ORDINARY_ARRAY = 1 << 24;

    private SerialFilter() {
    }

    /** Whether the user has one. */
    static boolean isChosen() {
        return EngineProperties.SERIAL_FILTER.isSet();
    }

    /**
     * The user's filter; else one of limits, which keep a damaged message from asking for more memory than its own size
     * justifies: a reference, and but for a few collections an element of an array, take a byte of it at least.
     */
    static ObjectInputFilter of(int bytes) {
        String pattern = EngineProperties.SERIAL_FILTER.value();
        return pattern == null ? info -> within(info, bytes) : parsed(pattern);
    }

    private static ObjectInputFilter.Status within(ObjectInputFilter.FilterInfo info, int bytes) {
        boolean within = info.depth() <= MAXIMUM_DEPTH && info.references() <= bytes
            && info.arrayLength() <= Math.max(bytes, ORDINARY_ARRAY);
        return within ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
    }

    private static ObjectInputFilter parsed(String pattern) {
        try {
            return ObjectInputFilter.Config.createFilter(pattern);
        } catch (IllegalArgumentException e) {
            throw new EngineException(ErrorClass.ERR_ARG, EngineProperties.SERIAL_FILTER + ": " + e.getMessage()
                + "; java.io.ObjectInputFilter.Config.createFilter describes the patterns", e);
        }
    }
}
