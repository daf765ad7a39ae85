package mpj.runtime.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import mpj.runtime.bootstrap.RankProfile;

/** The report that {@code mpjrun --profile} prints at the end of a job. It fits one screen, like mpiP's. */
public final class ProfileReport {
    private static final double SECOND = 1e9;
    private static final int MOST_SITES = 10;
    private static final int MOST_RANKS = 12;

    private record Place(String call, String line, String method) {
    }

    private static final class Total {
        long calls;
        long nanoseconds;
        long blocked;
        long bytes;
        long longest;
        int longestOn;

        void add(int rank, RankProfile.Site site) {
            calls += site.calls();
            nanoseconds += site.nanoseconds();
            blocked += site.blocked();
            bytes += site.bytes();
            if (site.nanoseconds() > longest) {
                longest = site.nanoseconds();
                longestOn = rank;
            }
        }
    }

    private final Map<Integer, RankProfile> profiles = new TreeMap<>();

    /** Adds the profile of a rank. */
    public void add(int rank, RankProfile profile) {
        profiles.put(rank, profile);
    }

    /**
     * The text of the report.
     *
     * @param size the number of ranks
     */
    public String text(int size) {
        StringBuilder text = new StringBuilder("-- MPI profile: time in seconds, from Init to Finalize\n");
        ranks(text);
        if (profiles.size() < size) {
            text.append("  ").append(size - profiles.size())
                .append(" of ").append(size).append(" ranks have told nothing: they did not come to MPI.Finalize\n");
        }
        sites(text);
        return text.toString();
    }

    private void ranks(StringBuilder text) {
        text.append(String.format("%6s %10s %10s %10s %7s%n", "rank", "app", "MPI", "blocked", "MPI %"));
        long app = 0;
        long mpi = 0;
        long blocked = 0;
        int shown = 0;
        for (Map.Entry<Integer, RankProfile> each : profiles.entrySet()) {
            RankProfile profile = each.getValue();
            long inMpi = profile.sites().stream().mapToLong(RankProfile.Site::nanoseconds).sum();
            long waiting = profile.sites().stream().mapToLong(RankProfile.Site::blocked).sum();
            app += profile.nanoseconds();
            mpi += inMpi;
            blocked += waiting;
            if (shown++ < MOST_RANKS) {
                text.append(row(Integer.toString(each.getKey()), profile.nanoseconds(), inMpi, waiting));
            }
        }
        if (shown > MOST_RANKS) {
            text.append("   ...  ").append(shown - MOST_RANKS).append(" more\n");
        }
        text.append(row("all", app, mpi, blocked));
    }

    private static String row(String name, long app, long mpi, long blocked) {
        return String.format(Locale.ROOT, "%6s %10.3f %10.3f %10.3f %7.1f%n", name, app / SECOND, mpi / SECOND,
            blocked / SECOND, app == 0 ? 0 : 100.0 * mpi / app);
    }

    private void sites(StringBuilder text) {
        Map<Place, Total> totals = new HashMap<>();
        long all = 0;
        for (Map.Entry<Integer, RankProfile> each : profiles.entrySet()) {
            for (RankProfile.Site site : each.getValue().sites()) {
                totals.computeIfAbsent(new Place(site.call(), site.line(), site.method()), _ -> new Total())
                    .add(each.getKey(), site);
                all += site.nanoseconds();
            }
        }
        List<Map.Entry<Place, Total>> sorted = new ArrayList<>(totals.entrySet());
        sorted.sort(Comparator.comparingLong((Map.Entry<Place, Total> each) -> each.getValue().nanoseconds).reversed());
        int shown = Math.min(MOST_SITES, sorted.size());
        text.append(String.format("%nThe %d of %d places that took longest%n%9s %6s %9s %9s %11s  %-12s %s%n", shown,
            sorted.size(), "time", "MPI %", "calls", "mean us", "mean bytes", "most on", "call, place"));
        for (Map.Entry<Place, Total> each : sorted.subList(0, shown)) {
            Total total = each.getValue();
            Place place = each.getKey();
            text.append(String.format(Locale.ROOT, "%9.3f %6.1f %9d %9.1f %11d  %-12s %s at %s (%s)%n",
                total.nanoseconds / SECOND, all == 0 ? 0 : 100.0 * total.nanoseconds / all, total.calls,
                total.nanoseconds / 1e3 / Math.max(1, total.calls), total.bytes / Math.max(1, total.calls),
                "rank " + total.longestOn, place.call, place.line, place.method));
        }
    }
}
