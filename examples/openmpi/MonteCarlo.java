import java.nio.ByteBuffer;
import java.util.Random;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Struct;
import mpi.UserFunction;

/**
 * The area of a circle by random points. The result of a rank is a structure: the number of points, how many of them
 * are inside, and the distance of the nearest point from the edge. An operation that the program defines combines the
 * structures of all ranks.
 */
public class MonteCarlo {
    static final int POINTS = 200_000;

    /** The layout of a tally, as a struct in C has it. */
    static final class Tally extends Struct {
        final int points = addLong();
        final int inside = addLong();
        final int nearest = addDouble();

        @Override
        protected Data newData() {
            return new Data();
        }

        /** One tally in a buffer. */
        final class Data extends Struct.Data {
            long points() {
                return getLong(points);
            }

            long inside() {
                return getLong(inside);
            }

            double nearest() {
                return getDouble(nearest);
            }

            void set(long allPoints, long insidePoints, double distance) {
                putLong(points, allPoints);
                putLong(inside, insidePoints);
                putDouble(nearest, distance);
            }
        }
    }

    /** Combines tallies. */
    static final class Together extends UserFunction {
        private final Tally tally;

        Together(Tally tally) {
            this.tally = tally;
        }

        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) throws MPIException {
            for (int i = 0; i < count; i++) {
                Tally.Data one = tally.getData(in, i);
                Tally.Data other = tally.getData(inOut, i);
                other.set(one.points() + other.points(), one.inside() + other.inside(),
                    Math.min(one.nearest(), other.nearest()));
            }
        }
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        Tally tally = new Tally();
        Datatype type = tally.getType();
        Op together = new Op(new Together(tally), true);

        ByteBuffer own = MPI.newByteBuffer(tally.getExtent());
        ByteBuffer all = MPI.newByteBuffer(tally.getExtent());
        throwPoints(new Random(rank), tally.getData(own));
        MPI.COMM_WORLD.reduce(own, all, 1, type, together, 0);

        if (rank == 0) {
            Tally.Data found = tally.getData(all);
            // Rank 0 computes the same alone, to compare.
            long inside = 0;
            double nearest = 1;
            for (int each = 0; each < size; each++) {
                throwPoints(new Random(each), tally.getData(own));
                Tally.Data one = tally.getData(own);
                inside += one.inside();
                nearest = Math.min(nearest, one.nearest());
            }
            boolean right = found.points() == (long) size * POINTS && found.inside() == inside
                && found.nearest() == nearest;
            System.out.println("pi is about " + 4.0 * found.inside() / found.points() + ", and a point was only "
                + found.nearest() + " from the edge");
            System.out.println(right ? "verified MonteCarlo" : "FAILED MonteCarlo");
        }
        together.free();
        MPI.Finalize();
    }

    static void throwPoints(Random random, Tally.Data tally) {
        long inside = 0;
        double nearest = 1;
        for (int i = 0; i < POINTS; i++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            double distance = Math.sqrt(x * x + y * y);
            inside += distance <= 1 ? 1 : 0;
            nearest = Math.min(nearest, Math.abs(1 - distance));
        }
        tally.set(POINTS, inside, nearest);
    }
}
