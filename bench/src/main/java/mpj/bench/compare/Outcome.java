package mpj.bench.compare;

import java.util.List;

/**
 * What became of an exhibit.
 *
 * @param planned what was to run
 * @param comparison what was measured by turns, or null
 * @param text what another command printed; empty if none ran
 * @param reasons sentences on what is not there, and why
 */
record Outcome(Planned planned, Comparison comparison, String text, List<String> reasons) {
    /** Whether there is a figure at all. */
    boolean hasFigures() {
        return comparison != null ? !comparison.isEmpty() : !text.isEmpty();
    }

    /** Whether all was measured, in a word or two. */
    String state() {
        return !hasFigures() ? "not measured" : reasons.isEmpty() ? "measured" : "measured in part";
    }
}
