package mpj.tests.openmpi.programs;

import mpi.Group;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** The last rank ends silently while the others need it for a window. Then the first two send each other a message. */
public final class LostTarget {
    private static final int EXIT_CODE = 9;

    private LostTarget() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int rank = MPI.COMM_WORLD.getRank();
        int victim = MPI.COMM_WORLD.getSize() - 1;
        Win created = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        Win fenced = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        Win posted = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        Win allocated = Win.allocate(Integer.BYTES, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        Win flushed = Win.allocate(Integer.BYTES, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        Win unlocked = Win.allocate(Integer.BYTES, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        Win allFlushed = Win.allocate(Integer.BYTES, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        Win allLocked = Win.allocate(Integer.BYTES, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        Win givenBack = Win.allocate(Integer.BYTES, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        if (rank == victim) {
            allocated.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            allocated.put(new int[] {1}, 1, MPI.INT, 0, 0, 1, MPI.INT);
            allocated.flush(0);
            givenBack.lock(MPI.LOCK_EXCLUSIVE, victim, 0);
        }
        FirstBarrier.await(MPI.COMM_WORLD);
        if (rank == victim) {
            Runtime.getRuntime().halt(EXIT_CODE);
        }
        // In a barrier by messages, not every rank waits for the lost one.
        expectError(rank, "fence", () -> {
            while (true) {
                fenced.fence(0);
            }
        });
        expectError(rank, "post", () -> {
            Group others = posted.getGroup().excl(new int[] {rank});
            while (true) {
                posted.post(others, 0);
                posted.start(others, 0);
                posted.complete();
                posted.waitFor();
            }
        });
        expectError(rank, "put", () -> {
            created.lock(MPI.LOCK_SHARED, victim, 0);
            while (true) {
                created.put(new int[] {rank}, 1, MPI.INT, victim, 0, 1, MPI.INT);
                created.flush(victim);
            }
        });
        expectError(rank, "lock", () -> {
            allocated.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            allocated.flush(0);
        });
        int[] there = new int[1];
        int[] other = new int[1];
        expectError(rank, "flush", () -> {
            flushed.lockAll(0);
            do {
                flushed.get(there, 1, MPI.INT, victim, 0, 1, MPI.INT);
                flushed.flush(victim);
            } while (there[0] == 0);
        });
        expectError(rank, "unlock", () -> {
            do {
                unlocked.lock(MPI.LOCK_SHARED, victim, 0);
                unlocked.get(there, 1, MPI.INT, victim, 0, 1, MPI.INT);
                unlocked.unlock(victim);
            } while (there[0] == 0);
        });
        expectError(rank, "flush of all", () -> {
            allFlushed.lockAll(0);
            do {
                allFlushed.flushAll();
            } while (there[0] == 0);
        });
        expectError(rank, "lock of all", () -> {
            do {
                allLocked.lockAll(0);
                allLocked.unlockAll();
            } while (there[0] == 0);
        });
        expectError(rank, "lockAll", () -> {
            givenBack.lockAll(0);
            givenBack.unlockAll();
        });
        for (int each = 0; each < victim; each++) {
            MPI.COMM_WORLD.sendRecv(new int[1], 1, MPI.INT, each, 0, other, 1, MPI.INT, each, 0);
        }
        int next = (rank + 1) % victim;
        expectError(rank, "lock of another", () -> {
            givenBack.lock(MPI.LOCK_EXCLUSIVE, next, 0); // every rank has given back the locks that it got
            givenBack.unlock(next);
            System.out.println("rank " + rank + " locked rank " + next);
        });
        expectError(rank, "free", fenced::free);
        expectError(rank, "freed", fenced::free);
        expectError(rank, "free posted", posted::free); // its epochs are still open
        expectError(rank, "free locked", created::free);
        Win.allocate(0, 1, MPI.INFO_NULL, MPI.COMM_SELF).free();
        int partner = rank < 2 ? 1 - rank : MPI.PROC_NULL;
        MPI.COMM_WORLD.sendRecv(new int[] {rank}, 1, MPI.INT, partner, 0, other, 1, MPI.INT, partner, 0);
        if (rank < 2) {
            System.out.println("rank " + rank + " heard from " + other[0]);
        }
        MPI.Finalize();
    }

    private static void expectError(int rank, String call, Runnable calls) {
        try {
            calls.run();
        } catch (MPIException e) {
            System.out.println("rank " + rank + ": " + call + ": " + e.getMessage());
        }
    }
}
