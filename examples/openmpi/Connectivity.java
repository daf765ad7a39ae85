import java.nio.IntBuffer;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Every two ranks exchange a message, all at the same time. This shows whether each rank can reach each other rank. */
public class Connectivity {
    static final int TAG = 7;

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        // MPI uses these buffers after the calls return. So they are outside the heap, where no collector moves them.
        IntBuffer own = MPI.newIntBuffer(1).put(0, rank);
        IntBuffer others = MPI.newIntBuffer(size);
        Request[] requests = new Request[2 * size];
        for (int other = 0; other < size; other++) {
            requests[2 * other] = MPI.COMM_WORLD.iRecv(MPI.slice(others, other), 1, MPI.INT, other, TAG);
            requests[2 * other + 1] = MPI.COMM_WORLD.iSend(own, 1, MPI.INT, other, TAG);
        }
        Request.waitAll(requests);

        int[] reached = new int[1];
        for (int other = 0; other < size; other++) {
            if (others.get(other) == other) {
                reached[0]++;
            } else {
                System.out.println("rank " + rank + " has nothing from rank " + other);
            }
        }
        MPI.COMM_WORLD.allReduce(reached, 1, MPI.INT, MPI.MIN);
        if (rank == 0) {
            System.out.println(reached[0] == size ? "verified Connectivity of " + size + " ranks"
                : "FAILED Connectivity");
        }
        MPI.Finalize();
    }
}
