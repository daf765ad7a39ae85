package mpj.apps.nbody;

/** Random numbers that are found by a name, not by their turn. They are the same for every number of ranks. */
final class Noise {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Noise() {
    }

    /** Scatters bits: the finalizer of SplitMix64. */
    static long mix(long value) {
        long bits = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ bits >>> 27) * 0x94D049BB133111EBL;
        return bits ^ bits >>> 31;
    }

    /** The number of this name. It is between 0 and 1, and never 0. */
    static double uniform(long seed, long name, int draw) {
        long bits = mix(mix(mix(seed * GOLDEN + 1) + name * GOLDEN) + draw * GOLDEN);
        return ((bits >>> 11) + 0.5) * 0x1p-53;
    }
}
