package mpj.core.objects;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.IntUnaryOperator;

/** Whether all objects of an array are different objects. They may be equal. */
final class DistinctObjects {
    private static final VarHandle LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** The most probes for one object. In a table that is at most half full, chance alone never causes so many. */
    private static final int MOST_PROBES = 64;
    /** 2^64 divided by the golden ratio. It is an odd number whose bits are well spread. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private enum Verdict { YES, NO, TOO_MANY_PROBES }

    private DistinctObjects() {
    }

    /**
     * The same for objects whose contents are rows of primitive values. Two of these can be the same object only if
     * their rows are equal. So an object that has no identity hash yet does not need one. To make it would take as long
     * as everything else.
     */
    static boolean are(Object[] objects, int[] indexes, byte[] rows, int rowBytes) {
        Verdict verdict = verdict(objects, indexes, i -> hash(rows, i * rowBytes, rowBytes), MOST_PROBES);
        return verdict == Verdict.TOO_MANY_PROBES ? are(objects, indexes) : verdict == Verdict.YES;
    }

    static boolean are(Object[] objects, int[] indexes) {
        return verdict(objects, indexes, i -> System.identityHashCode(objects[indexes[i]]), Integer.MAX_VALUE)
            == Verdict.YES;
    }

    /** Uses a hash table with linear probing, at most half full, so that no object is made for an element. */
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
        // Values that differ only in their highest bits, such as small whole numbers in doubles, must also differ in
        // the lowest.
        return (int) ((hash ^ hash >>> Integer.SIZE) * SPREAD >>> Integer.SIZE);
    }

    private static long mix(long hash, long value) {
        return (Long.rotateLeft(hash, Integer.SIZE) ^ value) * SPREAD;
    }
}
