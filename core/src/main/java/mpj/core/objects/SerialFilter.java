package mpj.core.objects;

import java.io.ObjectInputFilter;
import mpj.engine.EngineException;
import mpj.engine.EngineProperties;
import mpj.engine.ErrorClass;

/** Which objects are accepted from other ranks. */
final class SerialFilter {
    /** Deeper objects would need a stack that no thread has by default. */
    private static final int MAXIMUM_DEPTH = 10_000;
    /**
     * Some collections have a size that is not backed by the message element by element, as that of a list of copies.
     * They ask the filter about an array of that size. Arrays up to this length are accepted anyhow.
     */
    private static final int ORDINARY_ARRAY = 1 << 24;

    private SerialFilter() {
    }

    /** Whether the user has set a filter. */
    static boolean isChosen() {
        return EngineProperties.SERIAL_FILTER.isSet();
    }

    /**
     * The user's filter. If there is none, a filter of limits, which keeps a damaged message from asking for far more
     * memory than its own size justifies. A reference takes at least one byte of a message. So does an element of an
     * array, except in a few collections.
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
