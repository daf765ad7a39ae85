package mpj.bench.compare;

/** The floor under a curve: how fast the bare hardware or the kernel moves a message. */
interface Limit {
    /** The name in tables and legends. */
    String label();

    /** The microseconds to bring one message of this size across. */
    double microseconds(int bytes);

    /** The least time of several tries. The first tries are slow because their code is not yet compiled. */
    default double best(int bytes) {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < 6; i++) {
            best = Math.min(best, microseconds(bytes));
        }
        return best;
    }

    /** How often to repeat with messages of this size. Long messages are repeated fewer times. */
    static int repetitions(int bytes, int most) {
        return Math.clamp(160_000_000L / Math.max(1, bytes), 20, most);
    }
}
