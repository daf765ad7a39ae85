package mpj.runtime.bootstrap;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the time of a rank went, from Init to Finalize.
 *
 * @param nanoseconds from Init to Finalize
 * @param sites the places of the program that call MPI, those that took longest first
 */
public record RankProfile(long nanoseconds, List<Site> sites) {
    private static final String SEPARATOR = "\t";
    private static final int COLUMNS = 7;
    /** No more than fit a message. */
    private static final int MOST_SITES = 300;

    /**
     * A place.
     *
     * @param call what is called there
     * @param line file and line
     * @param method class and method
     * @param calls how often
     * @param nanoseconds that they took
     * @param blocked nanoseconds of these in which they waited for others
     * @param bytes that they moved
     */
    public record Site(String call, String line, String method, long calls, long nanoseconds, long blocked,
                       long bytes) {
    }

    /**
     * Where a rank of another launcher leaves its profile.
     *
     * @param folder that mpjrun has named
     * @param rank in the job
     * @return the file
     */
    public static Path file(Path folder, int rank) {
        return folder.resolve("rank-" + rank);
    }

    /**
     * As it travels.
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
     * Reads what {@link #text} has written; lines that are cut off are left out.
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
