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
     * Some collections have a size that is not backed by the message element by element, as that of a list of copies.
     * They ask the filter about an array of that size. Arrays up to this length are accepted anyhow.
     */
    private static final int ORDINARY_ARRAY = 1 << 24;
    /** A hash table may have so many times as many elements as its message has bytes. */
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
     * @param bytes of the message
     */
    static ObjectInputFilter of(int bytes) {
        String pattern = EngineProperties.SERIAL_FILTER.value();
        return pattern == null ? new Limits(bytes) : parsed(pattern);
    }

    /**
     * Keeps a damaged message from asking for far more memory than its own size justifies. A reference takes at least
     * one byte of a message. So does an element of an array, except in a few collections. The arrays are counted
     * together, too: each of many nested ones may be within the limit of one, and be empty.
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
