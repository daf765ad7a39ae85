package mpj.bench.imb;

/**
 * A rank's part of a transfer of all ranks, as IMB-IO divides it. The parts are whole units, and the first ranks have
 * one unit more.
 *
 * @param start where the part begins, in bytes
 * @param length the bytes of the part
 */
record Portion(int start, int length) {
    private static final int UNIT = Integer.BYTES;

    static Portion of(int bytes, int rank, int ranks) {
        int units = Math.ceilDiv(bytes, UNIT);
        int start = UNIT * (units / ranks * rank + Math.min(rank, units % ranks));
        int length = UNIT * (units / ranks + (rank < units % ranks ? 1 : 0));
        return new Portion(Math.min(start, bytes), Math.clamp((long) bytes - start, 0, length));
    }
}
