package mpj.core.file;

import java.util.Arrays;

/**
 * How the part of a file that a collective access touches is divided. Each aggregator, which is a rank that reads and
 * writes for all, has a domain. It goes through its domain in windows of one size.
 *
 * @param low the first byte of the first domain
 * @param high one more than the last byte of the last domain
 * @param domain the size of each domain; the last may be smaller
 * @param window the size of each window; the last of a domain may be smaller
 * @param aggregators the ranks, one for each domain
 */
record Domains(long low, long high, long domain, int window, int[] aggregators) {
    /** Domains begin at pages, so that no two ranks write the same page. */
    private static final long PAGE = 4096;
    /** A smaller domain would not be worth another rank. */
    private static final long LEAST = 64 << 10;

    /**
     * Divides a part of a file.
     *
     * @param candidates the ranks that may be aggregators, the best first
     */
    static Domains of(long first, long end, int[] candidates, int window) {
        long low = first / PAGE * PAGE;
        long most = Math.max(1, (end - low + LEAST - 1) / LEAST);
        int number = (int) Math.min(candidates.length, most);
        long share = (end - low + number - 1) / number;
        long domain = (share + PAGE - 1) / PAGE * PAGE;
        int used = (int) ((end - low + domain - 1) / domain);
        return new Domains(low, end, domain, (int) Math.min(window, domain), Arrays.copyOf(candidates, used));
    }

    int number() {
        return aggregators.length;
    }

    /** The number of the domain that a rank has; negative if it has none. */
    int of(int rank) {
        for (int i = 0; i < aggregators.length; i++) {
            if (aggregators[i] == rank) {
                return i;
            }
        }
        return -1;
    }

    /** How many windows a domain has. */
    long rounds() {
        return (domain + window - 1) / window;
    }

    /** Where a window begins in the file. */
    long start(int of, long round) {
        return low + of * domain + round * window;
    }

    /** Where a window ends in the file. If the domain has no such window, this may lie before its start. */
    long end(int of, long round) {
        return Math.min(Math.min(start(of, round) + window, low + (of + 1) * domain), high);
    }
}
