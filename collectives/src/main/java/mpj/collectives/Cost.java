package mpj.collectives;

/**
 * The cost of an algorithm in Hockney's model (1994). A message of n bytes takes {@code α + nβ}. A rank sends one
 * message and receives one message at a time, and can do both at once. Reducing n bytes takes {@code nγ}.
 *
 * @param messages the messages that all ranks together send
 * @param bytes the bytes that all ranks together send
 * @param rounds the number of messages that follow one another on the longest path: how many α it takes
 * @param path the number of bytes that follow one another on the longest path: how many β it takes
 * @param reduced the number of bytes that are reduced one after the other on the longest path: how many γ it takes
 */
public record Cost(long messages, long bytes, long rounds, long path, long reduced) {
    /** No cost. */
    public static final Cost NONE = new Cost(0, 0, 0, 0, 0);

    /**
     * The cost of this and of something that follows it.
     *
     * @param next the cost of what follows
     * @return the sum
     */
    public Cost then(Cost next) {
        return new Cost(messages + next.messages, bytes + next.bytes, rounds + next.rounds, path + next.path,
            reduced + next.reduced);
    }

    /**
     * The cost of this, done several times at the same time.
     *
     * @param times how many times
     * @return a cost with that many times the messages, and with the same time
     */
    public Cost beside(long times) {
        return new Cost(messages * times, bytes * times, rounds, path, reduced);
    }

    /**
     * The time that this takes on a network.
     *
     * @param alpha the latency of a message
     * @param beta the time of a byte
     * @param gamma the time of reducing a byte
     * @return the time, in the unit of the three arguments
     */
    public double time(double alpha, double beta, double gamma) {
        return rounds * alpha + path * beta + reduced * gamma;
    }

    /**
     * The logarithm to base 2, rounded up. This is the number of rounds of an algorithm that doubles something in each
     * round.
     *
     * @param size the number of ranks
     * @return the least r for which 2^r is at least the size
     */
    public static int log2(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }

    /**
     * The logarithm to any base, rounded up.
     *
     * @param size the number of ranks
     * @param radix the base
     * @return the least r for which radix^r is at least the size
     */
    public static int log(int size, int radix) {
        int rounds = 0;
        for (long reached = 1; reached < size; reached *= radix) {
            rounds++;
        }
        return rounds;
    }
}
