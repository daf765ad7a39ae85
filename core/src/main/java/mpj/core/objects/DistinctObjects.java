package mpj.core.objects;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.IntUnaryOperator;

/** Whether each object of an array is another one. Equal ones may be. */
final class DistinctObjects {
    private static final VarHandle LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** As many come together by chance alone in no table that is at most half full. */
    private static final int MOST_PROBES = 64;
    /** Odd, with bits all over: 2^64 divided by the golden ratio. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private enum Verdict { YES, NO, TOO_MANY_PROBES }

    private DistinctObjects() {
    }

    /**
     * Looks at objects whose contents are rows of primitive values. An object is the same only if its row is, so that
     * no identity hash has to be made for an object that has none, which takes as long as all else.
     */
    static boolean are(Object[] objects, int[] indexes, byte[] rows, int rowBytes) {
        Verdict verdict = verdict(objects, indexes, i -> hash(rows, i * rowBytes, rowBytes), MOST_PROBES);
        return verdict == Verdict.TOO_MANY_PROBES ? are(objects, indexes) : verdict == Verdict.YES;
    }

    static boolean are(Object[] objects, int[] indexes) {
        return verdict(objects, indexes, i -> System.identityHashCode(objects[indexes[i]]), Integer.MAX_VALUE)
            == Verdict.YES;
    }

    /** By a hash table with linear probing, at most half full: no object is made for an element. */
    private static Verdict verdict(Object[] objects, int[] indexes, IntUnaryOperator hashes, int mostProbes) {
        Object[] seen = new Object[Integer.highestOneBit(indexes.length) << 2];
        for (int i = 0; i < indexes.length; i++) {
            Object object = objects[indexes[i]];
            int at = hashes.applyAsInt(i) & seen.length - 1;
            for (int probes = 0; seen[at] != null; probes++) {
                if (seen[at] == object) {
                    return Verdict.NO;
                }
                if (probes == mostProbes) {
                    return Verdict.TOO_MANY_PROBES;
                }
                at = at + 1 & seen.length - 1;
            }
            seen[at] = object;
        }
        return Verdict.YES;
    }

    private static int hash(byte[] rows, int from, int bytes) {
        long hash = 0;
        int end = from + bytes;
        int at = from;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            hash = mix(hash, (long) LONGS.get(rows, at));
        }
        for (; at < end; at++) {
            hash = mix(hash, rows[at]);
        }
        // What differs in the highest bits, such as small whole numbers in doubles, must show in the lowest.
        return (int) ((hash ^ hash >>> Integer.SIZE) * SPREAD >>> Integer.SIZE);
    }

    private static long mix(long hash, long value) {
        return (Long.rotateLeft(hash, Integer.SIZE) ^ value) * SPREAD;
    }
}
