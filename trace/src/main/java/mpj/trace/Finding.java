package mpj.trace;

import java.util.Locale;

/**
 * A fault that costs the job time.
 *
 * @param kind the kind of fault
 * @param seconds an estimate of the time that the fault costs, added up over the ranks
 * @param rank the rank that causes the fault; -1 for all
 * @param line the line of the program with the cause; empty if it is not known
 * @param victim the rank that loses time; -1 for several
 * @param victimLine the line where that rank loses time
 * @param count the number of occurrences
 * @param text the fault in words
 */
record Finding(Kind kind, double seconds, int rank, String line, int victim, String victimLine, long count,
               String text) {
    private static final double PERCENT = 100;

    /** The kinds of faults. The page has a paragraph for each. */
    enum Kind {
        DEADLOCK, OVERSUBSCRIPTION, LATE_SENDER, LATE_RECEIVER, IMBALANCE, SERIALISATION, TINY_MESSAGES,
        UNEXPECTED_MESSAGES;

        /** The word for this kind in the data of the page. */
        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The same finding, scaled up, if the trace has only this share of the time. */
    Finding ofShare(double share) {
        return share == 1 || kind == Kind.DEADLOCK ? this
            : new Finding(kind, seconds / share, rank, line, victim, victimLine, count,
                text + String.format(Locale.ROOT, " (Seen in %.1f %% of the time.)", share * PERCENT));
    }

    /** A time in a form for people. */
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
