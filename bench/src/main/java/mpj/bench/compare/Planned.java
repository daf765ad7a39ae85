package mpj.bench.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An exhibit as it can run on this machine, with the rivals that are installed.
 *
 * @param exhibit the exhibit
 * @param words the words of the command
 * @param missing sentences about the parts of the exhibit that cannot be shown
 * @param possible whether anything of the exhibit can be shown
 */
record Planned(Exhibit exhibit, List<String> words, List<String> missing, boolean possible) {
    private static final String TCP = "-tcp";

    /**
     * Plans an exhibit.
     *
     * @param installed the folders of the rivals by the library's name, such as {@code openmpi}
     * @param mpicc the compiler wrapper for rivals that have none, or null
     */
    static Planned of(Exhibit exhibit, Map<String, Path> installed, Path mpicc, boolean quick, boolean force) {
        List<String> words = exhibit.words(quick);
        List<String> missing = new ArrayList<>();
        for (String rival : exhibit.rivals()) {
            String library = rival.replace(TCP, "");
            Path folder = installed.get(library);
            if (folder == null) {
                missing.add("nothing is compared with " + library + ", which is missing: give --peer " + library
                    + "=DIR");
            } else {
                words.addAll(List.of("--peer", rival + "=" + folder));
            }
        }
        boolean possible = words.contains("--peer") || exhibit.rivals().isEmpty();
        if (exhibit.need().missing() != null) {
            missing.add(exhibit.need().missing());
            possible = false;
        }
        if (possible && !exhibit.rivals().isEmpty()) {
            if (mpicc != null) {
                words.addAll(List.of("--mpicc", mpicc.toString()));
            }
            if (force) {
                words.add("--force");
            }
        }
        return new Planned(exhibit, List.copyOf(words), List.copyOf(missing), possible);
    }

    /** The command as one types it. */
    String typed() {
        return exhibit.command() + " " + words.stream().map(word -> word.matches("[\\w:=.,/-]+") ? word
            : "'" + word + "'").collect(Collectors.joining(" "));
    }

    /** About how many minutes it takes, without waiting for anything. */
    double minutes() {
        if (!exhibit.isComparison()) {
            return words.containsAll(exhibit.quick()) && !exhibit.quick().isEmpty() ? 0.5 : exhibit.minutes();
        }
        return ImbCompare.of(System.out, words).estimatedSeconds() / 60;
    }

    /** How many minutes it waits in addition, at most, until the cores are as far apart as wanted. */
    double longestWaitMinutes() {
        return exhibit.isComparison() ? ImbCompare.of(System.out, words).longestWaitSeconds() / 60 : 0;
    }

    /** The folders of the rivals by the library's name, for {@link #of}. */
    static Map<String, Path> installed(List<Peer> peers) {
        return peers.stream().filter(Peer.Native.class::isInstance).map(Peer.Native.class::cast)
            .collect(Collectors.toMap(Planned::library, Peer.Native::home, (first, second) -> first));
    }

    private static String library(Peer.Native peer) {
        return switch (peer) {
            case Peer.OpenMpi library -> "openmpi";
            case Peer.Mpich library -> "mpich";
            case Peer.IntelMpi library -> "impi";
        };
    }
}
