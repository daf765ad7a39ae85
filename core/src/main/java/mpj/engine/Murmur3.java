package mpj.engine;

/** The last step of the hash function MurmurHash3. */
public final class Murmur3 {
    private static final long FIRST_FACTOR = 0xFF51_AFD7_ED55_8CCDL;
    private static final long SECOND_FACTOR = 0xC4CE_B9FE_1A85_EC53L;
    private static final int SHIFT = 33;

    private Murmur3() {
    }

    /** A bijection of 64-bit numbers in which each bit of the result depends on all bits of the argument. */
    public static long mixed(long number) {
        long mixed = number + 1; // without this, the result for 0 would be 0
        mixed = (mixed ^ mixed >>> SHIFT) * FIRST_FACTOR;
        mixed = (mixed ^ mixed >>> SHIFT) * SECOND_FACTOR;
        return mixed ^ mixed >>> SHIFT;
    }
}
