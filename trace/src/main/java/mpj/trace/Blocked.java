package mpj.trace;

/**
 * Where a rank still was when its recording ended: it waits for a message that never matched.
 *
 * @param rank that waits
 * @param receives whether it receives; else it sends
 * @param peer whom it waits for; -1 for any
 * @param tag -1 for any
 * @param line of the program; empty when not known
 * @param since when it began to
 */
record Blocked(int rank, boolean receives, int peer, int tag, String line, long since) {
    /** As a part of a sentence. */
    String words() {
        String what = receives ? "receives from " + (peer < 0 ? "any rank" : "rank " + peer) : "sends to rank " + peer;
        return "rank " + rank + " " + what + (tag < 0 ? "" : ", tag " + tag)
            + (line.isEmpty() ? "" : " (" + line + ")");
    }
}
