package mpj.collectives;

/**
 * What an algorithm costs in Hockney's model (1994), in which a message of n bytes takes {@code α + nβ}, and a rank
 * sends and receives one message at a time, both at once; reducing n bytes takes {@code nγ}.
 *
 * @param messages sent by all ranks together
 * @param bytes sent by all ranks together
 * @param rounds messages one after the other on the longest path: how many α it takes
 * @param path bytes one after the other on the longest path: how many β it takes
 * @param reduced bytes reduced one after the other on the longest path: how many γ it takes
 */
public record Cost(long messages, long bytes, long rounds, long path, long reduced) {
    /** Nothing. */
    public static final Cost NONE = new Cost(0, 0, 0, 0, 0);

    /**
     * One after the other.
     *
     * @param next what comes afterwards
     * @return both
     */
    public Cost then(Cost next) {
        return new Cost(messages + next.messages, bytes + next.bytes, rounds + next.rounds, path + next.path,
            reduced + next.reduced);
    }

    /**
     * Several times side by side.
     *
     * @param times how many times
     * @return as many messages, in the same time
     */
    public Cost beside(long times) {
        return new Cost(messages * times, bytes * times, rounds, path, reduced);
    }

    /**
     * The time on a network.
     *
     * @param alpha the latency of a message
     * @param beta the time of a byte
     * @param gamma the time of reducing a byte
     * @return the time, in the unit of these
     */
    public double time(double alpha, double beta, double gamma) {
        return rounds * alpha + path * beta + reduced * gamma;
    }

    /**
     * The logarithm to base 2, rounded up: the rounds of what doubles in each.
     *
     * @param size the number of ranks
     * @return the least r with 2^r not below the size
     */
    public static int log2(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }

    /**
     * The logarithm to any base, rounded up.
     *
     * @param size the number of ranks
     * @param radix the base
     * @return the least r with radix^r not below the size
     */
    public static int log(int size, int radix) {
        int rounds = 0;
        for (long reached = 1; reached < size; reached *= radix) {
            rounds++;
        }
        return rounds;
    }
}
