package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.Intracomm;
import mpi.MPI;
import mpj.tests.Check;

/**
 * Series of collectives, on several communicators, by several threads, and with ranks that arrive late. These checks
 * find errors of ranks that share memory without messages to keep them in step. Each collective has its own data, so
 * that confused data is noticed.
 */
public final class SharedMemoryChecks {
    private static final int CALLS = 300;
    private static final int THREADS = 3;
    private static final int[] COUNTS = {0, 1, 5, 6, 40, 1000, 4096, 30_000};
    /**
     * The number of longs in a block of more than a megabyte. Two thirds of the block are also more than 2^20 bytes,
     * and one third is less.
     */
    private static final int LONG = 200_000;
    private static final int FREED = 200;
    /** How often a late rank checks the state of the others, which sleep for longer and longer. */
    private static final int LOOKS = 50;
    private static final long LIMIT_NANOS = 60_000_000_000L;
    /** The state as it follows the name in /proc/PID/task/TID/stat. */
    private static final String ASLEEP = " S";
    /**
     * The most memory that the ranks of a few communicators share. {@code FREED} communicators share more than a
     * hundred megabytes.
     */
    private static final long FEW_COMMUNICATORS = 40 << 20;

    private static Intracomm[] communicators() {
        return Stream.generate(() -> (Intracomm) COMM.clone()).limit(THREADS).toArray(Intracomm[]::new);
    }

    /**
     * Any collective that goes through shared memory. For the same state of {@code random}, all ranks call the same
     * one.
     */
    private static void any(Intracomm comm, Random random) {
        int count = COUNTS[random.nextInt(COUNTS.length)];
        int root = random.nextInt(SIZE);
        long seed = random.nextLong();
        switch (random.nextInt(7)) {
            case 0 -> comm.Barrier();
            case 1 -> bcast(comm, count, root, seed);
            case 2 -> reduce(comm, count, root, seed);
            case 3 -> allreduce(comm, count, seed);
            case 4 -> alltoallv(comm, count, seed);
            case 5 -> gathervAndScatterv(comm, count, root, seed);
            default -> comm.Scan(new int[count], 0, new int[count], 0, count, MPI.INT, MPI.SUM); // goes by messages
        }
    }

    /** How many elements rank {@code from} sends to rank {@code to}. Their seed is the sum of the two ranks. */
    private static int between(int count, int from, int to) {
        return count * (1 + (from + 2 * to) % 3) / 3;
    }

    private static void alltoallv(Intracomm comm, int count, long seed) {
        int[] sendcounts = IntStream.range(0, SIZE).map(to -> between(count, RANK, to)).toArray();
        int[] recvcounts = IntStream.range(0, SIZE).map(from -> between(count, from, RANK)).toArray();
        int[] displs = IntStream.range(0, SIZE).map(i -> i * count).toArray();
        long[] sent = new long[SIZE * count];
        long[] expected = new long[SIZE * count];
        for (int i = 0; i < SIZE; i++) {
            System.arraycopy(elements(sendcounts[i], seed + RANK + i), 0, sent, displs[i], sendcounts[i]);
            System.arraycopy(elements(recvcounts[i], seed + RANK + i), 0, expected, displs[i], recvcounts[i]);
        }
        long[] received = new long[SIZE * count];
        comm.Alltoallv(sent, 0, sendcounts, displs, MPI.LONG, received, 0, recvcounts, displs, MPI.LONG);
        assertArrayEquals(expected, received, "Alltoallv of " + count);
    }

    private static void gathervAndScatterv(Intracomm comm, int count, int root, long seed) {
        int[] counts = IntStream.range(0, SIZE).map(rank -> between(count, rank, root)).toArray();
        int[] displs = IntStream.range(0, SIZE).map(i -> i * count).toArray();
        long[] gathered = new long[SIZE * count];
        comm.Gatherv(elements(counts[RANK], seed + RANK), 0, counts[RANK], MPI.LONG, gathered, 0, counts, displs,
            MPI.LONG, root);
        long[] scattered = new long[counts[RANK]];
        comm.Scatterv(gathered, 0, counts, displs, MPI.LONG, scattered, 0, counts[RANK], MPI.LONG, root);
        assertArrayEquals(elements(counts[RANK], seed + RANK), scattered, "Gatherv and Scatterv of " + count);
    }

    private static long[] elements(int count, long seed) {
        return new Random(seed).longs(count).toArray();
    }

    private static long[] sum(int count, long seed) {
        long[] sum = new long[count];
        for (int rank = 0; rank < SIZE; rank++) {
            long[] each = elements(count, seed + rank);
            Arrays.setAll(sum, i -> sum[i] + each[i]);
        }
        return sum;
    }

    private static void bcast(Intracomm comm, int count, int root, long seed) {
        long[] buffer = RANK == root ? elements(count, seed) : new long[count];
        comm.Bcast(buffer, 0, count, MPI.LONG, root);
        assertArrayEquals(elements(count, seed), buffer, "Bcast of " + count + " from " + root);
    }

    private static void reduce(Intracomm comm, int count, int root, long seed) {
        long[] received = new long[count];
        comm.Reduce(elements(count, seed + RANK), 0, received, 0, count, MPI.LONG, MPI.SUM, root);
        assertArrayEquals(RANK == root ? sum(count, seed) : new long[count], received, "Reduce of " + count);
    }

    private static void allreduce(Intracomm comm, int count, long seed) {
        long[] received = new long[count + 1];
        comm.Allreduce(elements(count, seed + RANK), 0, received, 1, count, MPI.LONG, MPI.SUM);
        assertArrayEquals(sum(count, seed), Arrays.copyOfRange(received, 1, count + 1), "Allreduce of " + count);
    }

    /**
     * Segments of a long block are longer than those of a short block, and lie beside them. This does not hold for the
     * rooms of the last communicator, which are small because there are other communicators already.
     */
    @Check
    public void longBlocksGoBesideShortOnes() {
        Random random = new Random(3);
        Intracomm[] others = communicators();
        for (Intracomm comm : Stream.concat(Stream.of(COMM), Stream.of(others)).toList()) {
            alltoallv(comm, LONG, random.nextLong());
            any(comm, random);
            long[] all = new long[SIZE * LONG];
            comm.Alltoall(elements(SIZE * LONG, RANK), 0, LONG, MPI.LONG, all, 0, LONG, MPI.LONG);
            for (int from = 0; from < SIZE; from++) {
                long[] theirs = Arrays.copyOfRange(elements(SIZE * LONG, from), RANK * LONG, (RANK + 1) * LONG);
                assertArrayEquals(theirs, Arrays.copyOfRange(all, from * LONG, (from + 1) * LONG), "from " + from);
            }
        }
        Stream.of(others).forEach(Intracomm::Free);
    }

    @Check
    public void collectivesFollowOneAnother() {
        Random random = new Random(1);
        for (int i = 0; i < CALLS; i++) {
            any(COMM, random);
        }
    }

    @Check
    public void communicatorsKeepApart() {
        Intracomm[] comms = communicators();
        Random random = new Random(2);
        for (int i = 0; i < CALLS; i++) {
            any(comms[random.nextInt(comms.length)], random);
        }
        Stream.of(comms).forEach(Intracomm::Free);
    }

    @Check
    public void threadsWithACommunicatorEachDoNotDisturbEachOther() throws InterruptedException {
        Intracomm[] comms = communicators();
        Throwable[] failures = new Throwable[THREADS];
        Thread[] threads = IntStream.range(0, THREADS).mapToObj(i -> Thread.ofPlatform()
            .uncaughtExceptionHandler((_, e) -> failures[i] = e).start(() -> {
                Random random = new Random(i);
                for (int call = 0; call < CALLS / THREADS; call++) {
                    any(comms[i], random);
                }
            })).toArray(Thread[]::new);
        for (Thread thread : threads) {
            thread.join();
        }
        for (Throwable failure : failures) {
            assertEquals(null, failure);
        }
    }

    /** One rank arrives when all others sleep. At first they sleep briefly, and later until they are woken. */
    @Check
    public void ranksThatComeLateAreWaitedFor() throws IOException {
        String[] threads = new String[SIZE];
        COMM.Allgather(new String[] {Files.readSymbolicLink(Path.of("/proc/thread-self")).toString()}, 0, 1,
            MPI.OBJECT, threads, 0, 1, MPI.OBJECT);
        Random random = new Random(3);
        for (int i = 0; i < 12; i++) {
            COMM.Barrier(); // one late rank at a time
            if (i % SIZE == RANK) {
                awaitSleepOfOthers(threads, i * LOOKS);
            }
            any(COMM, random);
        }
    }

    /**
     * Returns when all other ranks are asleep, and so many looks have found them asleep. The looks need not follow one
     * another: a provider that can wake nobody, as libfabric's shm, naps for less time than the looks take.
     */
    private static void awaitSleepOfOthers(String[] threads, int looks) throws IOException {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        for (int asleep = 0; asleep < looks;) {
            String awake = null;
            for (int rank = 0; rank < SIZE && awake == null; rank++) {
                String stat = rank == RANK ? ASLEEP : Files.readString(Path.of("/proc", threads[rank], "stat"));
                awake = stat.startsWith(ASLEEP, stat.lastIndexOf(')') + 1) ? null : "rank " + rank + ": " + stat;
            }
            if (awake == null) {
                asleep++;
            } else {
                assertTrue(System.nanoTime() < deadline, "the others do not fall asleep, " + asleep + " of " + looks
                    + " looks have found them asleep, " + awake);
                Thread.yield();
            }
        }
    }

    @Check
    public void buffersMayLieOffHeap() {
        int count = COUNTS[COUNTS.length - 1];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment sent = arena.allocateFrom(ValueLayout.JAVA_LONG, elements(count, RANK));
            MemorySegment received = arena.allocate(ValueLayout.JAVA_LONG, count);
            COMM.Allreduce(sent, 0, received, 0, count, MPI.LONG, MPI.SUM);
            assertArrayEquals(sum(count, 0), received.toArray(ValueLayout.JAVA_LONG));
            COMM.Bcast(received, 0, 1, MPI.LONG, 0);
            COMM.Reduce(sent, 0, received, 0, count, MPI.LONG, MPI.MAX, 0);
        }
    }

    /** This must hold whether or not there is a garbage collection. */
    @Check
    public void freedCommunicatorsGiveTheirMemoryBack() throws IOException {
        COMM.Barrier();
        long before = memoryOutsideTheHeap();
        for (int i = 0; i < FREED; i++) {
            Intracomm comm = (Intracomm) COMM.clone();
            allreduce(comm, 5, i);
            comm.Free();
        }
        COMM.Barrier();
        long more = memoryOutsideTheHeap() - before;
        COMM.Barrier();
        assertTrue(more < FEW_COMMUNICATORS, "after Free this process still has " + more + " bytes");
    }

    /**
     * The first communicators have all the memory that they may use. One of the others gets it as well once it is used
     * much.
     */
    @Check
    public void oneOfManyCommunicatorsTakesLittleMemoryUntilItIsUsedMuch() throws IOException {
        Intracomm[] comms = new Intracomm[FREED];
        long before = 0;
        for (int i = 0; i < FREED; i++) {
            if (i == FREED / 2) {
                COMM.Barrier();
                before = memoryOutsideTheHeap();
                COMM.Barrier();
            }
            comms[i] = (Intracomm) COMM.clone();
            allreduce(comms[i], 5, i);
        }
        COMM.Barrier();
        long more = memoryOutsideTheHeap() - before;
        COMM.Barrier();
        assertTrue(more < FREED / 2 * (64 << 10), "that many more communicators took " + more + " bytes");
        // If ranks are threads, this measurement does not include the memory.
        Random random = new Random(4);
        for (int i = 0; i < CALLS / 4; i++) {
            any(comms[FREED - 1], random);
        }
        COMM.Barrier();
        long grown = memoryOutsideTheHeap() - before;
        COMM.Barrier();
        assertTrue(more == 0 || grown > more, "a communicator that is used much still has " + more + " bytes");
        for (Intracomm comm : comms) {
            comm.Free();
        }
    }

    /** The memory of this process that is mapped from /dev/shm or allocated outside the heap. */
    private static long memoryOutsideTheHeap() throws IOException {
        long mapped;
        try (Stream<String> mappings = Files.lines(Path.of("/proc/self/maps"))) {
            mapped = mappings.filter(line -> line.contains("/dev/shm/mpj-")).mapToLong(line -> {
                String[] range = line.substring(0, line.indexOf(' ')).split("-");
                return Long.parseUnsignedLong(range[1], 16) - Long.parseUnsignedLong(range[0], 16);
            }).sum();
        }
        return mapped + ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct")).mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
    }
}
