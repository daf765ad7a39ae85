package mpj.bench.first;

import java.util.Locale;
import mpi.Comm;
import mpi.MPI;

/**
 * Runs steps of one round trip of 8 bytes and some computation, timed from the end of Init on. {@code bin/bench compare
 * first} runs this program beside bench/native/first_messages.c, which does the same.
 */
public final class FirstMessages {
    /** The time is taken after this many steps, after ten times as many, and so on. */
    private static final int FIRST_MARK = 1000;
    private static final int MARKS = 3;

    private final Comm world = MPI.COMM_WORLD;
    private final int rank = world.Rank();
    private final long[] message = new long[1];
    private final int work;
    private long random = 1;

    private FirstMessages(int work) {
        this.work = work;
    }

    /** Runs as a rank. {@code arguments} are the number of steps, and how many random numbers each step draws. */
    public static void main(String[] arguments) {
        MPI.Init(arguments);
        long start = System.nanoTime();
        new FirstMessages(Integer.parseInt(arguments[1])).run(Long.parseLong(arguments[0]), start);
        MPI.Finalize();
    }

    private void run(long steps, long start) {
        double[] marks = new double[MARKS];
        long last = Math.max(1, steps / 10);
        long done = 0;
        long next = FIRST_MARK;
        for (int mark = 0; mark < MARKS && next <= steps - last; mark++, next *= 10) {
            steps(next - done);
            done = next;
            marks[mark] = (System.nanoTime() - start) / 1e9;
        }
        steps(steps - done - last);
        long beforeLast = System.nanoTime();
        steps(last);
        long end = System.nanoTime();
        if (rank == 0) {
            report(steps, marks, (end - beforeLast) / 1e3 / last, (end - start) / 1e9);
        }
    }

    private void steps(long count) {
        for (long step = 0; step < count; step++) {
            roundTrip();
            random = drawn(random, work);
        }
    }

    private void roundTrip() {
        if (rank == 0) {
            world.Send(message, 0, 1, MPI.LONG, 1, 0);
            world.Recv(message, 0, 1, MPI.LONG, 1, 0);
        } else {
            world.Recv(message, 0, 1, MPI.LONG, 0, 0);
            world.Send(message, 0, 1, MPI.LONG, 0, 0);
        }
    }

    /** Marsaglia's xorshift. Each number depends on the one before, so that no compiler can compute several at once. */
    private static long drawn(long random, int count) {
        long next = random;
        for (int i = 0; i < count; i++) {
            next ^= next << 13;
            next ^= next >>> 7;
            next ^= next << 17;
        }
        return next;
    }

    private void report(long steps, double[] marks, double lastMicroseconds, double seconds) {
        long mark = FIRST_MARK;
        for (double time : marks) {
            if (time > 0) {
                System.out.printf(Locale.ROOT, "after %d steps %.6f s%n", mark, time);
            }
            mark *= 10;
        }
        // The last number is printed, so that no compiler can leave out the others.
        System.out.printf(Locale.ROOT, "at the end %.4f us a step%ntime %.6f s, %d steps, last number %x%n",
            lastMicroseconds, seconds, steps, random);
    }
}
