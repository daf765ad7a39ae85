package mpj.tests.openmpi.programs;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpj.checkpoint.Recovery;

/**
 * The TCP connections between ranks 0 and 1 break while both ranks live. The ranks go on until some of them are left
 * that can all reach each other. Each of these prints who is left, as bits.
 */
public final class BrokenLink {
    private static final int TAG = 1;
    private static final int BOTH_WAYS = 2;
    private static final String ESTABLISHED = "01";

    private BrokenLink() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws Throwable {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        world.setErrhandler(MPI.ERRORS_RETURN);
        int rank = world.getRank();
        world.barrier();
        if (rank == 1) {
            world.sendRecv(new int[1], 1, MPI.INT, 0, TAG, new int[1], 1, MPI.INT, 0, TAG); // the ranks are connected
            long[] ends = connections().keySet().stream().mapToLong(Long::longValue).toArray();
            world.send(new int[] {ends.length}, 1, MPI.INT, 0, TAG);
            world.send(ends, ends.length, MPI.LONG, 0, TAG);
        } else if (rank == 0) {
            world.sendRecv(new int[1], 1, MPI.INT, 1, TAG, new int[1], 1, MPI.INT, 1, TAG);
            int[] count = new int[1];
            world.recv(count, 1, MPI.INT, 1, TAG);
            long[] ends = new long[count[0]];
            world.recv(ends, ends.length, MPI.LONG, 1, TAG);
            breakOff(ends);
        }
        System.out.println("left: " + goOn(world));
        MPI.Finalize();
    }

    /** Shuts down the connections of this process whose other ends have these ports. */
    private static void breakOff(long[] theirs) throws Throwable {
        Linker linker = Linker.nativeLinker();
        MethodHandle shutdown = linker.downcallHandle(linker.defaultLookup().find("shutdown").orElseThrow(),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        Map<Long, Integer> own = connections();
        int broken = 0;
        for (long end : theirs) {
            Integer descriptor = own.get(Long.rotateLeft(end, Integer.SIZE)); // the same ports in the other order
            if (descriptor != null && (int) shutdown.invokeExact(descriptor.intValue(), BOTH_WAYS) == 0) {
                broken++;
            }
        }
        if (broken == 0) {
            throw new AssertionError("there is no connection between the ranks");
        }
    }

    /** The file descriptors of this process's connections, by their local and remote ports. */
    private static Map<Long, Integer> connections() throws IOException {
        Map<String, Integer> descriptors = new HashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path each : all) {
                try {
                    String target = Files.readSymbolicLink(each).toString();
                    if (target.startsWith("socket:[")) {
                        descriptors.put(target.substring("socket:[".length(), target.length() - 1),
                            Integer.valueOf(each.getFileName().toString()));
                    }
                } catch (NoSuchFileException e) {
                    continue; // it was closed meanwhile
                }
            }
        }
        Map<Long, Integer> connections = new HashMap<>();
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            Files.readAllLines(Path.of(table)).stream().skip(1).map(line -> line.strip().split("\\s+"))
                .filter(words -> words[3].equals(ESTABLISHED) && descriptors.containsKey(words[9]))
                .forEach(words -> connections.put(port(words[1]) << Integer.SIZE | port(words[2]),
                    descriptors.get(words[9])));
        }
        return connections;
    }

    private static long port(String address) {
        return Long.parseLong(address.substring(address.indexOf(':') + 1), 16);
    }

    /** Returns the ranks that are left, as bits, when all of them have come to the same end. */
    private static int goOn(Intracomm world) {
        int[] own = {1 << world.getRank()};
        int[] all = new int[1];
        Intracomm comm = world;
        while (true) {
            int[] well = {1};
            try {
                comm.allReduce(own, all, 1, MPI.INT, MPI.SUM);
            } catch (MPIException e) {
                check(e);
                well[0] = 0;
                comm.revoke();
            }
            try {
                comm.agree(well);
            } catch (MPIException e) {
                check(e);
                well[0] = 0;
            }
            if (well[0] == 0) {
                comm = comm.shrink();
            } else if (comm.getSize() < world.getSize()) {
                return all[0];
            }
        }
    }

    private static void check(MPIException e) {
        if (!Recovery.isLoss(e)) {
            throw e;
        }
    }
}
