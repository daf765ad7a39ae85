package mpj.bench.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An exhibit on this machine: with the rivals that are there.
 *
 * @param exhibit what is shown
 * @param words of the command
 * @param missing sentences on what cannot be shown of it
 * @param possible whether anything can
 */
record Planned(Exhibit exhibit, List<String> words, List<String> missing, boolean possible) {
    private static final String TCP = "-tcp";

    /**
     * Plans it.
     *
     * @param installed the folders of the rivals by library, as in {@code openmpi}
     * @param mpicc for rivals without their own, or null
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

    /** As one types it. */
    String typed() {
        return exhibit.command() + " " + words.stream().map(word -> word.matches("[\\w:=.,/-]+") ? word
            : "'" + word + "'").collect(Collectors.joining(" "));
    }

    /** How long it takes, about, without waiting for anything. */
    double minutes() {
        if (!exhibit.isComparison()) {
            return words.containsAll(exhibit.quick()) && !exhibit.quick().isEmpty() ? 0.5 : exhibit.minutes();
        }
        return ImbCompare.of(System.out, words).estimatedSeconds() / 60;
    }

    /** How long it waits besides until the cores are as far apart as wanted, at most. */
    double longestWaitMinutes() {
        return exhibit.isComparison() ? ImbCompare.of(System.out, words).longestWaitSeconds() / 60 : 0;
    }

    /** The folders of rivals by library: what {@link #of} takes. */
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
