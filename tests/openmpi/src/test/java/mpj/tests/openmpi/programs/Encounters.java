package mpj.tests.openmpi.programs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A job that meets others, in ways in which it could mistake one for another. The second argument is the file by which
 * they find each other. As "gather", it accepts a number of jobs, and uses all of them at once. As "visit", it is one
 * of these jobs. As "return", it accepts a job, leaves MPI, joins it again, and accepts the same job; as "stay", it is
 * the job that is accepted twice. As "listen" and "dial", it meets another process over a socket. As "leave", it calls
 * Finalize without disconnect, and goes on without MPI; as "wait", it waits for a message from that process. As
 * "vanish", it ends as soon as it has met another job; as "miss", each of its four ranks waits for that process in a
 * call of its own.
 */
public final class Encounters {
    private static final int TAG = 3;
    private static final long LIMIT = 60_000_000_000L;
    private static final long NAP = 5_000_000;

    private Encounters() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[1]);
        MPI.Init(args);
        switch (args[0]) {
            case "gather" -> gather(file, Integer.parseInt(args[2]));
            case "visit" -> {
                Intercomm server = MPI.COMM_WORLD.connect(read(file), 0);
                answer(server);
                Meets.use(server, true);
                server.disconnect();
            }
            case "return" -> {
                for (int world = 0; world < 2; world++) {
                    if (world > 0) {
                        MPI.Finalize();
                        MPI.Init(args);
                    }
                    Path named = file.resolveSibling("world" + world);
                    Intercomm other = MPI.COMM_WORLD.accept(isFirst() ? opened(named) : null, 0);
                    Meets.use(other, false);
                    other.disconnect();
                }
            }
            case "stay" -> {
                for (int world = 0; world < 2; world++) {
                    Path named = file.resolveSibling("world" + world);
                    Intercomm other = MPI.COMM_WORLD.connect(isFirst() ? read(named) : null, 0);
                    Meets.use(other, true);
                    other.disconnect();
                }
            }
            case "listen" -> {
                try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                    Meets.publish(file, Integer.toString(listener.getLocalPort()));
                    System.out.println("it listens");
                    join(listener.accept(), false);
                }
            }
            case "dial" -> join(new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(read(file))), true);
            case "leave" -> Meets.use(MPI.COMM_WORLD.connect(read(file), 0), true);
            case "wait" -> {
                waitInVain(MPI.COMM_WORLD.accept(opened(file), 0));
                Meets.publish(file.resolveSibling("end"), "");
            }
            case "vanish" -> {
                MPI.COMM_WORLD.connect(read(file), 0);
                Runtime.getRuntime().halt(9);
            }
            case "miss" -> {
                Intercomm other = MPI.COMM_WORLD.accept(isFirst() ? opened(file) : null, 0);
                expect(MPI.ERR_PROC_FAILED, switch (MPI.COMM_WORLD.getRank()) {
                    case 0 -> () -> other.recv(new int[1], 1, MPI.INT, 0, TAG);
                    case 1 -> () -> other.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, TAG);
                    case 2 -> () -> other.probe(0, TAG);
                    default -> other::barrier; // within its own job, it waits for rank 0, which does not call barrier
                });
                expect(MPI.ERR_PROC_FAILED, other::disconnect);
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
        if (args[0].equals("leave")) {
            read(file.resolveSibling("end"));
        }
        System.out.println("the jobs have met");
    }

    private static void waitInVain(Intercomm other) {
        Meets.use(other, false);
        expect(MPI.ERR_PROC_FAILED, () -> other.recv(new int[1], 1, MPI.INT, 0, TAG));
        expect(MPI.ERR_PROC_FAILED, other::disconnect);
        expect(MPI.ERR_COMM, other::disconnect); // it is freed nevertheless
    }

    private static void expect(int error, Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            if (e.getErrorClass() == error) {
                return;
            }
            throw e;
        }
        throw new AssertionError("no error of class " + error);
    }

    private static boolean isFirst() {
        return MPI.COMM_WORLD.getRank() == 0;
    }

    private static void gather(Path file, int number) throws IOException {
        String port = opened(file);
        Intercomm[] clients = new Intercomm[number];
        for (int i = 0; i < number; i++) {
            clients[i] = MPI.COMM_WORLD.accept(port, 0);
        }
        for (int i = 0; i < number; i++) {
            clients[i].send(new int[] {i}, 1, MPI.INT, 0, TAG);
        }
        for (int i = number - 1; i >= 0; i--) {
            int[] answer = new int[1];
            clients[i].recv(answer, 1, MPI.INT, 0, TAG);
            if (answer[0] != -i) {
                throw new AssertionError("client " + i + " has answered " + answer[0]);
            }
        }
        for (Intercomm client : clients) {
            Meets.use(client, false);
            client.disconnect();
        }
    }

    private static void answer(Intercomm server) {
        int[] number = new int[1];
        server.recv(number, 1, MPI.INT, 0, TAG);
        server.send(new int[] {-number[0]}, 1, MPI.INT, 0, TAG);
    }

    private static void join(Socket socket, boolean high) throws IOException {
        try (socket) {
            Intercomm other = Intracomm.join(socket);
            Meets.use(other, high);
            other.disconnect();
        }
    }

    private static String opened(Path file) throws IOException {
        String port = Intracomm.openPort();
        Meets.publish(file, port);
        return port;
    }

    /** Waits until the file is there. */
    private static String read(Path file) throws IOException {
        long limit = System.nanoTime() + LIMIT;
        while (!Files.exists(file)) {
            if (System.nanoTime() - limit > 0) {
                throw new AssertionError(file + " does not come");
            }
            LockSupport.parkNanos(NAP);
        }
        return Files.readString(file);
    }
}
