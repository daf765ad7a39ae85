package mpj.trace;

import java.util.Locale;

/**
 * Something that costs the job time.
 *
 * @param kind of fault
 * @param seconds an estimate of the ranks' time that it costs, added up over the ranks
 * @param rank whose fault it is; -1 for all
 * @param line of the program where to look; empty when not known
 * @param victim the rank that pays; -1 for several
 * @param victimLine where that rank pays
 * @param count how often
 * @param text in words
 */
record Finding(Kind kind, double seconds, int rank, String line, int victim, String victimLine, long count,
               String text) {
    private static final double PERCENT = 100;

    /** Kinds of faults. The page has a paragraph for each. */
    enum Kind {
        DEADLOCK, OVERSUBSCRIPTION, LATE_SENDER, LATE_RECEIVER, IMBALANCE, SERIALISATION, TINY_MESSAGES,
        UNEXPECTED_MESSAGES;

        /** As the page's data have it. */
        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The same, if only this share of the time was looked at. */
    Finding ofShare(double share) {
        return share == 1 || kind == Kind.DEADLOCK ? this
            : new Finding(kind, seconds / share, rank, line, victim, victimLine, count,
                text + String.format(Locale.ROOT, " (Seen in %.1f %% of the time.)", share * PERCENT));
    }

    /** A time as people read it. */
    static String time(double seconds) {
        if (seconds >= 1) {
            return String.format(Locale.ROOT, "%.2f s", seconds);
        }
        return seconds >= 1e-3 ? String.format(Locale.ROOT, "%.1f ms", seconds * 1e3)
            : String.format(Locale.ROOT, "%.1f µs", seconds * 1e6);
    }

    static String at(String line) {
        return line.isEmpty() ? "" : " at " + line;
    }
}
