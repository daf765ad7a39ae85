package mpj.trace;

/**
 * A rank that was still waiting when its recording ended, for a message that was never matched.
 *
 * @param rank the rank that waits
 * @param receives true if the rank receives, false if it sends
 * @param peer the rank for which it waits; -1 for any
 * @param tag the tag; -1 for any
 * @param line the line of the program; empty if it is not known
 * @param since the time at which the wait began
 */
record Blocked(int rank, boolean receives, int peer, int tag, String line, long since) {
    /** The wait, as a part of a sentence. */
    String words() {
        String what = receives ? "receives from " + (peer < 0 ? "any rank" : "rank " + peer) : "sends to rank " + peer;
        return "rank " + rank + " " + what + (tag < 0 ? "" : ", tag " + tag)
            + (line.isEmpty() ? "" : " (" + line + ")");
    }
}
