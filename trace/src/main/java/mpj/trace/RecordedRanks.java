package mpj.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * The information about a job that is in its recordings: the number of ranks, and the host of each rank. If another
 * launcher started the job, nothing else is known.
 */
final class RecordedRanks {
    private static final String RECORDING = ".jfr";
    private static final String NAME = "rank-\\d+\\.jfr";
    private static final String RANK = "mpj.Rank";
    private static final String CLOCK = "mpj.ClockSample";

    private final Map<Integer, String> hosts = new TreeMap<>();
    /** For each rank, the clock of its host minus System.nanoTime. */
    private final Map<Integer, Long> clocks = new TreeMap<>();
    private int size;

    /**
     * Reads the recordings of a folder. A recording that does not have the name of its first rank is renamed.
     *
     * @throws IOException when there are two recordings of the same rank, or the folder cannot be read
     */
    static RecordedRanks of(Path folder) throws IOException {
        RecordedRanks ranks = new RecordedRanks();
        List<Path> files;
        try (var all = Files.list(folder)) {
            files = new ArrayList<>(all.filter(file -> file.toString().endsWith(RECORDING)).sorted().toList());
        }
        for (Path file : files) {
            int first = ranks.read(file);
            if (!file.getFileName().toString().matches(NAME) && first < Integer.MAX_VALUE) {
                Path named = folder.resolve("rank-" + first + RECORDING);
                if (Files.exists(named)) {
                    throw new IOException(file.getFileName() + " and " + named.getFileName() + " are both of rank "
                        + first + ": these are recordings of two jobs; move those of one into another folder");
                }
                Files.move(file, named);
            }
        }
        return ranks;
    }

    /** The first rank of a recording, or the largest int if the recording names no rank. */
    private int read(Path file) {
        int first = Integer.MAX_VALUE;
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                String type = event.getEventType().getName();
                if (type.equals(RANK)) {
                    first = Math.min(first, event.getInt("rank"));
                    size = Math.max(size, event.getInt("size"));
                    hosts.put(event.getInt("rank"), event.getString("host"));
                } else if (type.equals(CLOCK)) {
                    clocks.putIfAbsent(event.getInt("rank"), event.getLong("hostTime") - event.getLong("nanoTime"));
                }
            }
        } catch (IOException e) {
            return first; // RecordingReader reports this
        }
        return first;
    }

    /**
     * Adds the information from the recordings to the known information about the job.
     *
     * @throws IOException when the recordings name no rank
     */
    JobFacts complete(JobFacts known) throws IOException {
        if (size == 0) {
            throw new IOException("no recording says which rank it is of; ranks need -Dmpj.events=true");
        }
        List<String> named = new ArrayList<>(Collections.nCopies(size, ""));
        Map<String, List<Integer>> byHost = new LinkedHashMap<>();
        hosts.forEach((rank, host) -> {
            named.set(rank, host);
            byHost.computeIfAbsent(host, added -> new ArrayList<>()).add(rank);
        });
        List<String> notes = new ArrayList<>(known.notes());
        List<Integer> missing = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            if (!hosts.containsKey(rank)) {
                missing.add(rank);
            }
        }
        if (!missing.isEmpty()) {
            notes.add("Of " + size + " ranks, these have no recording here: " + missing + ". Where hosts do not share"
                + " the trace's folder, each has its part at the same path: copy that into this folder, and write the"
                + " page again with mpjrun --trace and the folder.");
        }
        if (byHost.size() > 1) {
            notes.add("The clocks of the hosts were not compared, as no launcher of this library was there to do so."
                + " The hosts' own time is taken, which may be wrong by milliseconds and more.");
        }
        return new JobFacts(known.program(), size, named, known.end(), clocksOf(byHost), notes);
    }

    /**
     * The clocks of the hosts. All ranks of a host have the same System.nanoTime. Several hosts are compared by their
     * time of day.
     */
    private List<HostClock> clocksOf(Map<String, List<Integer>> byHost) {
        List<HostClock> all = new ArrayList<>();
        long reference = clocks.isEmpty() ? 0 : clocks.values().iterator().next();
        byHost.forEach((host, ranks) -> {
            Long own = clocks.get(ranks.getFirst());
            boolean same = all.isEmpty() || own == null;
            all.add(new HostClock(host, ranks, own == null ? 0 : own,
                same ? List.of() : List.of(new HostClock.Sample(0, own - reference, 0))));
        });
        return all;
    }
}
