package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertStatus;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/** Several threads of a rank at once, on platform threads and on virtual threads (MPI_THREAD_MULTIPLE). */
public final class ThreadChecks {
    private static final int[] LENGTHS = {0, 1, 40, 41, 1000, 16_385, 65_537, 200_000};

    /** Runs the tasks at the same time, and throws the exception of the first task that fails. */
    private static void together(ExecutorService threads, List<Callable<Void>> tasks) throws Exception {
        try (threads) {
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
        }
    }

    private static List<Callable<Void>> tasks(int number, IntConsumer task) {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            int each = i;
            tasks.add(() -> {
                task.accept(each);
                return null;
            });
        }
        return tasks;
    }

    /** Thread t of every rank exchanges messages with thread t of all ranks, including its own rank. The tag is t. */
    private static void talkWithAll(int thread, int rounds) {
        Random random = new Random(thread);
        byte[] received = new byte[200_000];
        for (int round = 0; round < rounds; round++) {
            int length = LENGTHS[random.nextInt(LENGTHS.length)];
            Request[] sends = new Request[SIZE];
            for (int dest = 0; dest < SIZE; dest++) {
                sends[dest] = COMM.Isend(Pattern.of(RANK * 100 + round, length), 0, length, MPI.BYTE, dest, thread);
            }
            for (int source = 0; source < SIZE; source++) {
                assertStatus(source, thread, length,
                    COMM.Recv(received, 0, received.length, MPI.BYTE, source, thread));
                Pattern.assertIs(source * 100 + round, received, 0, length);
            }
            Request.Waitall(sends);
        }
    }

    @Check
    public void platformThreadsOfAllRanksTalk() throws Exception {
        together(Executors.newFixedThreadPool(8), tasks(8, thread -> talkWithAll(thread, 40)));
    }

    @Check
    public void virtualThreadsOfAllRanksTalk() throws Exception {
        together(Executors.newVirtualThreadPerTaskExecutor(), tasks(30, thread -> talkWithAll(thread, 10)));
    }

    /**
     * Many more threads wait in the library than there are carriers. Each waits for a thread that has not started yet.
     */
    @Check
    public void manyVirtualThreadsBlockWithoutHoldingUpOthers() throws Exception {
        int threads = 200;
        together(Executors.newVirtualThreadPerTaskExecutor(), tasks(threads, thread -> {
            int[] value = new int[1];
            if (thread == threads - 1) {
                COMM.Send(new int[] {thread}, 0, 1, MPI.INT, NEXT, thread);
            }
            COMM.Recv(value, 0, 1, MPI.INT, PREVIOUS, thread);
            assertEquals(thread, value[0]);
            if (thread > 0) {
                COMM.Send(new int[] {thread - 1}, 0, 1, MPI.INT, NEXT, thread - 1);
            }
        }));
    }

    @Check
    public void threadBlockedInReceiveDoesNotHoldUpAnother() throws Exception {
        for (boolean virtual : new boolean[] {false, true}) {
            ExecutorService threads = virtual ? Executors.newVirtualThreadPerTaskExecutor()
                : Executors.newFixedThreadPool(2);
            together(threads, List.of(
                () -> {
                    COMM.Recv(new byte[1], 0, 1, MPI.BYTE, PREVIOUS, 1);
                    return null;
                },
                () -> {
                    for (int i = 0; i < 200; i++) {
                        COMM.Sendrecv(new byte[1], 0, 1, MPI.BYTE, NEXT, 2, new byte[1], 0, 1, MPI.BYTE, PREVIOUS, 2);
                    }
                    COMM.Send(new byte[1], 0, 1, MPI.BYTE, NEXT, 1);
                    return null;
                }));
        }
    }

    /**
     * This thread copies for a long time, and takes the engine's lock again at once. The other thread must still get
     * the lock in between.
     */
    @Check
    public void threadThatSendsLongMessagesDoesNotKeepAnotherOut() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        together(Executors.newFixedThreadPool(2), List.of(
            () -> {
                byte[] message = Pattern.of(RANK, 1_000_000);
                byte[] received = new byte[message.length];
                while (!over.get()) {
                    Request receive = COMM.Irecv(received, 0, received.length, MPI.BYTE, RANK, 1);
                    COMM.Send(message, 0, message.length, MPI.BYTE, RANK, 1);
                    receive.Wait();
                    Pattern.assertIs(RANK, received, 0, received.length);
                }
                return null;
            },
            () -> {
                try {
                    for (int i = 0; i < 1000; i++) {
                        byte[] received = new byte[1];
                        Request send = COMM.Isend(new byte[] {(byte) i}, 0, 1, MPI.BYTE, RANK, 2);
                        assertStatus(RANK, 2, 1, COMM.Probe(RANK, 2));
                        COMM.Recv(received, 0, 1, MPI.BYTE, RANK, 2);
                        send.Wait();
                        assertEquals((byte) i, received[0]);
                    }
                } finally {
                    over.set(true);
                }
                return null;
            }));
    }

    @Check
    public void threadBlockedInProbeHearsOfTheMessage() throws Exception {
        together(Executors.newFixedThreadPool(2), List.of(
            () -> {
                assertStatus(PREVIOUS, 1, 3, COMM.Probe(MPI.ANY_SOURCE, 1));
                COMM.Recv(new byte[3], 0, 3, MPI.BYTE, PREVIOUS, 1);
                return null;
            },
            () -> {
                for (int i = 0; i < 100; i++) {
                    COMM.Sendrecv(new byte[1], 0, 1, MPI.BYTE, NEXT, 2, new byte[1], 0, 1, MPI.BYTE, PREVIOUS, 2);
                }
                COMM.Send(new byte[3], 0, 3, MPI.BYTE, NEXT, 1);
                return null;
            }));
    }

    /** Exactly one thread receives each message. */
    @Check
    public void threadsShareOneStreamOfMessages() throws Exception {
        int threads = 4;
        int perThread = 300;
        AtomicIntegerArray seen = new AtomicIntegerArray(SIZE * threads * perThread);
        List<Callable<Void>> tasks = tasks(threads, thread -> {
            for (int i = 0; i < perThread; i++) {
                int number = (RANK * threads + thread) * perThread + i;
                COMM.Send(new int[] {number}, 0, 1, MPI.INT, NEXT, 3);
            }
        });
        tasks.addAll(tasks(threads, thread -> {
            int[] value = new int[1];
            for (int i = 0; i < perThread; i++) {
                Status status = COMM.Recv(value, 0, 1, MPI.INT, MPI.ANY_SOURCE, 3);
                assertEquals(PREVIOUS, status.source);
                seen.incrementAndGet(value[0]);
            }
        }));
        together(Executors.newFixedThreadPool(2 * threads), tasks);
        for (int number = 0; number < seen.length(); number++) {
            boolean mine = number / (threads * perThread) == PREVIOUS;
            assertEquals(mine ? 1 : 0, seen.get(number), "how often message " + number + " was received");
        }
    }

    @Check
    public void oneThreadWaitsForWhatAnotherStarted() throws Exception {
        int requests = 50;
        int size = 100_000;
        byte[][] buffers = new byte[requests][size];
        Request[] receives = new Request[requests];
        Request[] sends = new Request[requests];
        for (int i = 0; i < requests; i++) {
            receives[i] = COMM.Irecv(buffers[i], 0, size, MPI.BYTE, PREVIOUS, i);
            sends[i] = COMM.Isend(Pattern.of(i, size), 0, size, MPI.BYTE, NEXT, i);
        }
        together(Executors.newFixedThreadPool(4), List.of(
            () -> {
                for (int i = 0; i < requests; i += 2) {
                    receives[i].Wait();
                }
                return null;
            },
            () -> {
                for (int i = 1; i < requests; i += 2) {
                    while (receives[i].Test() == null) {
                        Thread.onSpinWait();
                    }
                }
                return null;
            },
            () -> {
                Request.Waitall(sends);
                return null;
            }));
        for (int i = 0; i < requests; i++) {
            Pattern.assertIs(i, buffers[i], 0, size);
        }
    }

    /**
     * Each thread has a communicator of its own. From it, the thread makes others and frees them: parts by color, with
     * ranks that are in none, copies of these parts, and communicators between two parts. The threads must not make
     * each other lose contexts or wake-ups.
     */
    @Check
    public void threadsMakeAndFreeCommunicatorsOfTheirOwn() throws Exception {
        Intracomm[] own = new Intracomm[4];
        Arrays.setAll(own, _ -> (Intracomm) COMM.clone());
        together(Executors.newFixedThreadPool(own.length), tasks(own.length, thread -> {
            for (int round = 0; round < 30; round++) {
                makeAndFree(own[thread], new Random(31L * thread + round));
            }
        }));
        for (Intracomm each : own) {
            each.Free();
        }
    }

    private static void makeAndFree(Intracomm own, Random sameOnAllRanks) {
        int colors = 1 + sameOnAllRanks.nextInt(3);
        int[] colorOf = IntStream.range(0, SIZE).map(_ -> sameOnAllRanks.nextInt(colors + 1) - 1).toArray();
        int[] sum = new int[1];
        own.Allreduce(new int[] {RANK}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        assertEquals(SIZE * (SIZE - 1) / 2, sum[0]);
        int color = colorOf[RANK];
        Intracomm part = own.Split(color < 0 ? MPI.UNDEFINED : color, RANK);
        if (part == null) {
            return;
        }
        Intracomm copy = (Intracomm) part.clone();
        int[] members = IntStream.range(0, SIZE).filter(rank -> colorOf[rank] == color).toArray();
        int previous = (copy.Rank() + members.length - 1) % members.length;
        copy.Sendrecv(new int[] {RANK}, 0, 1, MPI.INT, (copy.Rank() + 1) % members.length, 1,
            sum, 0, 1, MPI.INT, previous, 1);
        assertEquals(members[previous], sum[0]);
        int other = color == 0 ? 1 : 0;
        int leader = IntStream.range(0, SIZE).filter(rank -> colorOf[rank] == other).findFirst().orElse(-1);
        if (color < 2 && leader >= 0) {
            Intercomm between = own.Create_intercomm(copy, 0, leader, 1);
            between.Free();
        }
        copy.Free();
        part.Free();
    }
}
