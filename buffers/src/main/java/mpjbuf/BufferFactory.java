package mpjbuf;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Where static buffers come from: a pool that all code of this JVM shares, behind static methods, and what a pool has
 * to implement. Safe for use by several threads.
 */
public abstract class BufferFactory {
    // The API is static, so the pool it stands for has to be too. Whoever shuts it, buffers in use stay valid.
    private static final AtomicReference<BufferFactory> POOL = new AtomicReference<>(new Buddy1BufferFactory());

    /** For subclasses. */
    public BufferFactory() {
    }

    /**
     * Starts a new pool. It is not needed before first use: the default is a {@link Buddy1BufferFactory}.
     *
     * @param str {@code "Buddy1"}; {@code "Buddy2"} gives the same
     * @throws java.lang.IllegalArgumentException if it is neither
     */
    public static void init(String str) {
        BufferFactory pool = switch (str) {
            case "Buddy1", "Buddy2" -> new Buddy1BufferFactory();
            default -> throw new java.lang.IllegalArgumentException(
                "there is no buffer factory \"" + str + "\"; known are Buddy1 and Buddy2");
        };
        pool.init();
        POOL.set(pool);
    }

    /**
     * Takes a buffer from the pool.
     *
     * @param size the bytes needed
     * @return a buffer of at least that many, with arbitrary contents; null if {@code size} is 0
     * @throws java.lang.IllegalArgumentException if {@code size} is negative
     * @throws IllegalStateException after {@link #shut}
     * @throws OutOfMemoryError if the system has no more
     */
    public static RawBuffer create(int size) {
        return pool().createBuffer(size);
    }

    /**
     * Gives a buffer back. It cannot be used any more; giving it back again does nothing.
     *
     * @param buffer a buffer from {@link #create}, null for none; one from elsewhere is freed
     */
    public static void destroy(RawBuffer buffer) {
        BufferFactory pool = POOL.get();
        if (pool != null) {
            pool.destroyBuffer(buffer);
        } else if (buffer != null) {
            buffer.free();
        }
    }

    /**
     * Returns whether there is a pool.
     *
     * @return false after {@link #shut}
     */
    public static boolean initialized() {
        return POOL.get() != null;
    }

    /** Ends the pool, until {@link #init(String)} starts another. Buffers in use stay valid until destroyed. */
    public static void shut() {
        BufferFactory pool = POOL.getAndSet(null);
        if (pool != null) {
            pool.finalixe();
        }
    }

    private static BufferFactory pool() {
        BufferFactory pool = POOL.get();
        if (pool == null) {
            throw new IllegalStateException("the buffer factory has been shut; call BufferFactory.init(\"Buddy1\")");
        }
        return pool;
    }

    /** Prepares the pool for use. */
    public abstract void init();

    /** Lets go of the pool's memory. (The letter is on purpose: {@link Object#finalize} is something else.) */
    public abstract void finalixe();

    /**
     * Takes a buffer back.
     *
     * @param buffer a buffer of this pool, null for none
     */
    public abstract void destroyBuffer(RawBuffer buffer);

    /**
     * Hands out a buffer.
     *
     * @param size the bytes needed
     * @return a buffer of at least that many; null if {@code size} is 0
     */
    public abstract RawBuffer createBuffer(int size);
}
