import java.io.Serializable;
import mpi.MPI;

/**
 * Half the round trip of an array of small objects between two ranks. The program of bench/mpj-express/compare: it is
 * compiled once, against MPJ Express's jar, and prints the best of some blocks, in microseconds.
 */
public final class ObjectPingPong {
    private static final int OBJECTS = 1000;
    private static final int TAG = 1;
    private static final int WARM_UP = 3000;
    private static final int BLOCKS = 10;
    private static final int ROUND_TRIPS = 200;

    private record Particle(int number, double mass, double x, double y) implements Serializable {
    }

    private static final class Sample implements Serializable {
        private static final long serialVersionUID = 1L;
        private int number;
        private double mass;
        private double x;
        private double y;

        Sample(int number) {
            this.number = number;
            mass = number;
        }
    }

    private record Named(int number, String name) implements Serializable {
    }

    private ObjectPingPong() {
    }

    private static void exchange(Object[] sent, Object[] received, int times) {
        int rank = MPI.COMM_WORLD.Rank();
        for (int i = 0; i < times; i++) {
            if (rank == 0) {
                MPI.COMM_WORLD.Send(sent, 0, OBJECTS, MPI.OBJECT, 1, TAG);
                MPI.COMM_WORLD.Recv(received, 0, OBJECTS, MPI.OBJECT, 1, TAG);
            } else {
                MPI.COMM_WORLD.Recv(received, 0, OBJECTS, MPI.OBJECT, 0, TAG);
                MPI.COMM_WORLD.Send(received, 0, OBJECTS, MPI.OBJECT, 0, TAG);
            }
        }
    }

    private static void measure(String name, Object[] sent) {
        Object[] received = new Object[OBJECTS];
        exchange(sent, received, WARM_UP);
        double best = Double.MAX_VALUE;
        for (int block = 0; block < BLOCKS; block++) {
            long start = System.nanoTime();
            exchange(sent, received, ROUND_TRIPS);
            best = Math.min(best, (System.nanoTime() - start) / 2e3 / ROUND_TRIPS);
        }
        if (MPI.COMM_WORLD.Rank() == 0) {
            System.out.printf("%-8s %8.1f us%n", name, best);
        }
    }

    /** The last element that came back must be the one that was sent. */
    private static void require(boolean arrived) {
        if (!arrived) {
            throw new AssertionError("what came back is not what was sent");
        }
    }

    /** Runs in each rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        Object[] particles = new Object[OBJECTS];
        Object[] samples = new Object[OBJECTS];
        Object[] named = new Object[OBJECTS];
        for (int i = 0; i < OBJECTS; i++) {
            particles[i] = new Particle(i, i, 0.5 * i, -i);
            samples[i] = new Sample(i);
            named[i] = new Named(i, "particle " + i);
        }
        measure("records", particles);
        measure("objects", samples);
        measure("named", named);
        Object[] back = new Object[OBJECTS];
        exchange(particles, back, 1);
        require(MPI.COMM_WORLD.Rank() != 0 || back[OBJECTS - 1].equals(particles[OBJECTS - 1]));
        exchange(samples, back, 1);
        require(MPI.COMM_WORLD.Rank() != 0 || ((Sample) back[OBJECTS - 1]).mass == OBJECTS - 1);
        MPI.Finalize();
    }
}
