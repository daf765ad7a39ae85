package mpj.engine;

/** Memory of this rank that peers read and write without this rank's help. See {@link Engine#expose}. */
public interface ExposedMemory extends AutoCloseable {
    /** The number of bytes in a {@link #key}. */
    int KEY_BYTES = 36;

    /** What a peer needs to {@linkplain Engine#access access} the memory. */
    byte[] key();

    /** From now on no peer reaches the memory. The caller knows that no access is under way. */
    @Override
    void close();
}
