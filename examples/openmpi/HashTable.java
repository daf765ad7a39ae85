import java.nio.LongBuffer;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * All ranks count numbers in one table, which is spread over the ranks. A slot has a number and its count. A rank takes
 * slots in the memory of other ranks, and counts there, by itself: the other ranks make no call for it.
 */
public class HashTable {
    static final int SLOTS = 512;
    static final int NUMBERS = 400;
    static final int DIFFERENT = 300;
    static final long FREE = 0;

    final Win win;
    final int size;
    // MPI uses these buffers after the calls return. So they are outside the heap, where no collector moves them.
    final LongBuffer free = MPI.newLongBuffer(1).put(0, FREE);
    final LongBuffer one = MPI.newLongBuffer(1).put(0, 1);
    final LongBuffer number = MPI.newLongBuffer(1);
    final LongBuffer found = MPI.newLongBuffer(1);

    HashTable(Win win, int size) {
        this.win = win;
        this.size = size;
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        LongBuffer part = MPI.newLongBuffer(2 * SLOTS);
        Win win = new Win(part, 2 * SLOTS, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        HashTable table = new HashTable(win, size);

        win.lockAll(0);
        for (int i = 0; i < NUMBERS; i++) {
            table.count(number(rank, i));
        }
        win.unlockAll();
        // After this barrier every rank has counted all of its numbers.
        MPI.COMM_WORLD.barrier();

        long[] expected = new long[DIFFERENT + 1];
        for (int i = 0; i < size * NUMBERS; i++) {
            expected[(int) number(i / NUMBERS, i % NUMBERS)]++;
        }
        int[] wrong = new int[1];
        win.lockAll(0);
        for (int n = 1 + rank; n <= DIFFERENT; n += size) {
            if (table.countOf(n) != expected[n]) {
                wrong[0]++;
            }
        }
        win.unlockAll();
        MPI.COMM_WORLD.allReduce(wrong, 1, MPI.INT, MPI.SUM);
        if (rank == 0) {
            System.out.println(wrong[0] == 0 ? "verified HashTable" : "FAILED HashTable: " + wrong[0]);
        }
        win.free();
        MPI.Finalize();
    }

    /** A number of a rank. Some numbers come often, and all ranks have nearly the same numbers. */
    static long number(int rank, int i) {
        return (rank + (long) i * i) % DIFFERENT + 1;
    }

    /** Counts a number in the slot that has it, or else in the first free slot from the number's own slot on. */
    void count(long n) throws MPIException {
        number.put(0, n);
        int slot = slot(n);
        do {
            // A free slot gets the number. If two ranks try at the same time, one of them succeeds.
            win.compareAndSwap(number, free, found, MPI.LONG, owner(n), 2 * slot);
            win.flush(owner(n));
            if (found.get(0) == FREE || found.get(0) == n) {
                win.accumulate(one, 1, MPI.LONG, owner(n), 2 * slot + 1, 1, MPI.LONG, MPI.SUM);
                return;
            }
            slot = (slot + 1) % SLOTS;
        } while (slot != slot(n));
        throw new IllegalStateException("rank " + owner(n) + " has no free slot");
    }

    /** How often a number was counted. */
    long countOf(long n) throws MPIException {
        int slot = slot(n);
        do {
            win.get(found, 1, MPI.LONG, owner(n), 2 * slot, 1, MPI.LONG);
            win.flush(owner(n));
            if (found.get(0) == n) {
                win.get(found, 1, MPI.LONG, owner(n), 2 * slot + 1, 1, MPI.LONG);
                win.flush(owner(n));
                return found.get(0);
            }
            slot = (slot + 1) % SLOTS;
        } while (found.get(0) != FREE && slot != slot(n));
        return 0;
    }

    int owner(long n) {
        return (int) (n % size);
    }

    /** The slot where the search for a number begins. */
    static int slot(long n) {
        return (int) (n * 7 % SLOTS / 4);
    }
}
