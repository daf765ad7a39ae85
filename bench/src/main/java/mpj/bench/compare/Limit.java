package mpj.bench.compare;

/** What the bare hardware or kernel does with a message: the floor under a curve. */
interface Limit {
    /** The name in tables and legends. */
    String label();

    /** Microseconds to bring a message of this size across, once. */
    double microseconds(int bytes);

    /** The least of several tries: the first ones are slow until they are compiled. */
    default double best(int bytes) {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < 6; i++) {
            best = Math.min(best, microseconds(bytes));
        }
        return best;
    }

    /** How often to repeat with messages of this size: fewer times where one takes long. */
    static int repetitions(int bytes, int most) {
        return Math.clamp(160_000_000L / Math.max(1, bytes), 20, most);
    }
}
