package mpj.npb.is;

import mpi.Intracomm;
import mpj.npb.common.Random;

/**
 * The keys of a rank: its part of the sequence, the same keys by buckets, and those that it receives to rank. The loops
 * are the same for arrays and for segments; they are written twice, since each form is to be as fast as it can be. Each
 * loop is over a stretch of keys at a time, so that its method is called often and soon compiled.
 */
sealed interface Keys permits ArrayKeys, SegmentKeys {
    /** How many keys a loop takes at a time. */
    int STRETCH = 1 << 12;

    /** Fills the sequence with sums of four numbers, times this factor. */
    void draw(Random random, int factor);

    int get(int index);

    void set(int index, int key);

    /** Counts the keys of each bucket. */
    void countBuckets(int[] sizes, int shift);

    /** Copies the keys into their buckets, which begin here; each start moves to its bucket's end. */
    void intoBuckets(int[] starts, int shift);

    /** Sends each rank the keys of its buckets. */
    void exchange(int[] sendCounts, int[] sendOffsets, int[] receiveCounts, int[] receiveOffsets, Intracomm ranks);

    /** Ranks the keys received, which are from the least on in this range. */
    void rank(int count, int least, int range);

    /** How many of the keys received are no larger than this one, which is in the range. */
    int upTo(int key);

    /** Sorts the keys received by their ranks. Returns the least and the largest, or nothing if there is none. */
    int[] sort(int count);

    /** How many of the sorted keys are less than the one before. */
    int disorder(int count);
}
