package mpjbuf;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The source of static buffers. The static methods use one pool, which all code of this JVM shares. The abstract
 * methods are the ones that a pool has to implement. Several threads may use this class.
 */
public abstract class BufferFactory {
    // The API is static, so its pool has to be static as well. Buffers in use stay valid when somebody shuts the pool.
    private static final AtomicReference<BufferFactory> POOL = new AtomicReference<>(new Buddy1BufferFactory());

    /** For subclasses. */
    public BufferFactory() {
    }

    /**
     * Starts a new pool. A program need not call this before the first use, because there is a default pool, a
     * {@link Buddy1BufferFactory}.
     *
     * @param str {@code "Buddy1"}; {@code "Buddy2"} gives the same
     * @throws java.lang.IllegalArgumentException for any other text
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
     * @return a buffer of at least this size, with arbitrary contents; null if {@code size} is 0
     * @throws java.lang.IllegalArgumentException if {@code size} is negative
     * @throws IllegalStateException after {@link #shut}
     * @throws OutOfMemoryError if the system has no more memory
     */
    public static RawBuffer create(int size) {
        return pool().createBuffer(size);
    }

    /**
     * Gives a buffer back to the pool. The buffer cannot be used any more. To give it back again does nothing.
     *
     * @param buffer a buffer from {@link #create}, or null for none. A buffer from elsewhere is freed
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

    /**
     * Shuts the pool, until {@link #init(String)} starts another one. Buffers in use stay valid until they are
     * destroyed.
     */
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

    /** Frees the pool's memory. The x in the name is intended, because {@link Object#finalize} is another method. */
    public abstract void finalixe();

    /**
     * Takes a buffer back.
     *
     * @param buffer a buffer of this pool, or null for none
     */
    public abstract void destroyBuffer(RawBuffer buffer);

    /**
     * Hands out a buffer.
     *
     * @param size the bytes needed
     * @return a buffer of at least this size; null if {@code size} is 0
     */
    public abstract RawBuffer createBuffer(int size);
}
