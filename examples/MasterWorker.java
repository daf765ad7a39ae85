import mpi.*;

/**
 * Counts primes. The master hands out ranges of numbers. It receives from ANY_SOURCE, reads from the status which
 * worker has answered, and gives that worker the next range. A message with a separate tag ends the work.
 */
public class MasterWorker {
    static final int WORK = 1;
    static final int STOP = 2;
    static final int RANGE = 1000;
    static final int RANGES = 100;
    /** The number of primes below 100,000. */
    static final int EXPECTED = 9592;

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        if (MPI.COMM_WORLD.Rank() > 0) {
            work();
        } else {
            int primes = MPI.COMM_WORLD.Size() > 1 ? handOut() : count(0, RANGES * RANGE);
            System.out.println(primes + " primes");
            System.out.println(primes == EXPECTED ? "verified MasterWorker" : "FAILED MasterWorker");
        }
        MPI.Finalize();
    }

    static int handOut() throws MPIException {
        int workers = MPI.COMM_WORLD.Size() - 1;
        int next = 0;
        int busy = 0;
        int primes = 0;
        for (int worker = 1; worker <= workers; worker++) {
            MPI.COMM_WORLD.Send(new int[] {next++}, 0, 1, MPI.INT, worker, WORK);
            busy++;
        }
        int[] answer = new int[1];
        while (busy > 0) {
            Status status = MPI.COMM_WORLD.Recv(answer, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            primes += answer[0];
            if (next < RANGES) {
                MPI.COMM_WORLD.Send(new int[] {next++}, 0, 1, MPI.INT, status.source, WORK);
            } else {
                MPI.COMM_WORLD.Send(new int[0], 0, 0, MPI.INT, status.source, STOP);
                busy--;
            }
        }
        return primes;
    }

    static void work() throws MPIException {
        int[] task = new int[1];
        while (MPI.COMM_WORLD.Recv(task, 0, 1, MPI.INT, 0, MPI.ANY_TAG).tag == WORK) {
            int primes = count(task[0] * RANGE, (task[0] + 1) * RANGE);
            MPI.COMM_WORLD.Send(new int[] {primes}, 0, 1, MPI.INT, 0, WORK);
        }
    }

    static int count(int from, int to) {
        int primes = 0;
        for (int n = Math.max(from, 2); n < to; n++) {
            boolean prime = true;
            for (int d = 2; prime && d * d <= n; d++) {
                prime = n % d != 0;
            }
            if (prime) {
                primes++;
            }
        }
        return primes;
    }
}
