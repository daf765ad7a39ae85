import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A job that waits for another job, which was started apart, and computes a sum together with it. It writes the name of
 * its port to a file, which only this user can read, because whoever has the name can connect.
 *
 * <p>mpjrun -np 2 examples/openmpi/Server.java port.txt
 *
 * <p>mpjrun -np 3 examples/openmpi/Client.java port.txt
 *
 * <p>Without a file, it publishes its port as the service "sum", with the name server mpjnamed.
 *
 * <p>mpjrun -np 2 -Dmpj.names=127.0.0.1:6750 examples/openmpi/Server.java
 *
 * <p>mpjrun -np 3 -Dmpj.names=127.0.0.1:6750 examples/openmpi/Client.java
 */
public class Server {
    public static void main(String[] args) throws MPIException, IOException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        String port = null;
        if (rank == 0) {
            port = Intracomm.openPort();
            if (args.length == 0) {
                Intracomm.publishName("sum", port);
            } else {
                Path file = Files.createTempFile(Path.of("").toAbsolutePath(), "port", ".new");
                Files.writeString(file, port);
                Files.move(file, Path.of(args[0]));
            }
            System.out.println("waiting for a client");
        }
        Intercomm client = MPI.COMM_WORLD.accept(port, 0);
        Intracomm all = client.merge(false);
        int[] sum = new int[1];
        all.allReduce(new int[] {all.getRank() + 1}, sum, 1, MPI.INT, MPI.SUM);
        System.out.println("server " + rank + ": the sum over " + all.getSize() + " ranks is " + sum[0]);
        all.free();
        client.disconnect();
        if (rank == 0) {
            if (args.length == 0) {
                Intracomm.unpublishName("sum", port);
            } else {
                Files.delete(Path.of(args[0]));
            }
            Intracomm.closePort(port);
        }
        MPI.Finalize();
    }
}
