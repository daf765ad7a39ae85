package mpj.runtime.bootstrap;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows where a rank spent its time between Init and Finalize.
 *
 * @param nanoseconds from Init to Finalize
 * @param sites the places in the program that call MPI, the one that took longest first
 */
public record RankProfile(long nanoseconds, List<Site> sites) {
    private static final String SEPARATOR = "\t";
    private static final int COLUMNS = 7;
    /** More sites would not fit into a message. */
    private static final int MOST_SITES = 300;

    /**
     * A place in the program.
     *
     * @param call the MPI call there
     * @param line file and line
     * @param method class and method
     * @param calls the number of calls
     * @param nanoseconds the time that these calls took
     * @param blocked the part of that time in which the calls waited for other ranks, in nanoseconds
     * @param bytes the bytes that the calls moved
     */
    public record Site(String call, String line, String method, long calls, long nanoseconds, long blocked,
                       long bytes) {
    }

    /**
     * Returns the file to which a rank of another launcher writes its profile.
     *
     * @param folder the folder that mpjrun has named
     * @param rank in the job
     * @return the file
     */
    public static Path file(Path folder, int rank) {
        return folder.resolve("rank-" + rank);
    }

    /**
     * Returns the profile in the form in which it is sent.
     *
     * @return lines
     */
    public String text() {
        StringBuilder text = new StringBuilder().append(nanoseconds);
        for (Site site : sites.subList(0, Math.min(sites.size(), MOST_SITES))) {
            text.append('\n').append(site.call).append(SEPARATOR).append(site.line).append(SEPARATOR)
                .append(site.method).append(SEPARATOR).append(site.calls).append(SEPARATOR).append(site.nanoseconds)
                .append(SEPARATOR).append(site.blocked).append(SEPARATOR).append(site.bytes);
        }
        return text.toString();
    }

    /**
     * Reads the text that {@link #text} has written. Lines that were cut off are left out.
     *
     * @param text the lines
     * @return the profile
     */
    public static RankProfile of(String text) {
        String[] lines = text.split("\n");
        List<Site> sites = new ArrayList<>();
        for (int i = 1; i < lines.length; i++) {
            String[] parts = lines[i].split(SEPARATOR);
            if (parts.length == COLUMNS) {
                sites.add(new Site(parts[0], parts[1], parts[2], Long.parseLong(parts[3]), Long.parseLong(parts[4]),
                    Long.parseLong(parts[5]), Long.parseLong(parts[6])));
            }
        }
        return new RankProfile(Long.parseLong(lines[0]), sites);
    }
}
