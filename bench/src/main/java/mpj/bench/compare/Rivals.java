package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The libraries that a node's figures are compared with.
 *
 * @param entrants this library first, then those that can be measured
 * @param reasons a sentence for each library that cannot be measured
 */
record Rivals(List<Entrant> entrants, List<String> reasons) {
    /** In place of a library: none. */
    private static final String NONE = "none";

    /**
     * Looks for the libraries, and compiles the programs that measure them.
     *
     * @param named the libraries in the form of {@code --peer}; if empty, those whose launchers are on PATH
     * @param mpicc the compiler wrapper for libraries that have none, or null
     * @throws IllegalArgumentException if a named library is not there, or cannot be measured by this command at all
     */
    static Rivals find(String ours, List<String> named, Path mpicc, Path mpjHome)
            throws IOException, InterruptedException {
        List<Peer> peers = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        if (!(Peer.parse(ours, mpjHome) instanceof Peer.Mpj first)) {
            throw new IllegalArgumentException("--ours '" + ours + "' is another library; give mpj, or mpj=OPTIONS"
                + " with options of mpjrun");
        }
        peers.add(first);
        if (named.isEmpty()) {
            peers.addAll(onPath(reasons));
        } else if (!named.equals(List.of(NONE))) {
            for (String text : named) {
                Peer peer = Peer.parse(text, mpjHome);
                if (!(peer instanceof Peer.Native) && !(peer instanceof Peer.Mpj)) {
                    throw new IllegalArgumentException("--peer '" + text + "' calls a C library from Java; bench node"
                        + " measures openmpi=DIR, mpich=DIR, impi=DIR and mpj=OPTIONS. bench compare imb takes others");
                }
                peers.add(peer);
            }
        }
        List<Entrant> entrants = new ArrayList<>();
        for (Peer peer : Labels.distinct(peers)) {
            if (peer instanceof Peer.Native library) {
                Entrant entrant = entrant(library, mpicc, mpjHome, reasons);
                if (entrant != null) {
                    entrants.add(entrant);
                }
            } else {
                entrants.add(Entrant.ours((Peer.Mpj) peer, mpjHome));
            }
        }
        if (entrants.size() == 1 && reasons.isEmpty()) {
            reasons.add("Nothing is compared: " + (named.isEmpty() ? "PATH has no mpirun, and no --peer was given"
                : "--peer " + NONE) + ".");
        }
        return new Rivals(List.copyOf(entrants), List.copyOf(reasons));
    }

    private static List<Peer> onPath(List<String> reasons) throws IOException, InterruptedException {
        List<Peer> peers = new ArrayList<>();
        Set<Class<?>> seen = new HashSet<>();
        for (Path launcher : InstalledPeer.launchersOnPath()) {
            try {
                Peer peer = InstalledPeer.of(launcher);
                // Another folder of PATH may be a link to the same library.
                if (seen.add(peer.getClass())) {
                    peers.add(peer);
                }
            } catch (IllegalArgumentException e) {
                reasons.add("Not compared: " + e.getMessage() + ".");
            }
        }
        return peers;
    }

    private static Entrant entrant(Peer.Native library, Path mpicc, Path mpjHome, List<String> reasons)
            throws InterruptedException {
        Path compiler = library.compiler(mpicc);
        String obstacle;
        try {
            return new Entrant(library, mpjHome, NativeProgram.blockServer(mpjHome).compiledWith(compiler, library),
                NativeProgram.hello(mpjHome).compiledWith(compiler, library), null);
        } catch (IOException e) {
            obstacle = e.getMessage();
        }
        Path imb = library.home().resolve("bin/IMB-MPI1");
        if (Files.isExecutable(imb)) {
            reasons.add(library.label() + " is measured by its IMB-MPI1, because there is no compiler: " + obstacle);
            return new Entrant(library, mpjHome, null, null, imb);
        }
        reasons.add(library.label() + " is not compared: there is no " + imb + ", and " + obstacle);
        return null;
    }
}
