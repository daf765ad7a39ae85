package mpj.bench.compare;

import java.util.List;

/**
 * The outcome of an exhibit.
 *
 * @param planned the plan of the exhibit
 * @param comparison the measurements by turns, or null
 * @param text the output of another command; empty if none ran
 * @param succeeded whether that command succeeded
 * @param reasons sentences that say which figures are missing, and why
 */
record Outcome(Planned planned, Comparison comparison, String text, boolean succeeded, List<String> reasons) {
    /** The outcome if nothing ran. */
    static Outcome none(Planned planned, List<String> reasons) {
        return new Outcome(planned, null, "", false, reasons);
    }

    /** Whether there are any figures. */
    boolean hasFigures() {
        return comparison != null ? !comparison.isEmpty() : succeeded;
    }

    /** Says in a word or two whether everything was measured. */
    String state() {
        return !hasFigures() ? "not measured" : reasons.isEmpty() ? "measured" : "measured in part";
    }
}
