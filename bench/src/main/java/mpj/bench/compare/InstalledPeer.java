package mpj.bench.compare;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The MPI library that a user has already. */
final class InstalledPeer {
    private InstalledPeer() {
    }

    /**
     * The library whose mpirun is first on PATH.
     *
     * @throws IllegalArgumentException if there is none, or if the library is unknown
     */
    static Peer onPath() throws IOException, InterruptedException {
        Path mpirun = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .map(folder -> Path.of(folder, "mpirun")).filter(Files::isExecutable).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no --peer was given, and PATH has no mpirun; give one, "
                + "such as --peer openmpi=DIR"));
        return of(mpirun);
    }

    /** The launchers on PATH: the first mpirun or mpiexec of each folder. */
    static List<Path> launchersOnPath() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .flatMap(folder -> List.of("mpirun", "mpiexec").stream().map(name -> Path.of(folder, name))
                .filter(Files::isExecutable).limit(1)).distinct().toList();
    }

    /**
     * The library that a given mpirun belongs to.
     *
     * @throws IllegalArgumentException if the library is unknown
     */
    static Peer of(Path mpirun) throws IOException, InterruptedException {
        Process version = new ProcessBuilder(mpirun.toString(), "--version").redirectErrorStream(true).start();
        String text = new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        version.waitFor();
        Path home = mpirun.toAbsolutePath().getParent().getParent();
        Peer.Network network = Peer.Network.OWN_CHOICE;
        if (text.contains("Open MPI") || text.contains("Open RTE")) {
            return new Peer.OpenMpi("openmpi", home, network);
        } else if (text.contains("Intel(R) MPI")) {
            return new Peer.IntelMpi("impi", home, network);
        } else if (text.contains("HYDRA")) {
            return new Peer.Mpich("mpich", home, network);
        }
        throw new IllegalArgumentException("the library of " + mpirun + " is not known; name it with --peer");
    }
}
