package mpj.core.objects;

import java.io.ObjectInputFilter;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.EngineProperties;

/** Which objects are accepted from other ranks. */
final class SerialFilter {
    /** Deeper objects would need a stack that no thread has by default. */
    private static final int MAXIMUM_DEPTH = 10_000;
    /**
     * Some collections have more elements than their message backs, such as a list of copies. They ask the filter about
     * an array of that size. Arrays up to this length are accepted in any case.
     */
    private static final int ORDINARY_ARRAY = 1 << 24;
    /** How many elements a hash table may have for each byte of its message. */
    private static final long TABLE_SLACK = 8;

    private SerialFilter() {
    }

    /** Whether the user has set a filter. */
    static boolean isChosen() {
        return EngineProperties.SERIAL_FILTER.isSet();
    }

    /**
     * The user's filter. If there is none, a filter of limits, for one message.
     *
     * @param bytes the number of bytes of the message
     */
    static ObjectInputFilter of(int bytes) {
        String pattern = EngineProperties.SERIAL_FILTER.value();
        return pattern == null ? new Limits(bytes) : parsed(pattern);
    }

    /**
     * Keeps a damaged message from asking for far more memory than its own size justifies. A reference takes at least
     * one byte of a message. An element of an array also does, except in a few collections. The elements of all arrays
     * are also counted together, because each of many nested arrays could be within the limit for one array, and be
     * empty.
     */
    private static final class Limits implements ObjectInputFilter {
        private final int bytes;
        private long elements;

        Limits(int bytes) {
            this.bytes = bytes;
            elements = ORDINARY_ARRAY + TABLE_SLACK * bytes;
        }

        @Override
        public Status checkInput(FilterInfo info) {
            elements -= Math.max(0, info.arrayLength());
            boolean within = info.depth() <= MAXIMUM_DEPTH && info.references() <= bytes
                && info.arrayLength() <= Math.max(bytes, ORDINARY_ARRAY) && elements >= 0;
            return within ? Status.ALLOWED : Status.REJECTED;
        }
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
