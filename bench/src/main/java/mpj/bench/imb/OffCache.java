package mpj.bench.imb;

/**
 * The {@code -off_cache} option: how buffers are spread out so that no message is found in the cache.
 *
 * @param cacheBytes an upper bound of the size of the last-level cache; 0 means no control of the cache
 * @param lineBytes the size of a cache line
 */
record OffCache(long cacheBytes, int lineBytes) {
    static final OffCache NONE = new OffCache(0, 64);
    private static final double DEFAULT_CACHE_MEGABYTES = 8;
    private static final int DEFAULT_LINE_BYTES = 64;
    private static final int MEGABYTE = 1 << 20;

    /**
     * Reads {@code MEGABYTES[,LINE]}, or {@code -1} for 8 MiB and 64 bytes.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    static OffCache parse(String text) {
        String[] parts = text.split(",", -1);
        try {
            double megabytes = Double.parseDouble(parts[0]);
            int line = parts.length > 1 ? Integer.parseInt(parts[1]) : DEFAULT_LINE_BYTES;
            if (parts.length <= 2 && (megabytes >= 0 || megabytes == -1) && line > 0) {
                return new OffCache((long) ((megabytes == -1 ? DEFAULT_CACHE_MEGABYTES : megabytes) * MEGABYTE), line);
            }
        } catch (NumberFormatException e) {
            // Everything that is not a cache size gets the one message below.
        }
        throw new IllegalArgumentException("-off_cache '" + text + "' is not MEGABYTES[,LINE_BYTES] or -1");
    }

    /**
     * How many bytes lie between the start of one message and the start of the next. At least one line separates two
     * messages.
     */
    long stride(long messageBytes) {
        return cacheBytes == 0 ? 0 : ((messageBytes + lineBytes - 1) / lineBytes + 1) * lineBytes;
    }

    /** How many messages are laid out: enough for twice the cache, but no more than are sent. */
    long messages(long messageBytes, int iterations) {
        return cacheBytes == 0 ? 1
            : Math.min(iterations, Math.ceilDiv(2 * cacheBytes, stride(messageBytes)));
    }

    /** The bytes of a buffer. */
    long bufferBytes(long messageBytes, int iterations) {
        return Math.max(messageBytes, messages(messageBytes, iterations) * stride(messageBytes));
    }

    /** The offsets in such a buffer, in elements of {@code elementBytes} bytes. */
    Cycle cycle(long messageBytes, int iterations, int elementBytes) {
        long stride = stride(messageBytes);
        return stride == 0 ? Cycle.IN_CACHE : new Cycle(Math.toIntExact(stride / elementBytes),
            Math.toIntExact(messages(messageBytes, iterations) * stride / elementBytes));
    }
}
