package mpj.transport.threads;

import java.lang.foreign.MemorySegment;

/**
 * The memory of a rank that its peers may read, by number. The rank's threads change the table, one at a time. A peer
 * gets a number from a packet, and it sees everything that was written before that packet was committed. So the table
 * needs no lock.
 */
final class ExposedMemory {
    private static final int INITIAL_PLACES = 16;

    private record Entry(long number, MemorySegment memory) {
    }

    /**
     * An entry lies at its number modulo the table's length, which is a power of two. At most half of the entries are
     * used.
     */
    private volatile Entry[] entries = new Entry[INITIAL_PLACES];
    private int count;
    private long lastNumber;

    /** Lets peers read memory. Returns a number that was not used before. */
    long add(MemorySegment memory) {
        if (2 * count >= entries.length) {
            grow();
        }
        Entry[] table = entries;
        do {
            lastNumber++;
        } while (table[place(lastNumber, table)] != null);
        table[place(lastNumber, table)] = new Entry(lastNumber, memory);
        count++;
        return lastNumber;
    }

    /** Two numbers that do not collide in this table do not collide in one that is twice as long. */
    private void grow() {
        Entry[] larger = new Entry[2 * entries.length];
        for (Entry each : entries) {
            if (each != null) {
                larger[place(each.number, larger)] = each;
            }
        }
        entries = larger;
    }

    /** Stops peers from reading memory that was added. */
    void remove(long number) {
        Entry[] table = entries;
        table[place(number, table)] = null;
        count--;
    }

    /** The memory with a number, or null if there is none. */
    MemorySegment find(long number) {
        Entry[] table = entries;
        Entry entry = table[place(number, table)];
        return entry != null && entry.number == number ? entry.memory : null;
    }

    private static int place(long number, Entry[] table) {
        return (int) number & table.length - 1;
    }
}
