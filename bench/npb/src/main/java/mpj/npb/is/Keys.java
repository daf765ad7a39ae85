package mpj.npb.is;

import mpi.Intracomm;
import mpj.npb.common.Random;

/**
 * The keys of a rank: its part of the sequence, the same keys sorted into buckets, and the keys that it receives to
 * rank. The loops are the same for arrays and for segments. They are written twice, so that each of the two can be as
 * fast as possible. Each call takes a stretch of keys, so that the loop's method is called often and the JVM compiles
 * it soon.
 */
sealed interface Keys permits ArrayKeys, SegmentKeys {
    /** How many keys one call of a loop takes. */
    int STRETCH = 1 << 12;

    /** Fills the sequence. A key is a sum of four numbers, times this factor. */
    void draw(Random random, int factor);

    int get(int index);

    void set(int index, int key);

    /** Counts the keys of each bucket. */
    void countBuckets(int[] sizes, int shift);

    /** Copies the keys into their buckets. {@code starts} says where each bucket begins, and then where it ends. */
    void intoBuckets(int[] starts, int shift);

    /** Sends each rank the keys of its buckets. */
    void exchange(int[] sendCounts, int[] sendOffsets, int[] receiveCounts, int[] receiveOffsets, Intracomm ranks);

    /** Ranks the received keys. Their values begin at {@code least}, and there are {@code range} different values. */
    void rank(int count, int least, int range);

    /** How many of the received keys are no larger than this key, which must be in the range. */
    int upTo(int key);

    /**
     * Sorts the received keys by their ranks. Returns the least and the largest key, or an empty array if there are no
     * keys.
     */
    int[] sort(int count);

    /** How many of the sorted keys are less than the key before them. */
    int disorder(int count);
}
