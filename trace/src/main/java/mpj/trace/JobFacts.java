package mpj.trace;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;

/**
 * The launcher's information about a job: the file {@code job.properties} of a trace's folder.
 *
 * @param program the program that ran
 * @param size the number of ranks
 * @param hosts the name of each rank's host
 * @param end the end of the job, in mpjrun's words; empty if the job succeeded
 * @param clocks the clocks of the hosts
 * @param notes the notes of the launcher, which say what could not be recorded
 */
record JobFacts(String program, int size, List<String> hosts, String end, List<HostClock> clocks, List<String> notes) {
    static final String FILE = "job.properties";

    /**
     * Reads the information. If another launcher started the job, the information comes from the recordings.
     *
     * @throws IOException when the file is not one that mpjrun writes, or when neither the file nor the recordings have
     *     the information
     */
    static JobFacts read(Path folder) throws IOException {
        Properties properties = new Properties();
        if (Files.exists(folder.resolve(FILE))) {
            try (Reader reader = Files.newBufferedReader(folder.resolve(FILE))) {
                properties.load(reader);
            }
        }
        if (!properties.containsKey("host.0.name")) {
            properties.setProperty("size", "0");
            return RecordedRanks.of(folder).complete(of(properties));
        }
        try {
            return of(properties);
        } catch (NumberFormatException e) {
            throw new IOException(folder.resolve(FILE) + " is not what mpjrun writes: " + e.getMessage(), e);
        }
    }

    private static JobFacts of(Properties properties) {
        int size = Integer.parseInt(properties.getProperty("size"));
        List<String> hosts = new ArrayList<>(Collections.nCopies(size, ""));
        List<HostClock> clocks = new ArrayList<>();
        for (int i = 0; properties.containsKey("host." + i + ".name"); i++) {
            String prefix = "host." + i + ".";
            String name = properties.getProperty(prefix + "name");
            List<Integer> ranks = new ArrayList<>();
            for (String rank : properties.getProperty(prefix + "ranks", "").split(" ")) {
                if (!rank.isEmpty()) {
                    ranks.add(Integer.parseInt(rank));
                    hosts.set(Integer.parseInt(rank), name);
                }
            }
            clocks.add(HostClock.of(name, ranks, Long.parseLong(properties.getProperty(prefix + "wall", "0")),
                properties.getProperty(prefix + "clock", "")));
        }
        List<String> notes = new ArrayList<>();
        for (int i = 0; properties.containsKey("note." + i); i++) {
            notes.add(properties.getProperty("note." + i));
        }
        return new JobFacts(properties.getProperty("program", ""), size, hosts, properties.getProperty("end", ""),
            clocks, notes);
    }

    HostClock clockOf(int rank) {
        for (HostClock clock : clocks) {
            if (clock.ranks().contains(rank)) {
                return clock;
            }
        }
        return HostClock.of("", List.of(rank), 0, "");
    }
}
