import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import mpi.Collective;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.PTP;

/**
 * The counterpart of block_server.c for Intel MPI's own Java binding, whose API is like no other. It has the benchmark
 * PingPong only. bin/bench compare imb runs it from this source, with the runner's socket and {@code array} or {@code
 * direct} as its arguments.
 */
public class IntelJavaBlockServer {
    private static final int TAG = 1;
    private static final int WARM_UP_PART = 16;
    private static final int MOST_BYTES = 1 << 22;

    public static void main(String[] arguments) throws IOException, MPIException {
        MPI.Init(arguments);
        boolean direct = arguments[1].equals("direct");
        int rank = Comm.WORLD.getRank();
        try (SocketChannel runner = SocketChannel.open(UnixDomainSocketAddress.of(arguments[0]))) {
            BufferedReader commands = new BufferedReader(Channels.newReader(runner, StandardCharsets.UTF_8));
            answer(runner, "rank " + rank + " of " + Comm.WORLD.getSize() + " pid " + ProcessHandle.current().pid()
                + " thread " + Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName()
                + " Intel MPI's Java binding on Java " + Runtime.version());
            byte[] sent = new byte[MOST_BYTES];
            byte[] received = new byte[MOST_BYTES];
            ByteBuffer sentDirect = ByteBuffer.allocateDirect(MOST_BYTES).order(ByteOrder.nativeOrder());
            ByteBuffer receivedDirect = ByteBuffer.allocateDirect(MOST_BYTES).order(ByteOrder.nativeOrder());
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                String[] words = line.split(" ");
                int bytes = Integer.parseInt(words[2]);
                int iterations = Integer.parseInt(words[3]);
                if (!words[1].equals("PingPong") || bytes > MOST_BYTES) {
                    answer(runner, "error this side runs PingPong only, of at most " + MOST_BYTES + " bytes");
                    continue;
                }
                Collective.barrier(Comm.WORLD);
                long nanoseconds = 0;
                for (int count : new int[] {iterations / WARM_UP_PART + 1, iterations}) {
                    long start = System.nanoTime();
                    if (direct) {
                        pingPong(sentDirect, receivedDirect, bytes, count, rank);
                    } else {
                        pingPong(sent, received, bytes, count, rank);
                    }
                    nanoseconds = System.nanoTime() - start;
                }
                answer(runner, String.format(Locale.ROOT, "%.9f", nanoseconds / 1e9));
            }
        }
        MPI.Finalize();
    }

    private static void answer(SocketChannel runner, String line) throws IOException {
        runner.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    private static void pingPong(byte[] sent, byte[] received, int bytes, int iterations, int rank)
        throws MPIException {
        for (int i = 0; i < iterations; i++) {
            if (rank == 0) {
                PTP.send(sent, bytes, Datatype.BYTE, 1, TAG, Comm.WORLD);
                PTP.recv(received, bytes, Datatype.BYTE, 1, TAG, Comm.WORLD);
            } else if (rank == 1) {
                PTP.recv(received, bytes, Datatype.BYTE, 0, TAG, Comm.WORLD);
                PTP.send(sent, bytes, Datatype.BYTE, 0, TAG, Comm.WORLD);
            }
        }
    }

    private static void pingPong(ByteBuffer sent, ByteBuffer received, int bytes, int iterations, int rank)
        throws MPIException {
        for (int i = 0; i < iterations; i++) {
            if (rank == 0) {
                PTP.send(sent, bytes, Datatype.BYTE, 1, TAG, Comm.WORLD);
                PTP.recv(received, bytes, Datatype.BYTE, 1, TAG, Comm.WORLD);
            } else if (rank == 1) {
                PTP.recv(received, bytes, Datatype.BYTE, 0, TAG, Comm.WORLD);
                PTP.send(sent, bytes, Datatype.BYTE, 0, TAG, Comm.WORLD);
            }
        }
    }
}
