package mpj.core.group;

import java.util.Arrays;

/**
 * Finds the rank in a communicator of a rank in the job. Every message that is received needs this. The memory of the
 * table depends on the size of the communicator, and not on the size of the job. If the communicator's ranks follow
 * each other in the job, it takes no memory. Immutable.
 */
public final class RankTable {
    public static final int NO_RANK = -1;

    private static final int LEAST_SLOTS = 4;
    /**
     * 2 to the 32nd, divided by the golden ratio. The upper bits of a product with it spread ranks well, whatever their
     * distance (Knuth).
     */
    private static final int SPREAD = 0x9E3779B9;

    private final int first;
    private final int size;
    /**
     * A hash table, or null if the ranks follow each other. Each slot has a rank in the job, or {@link #NO_RANK},
     * followed by the same process's rank here. A rank whose slot is taken is in the next free slot. At most half of
     * the slots are taken.
     */
    private final int[] slots;
    private final int shift;

    /** @param members the rank in the job of each rank */
    public RankTable(int[] members) {
        first = members[0];
        size = members.length;
        if (followEachOther(members)) {
            slots = null;
            shift = 0;
            return;
        }
        int count = Math.max(LEAST_SLOTS, 2 * Integer.highestOneBit(2 * size - 1));
        slots = new int[2 * count];
        shift = Integer.numberOfLeadingZeros(count) + 1;
        Arrays.fill(slots, NO_RANK);
        for (int rank = 0; rank < size; rank++) {
            int slot = slot(members[rank]);
            while (slots[slot] != NO_RANK) {
                slot = next(slot);
            }
            slots[slot] = members[rank];
            slots[slot + 1] = rank;
        }
    }

    private static boolean followEachOther(int[] members) {
        for (int rank = 1; rank < members.length; rank++) {
            if (members[rank] != members[0] + rank) {
                return false;
            }
        }
        return true;
    }

    /** The rank here of a rank in the job, or {@link #NO_RANK}. */
    public int of(int member) {
        if (slots != null) {
            return find(member);
        }
        int rank = member - first;
        return rank >= 0 && rank < size ? rank : NO_RANK;
    }

    private int find(int member) {
        int slot = slot(member);
        while (slots[slot] != member) {
            if (slots[slot] == NO_RANK) {
                return NO_RANK;
            }
            slot = next(slot);
        }
        return slots[slot + 1];
    }

    private int slot(int member) {
        return 2 * (member * SPREAD >>> shift);
    }

    private int next(int slot) {
        return slot + 2 & slots.length - 1;
    }
}
