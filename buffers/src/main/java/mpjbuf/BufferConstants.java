package mpjbuf;

/** The dimensions of the buffer pool. */
public class BufferConstants {
    /** The smallest block, in bytes. */
    static final int CHUNK_SIZE = 128;
    /** Block sizes in a region: 128 bytes, 256, and so on, up to the whole region. */
    static final int INIT_NUM_LEVELS = 17;
    /** The size of a region, which the pool takes from the system at once: 8 MiB. */
    static final int DEFAULT_REGION_SIZE = CHUNK_SIZE << INIT_NUM_LEVELS - 1;
    /** The pool never keeps more than this many regions, 128 MiB. */
    static final int MAX_REGIONS = 16;

    /** Creates an object that has no use, because all members are static. */
    public BufferConstants() {
    }
}
