import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Connects to the job of Server.java, and computes a sum together with it.
 *
 * <p>mpjrun -np 3 examples/openmpi/Client.java port.txt
 *
 * <p>Without a file, it looks up the port of the service "sum", with the name server mpjnamed.
 */
public class Client {
    public static void main(String[] args) throws MPIException, IOException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        String port = null;
        if (rank == 0) {
            port = args.length == 0 ? Intracomm.lookupName("sum") : Files.readString(Path.of(args[0]));
        }
        Intercomm server = MPI.COMM_WORLD.connect(port, 0);
        Intracomm all = server.merge(true);
        int[] sum = new int[1];
        all.allReduce(new int[] {all.getRank() + 1}, sum, 1, MPI.INT, MPI.SUM);
        System.out.println("client " + rank + ": the sum over " + all.getSize() + " ranks is " + sum[0]);
        all.free();
        server.disconnect();
        MPI.Finalize();
    }
}
