import mpi.*;

/**
 * Bodies that attract each other. In each step the bodies of every rank travel once around the ring, so each body meets
 * all others. By Newton's third law all forces together are zero, so the total momentum must stay zero. The program
 * checks this, and compares the bodies with the result of one rank alone.
 */
public class NBody {
    static final int BODIES = 20;
    static final int STEPS = 10;
    static final double TIME = 0.01;

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        // A body is its x, y and z, and its mass.
        double[] bodies = bodies(rank);
        double[] velocities = new double[3 * BODIES];
        for (int step = 0; step < STEPS; step++) {
            double[] forces = new double[3 * BODIES];
            double[] travelling = bodies.clone();
            for (int hop = 0; hop < size; hop++) {
                attract(bodies, travelling, forces);
                MPI.COMM_WORLD.Sendrecv_replace(travelling, 0, 4 * BODIES, MPI.DOUBLE,
                    (rank + 1) % size, hop, (rank + size - 1) % size, hop);
            }
            move(bodies, velocities, forces);
        }

        double[] momentum = new double[3];
        for (int i = 0; i < 3 * BODIES; i++) {
            momentum[i % 3] += velocities[i] * bodies[i / 3 * 4 + 3];
        }
        double[] total = new double[3];
        MPI.COMM_WORLD.Reduce(momentum, 0, total, 0, 3, MPI.DOUBLE, MPI.SUM, 0);
        double[] all = new double[4 * BODIES * size];
        MPI.COMM_WORLD.Gather(bodies, 0, 4 * BODIES, MPI.DOUBLE, all, 0, 4 * BODIES, MPI.DOUBLE, 0);
        if (rank == 0) {
            double largest = Math.max(Math.abs(total[0]), Math.max(Math.abs(total[1]), Math.abs(total[2])));
            double difference = difference(all, alone(size));
            System.out.println("momentum " + largest + ", from one rank's result " + difference);
            System.out.println(largest < 1e-9 && difference < 1e-9 ? "verified NBody" : "FAILED NBody");
        }
        MPI.Finalize();
    }

    static double[] bodies(int rank) {
        java.util.Random random = new java.util.Random(rank);
        double[] bodies = new double[4 * BODIES];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = random.nextDouble();
        }
        return bodies;
    }

    /** Adds the forces of the other bodies. They are softened, so a body that meets itself feels no force. */
    static void attract(double[] bodies, double[] others, double[] forces) {
        for (int i = 0; i < bodies.length / 4; i++) {
            for (int j = 0; j < others.length / 4; j++) {
                double dx = others[4 * j] - bodies[4 * i];
                double dy = others[4 * j + 1] - bodies[4 * i + 1];
                double dz = others[4 * j + 2] - bodies[4 * i + 2];
                double square = dx * dx + dy * dy + dz * dz + 0.01;
                double strength = bodies[4 * i + 3] * others[4 * j + 3] / (square * Math.sqrt(square));
                forces[3 * i] += dx * strength;
                forces[3 * i + 1] += dy * strength;
                forces[3 * i + 2] += dz * strength;
            }
        }
    }

    static void move(double[] bodies, double[] velocities, double[] forces) {
        for (int i = 0; i < velocities.length; i++) {
            velocities[i] += TIME * forces[i] / bodies[i / 3 * 4 + 3];
            bodies[i / 3 * 4 + i % 3] += TIME * velocities[i];
        }
    }

    /** All bodies, computed without messages. */
    static double[] alone(int size) {
        double[] all = new double[4 * BODIES * size];
        for (int rank = 0; rank < size; rank++) {
            System.arraycopy(bodies(rank), 0, all, rank * 4 * BODIES, 4 * BODIES);
        }
        double[] velocities = new double[3 * BODIES * size];
        for (int step = 0; step < STEPS; step++) {
            double[] forces = new double[3 * BODIES * size];
            attract(all, all, forces);
            move(all, velocities, forces);
        }
        return all;
    }

    static double difference(double[] a, double[] b) {
        double largest = 0;
        for (int i = 0; i < a.length; i++) {
            largest = Math.max(largest, Math.abs(a[i] - b[i]));
        }
        return largest;
    }
}
