package mpj.bench.compare;

import java.util.List;

/**
 * What became of an exhibit.
 *
 * @param planned what was to run
 * @param comparison what was measured by turns, or null
 * @param text what another command printed; empty if none ran
 * @param succeeded whether that command did
 * @param reasons sentences on what is not there, and why
 */
record Outcome(Planned planned, Comparison comparison, String text, boolean succeeded, List<String> reasons) {
    /** Nothing ran. */
    static Outcome none(Planned planned, List<String> reasons) {
        return new Outcome(planned, null, "", false, reasons);
    }

    /** Whether there is a figure at all. */
    boolean hasFigures() {
        return comparison != null ? !comparison.isEmpty() : succeeded;
    }

    /** Whether all was measured, in a word or two. */
    String state() {
        return !hasFigures() ? "not measured" : reasons.isEmpty() ? "measured" : "measured in part";
    }
}
