package mpj.tests.openmpi.programs;

import java.util.Arrays;
import mpi.Comm;
import mpj.checkpoint.State;

/** A global array of which each rank has a block, and whose content follows from the number of steps. */
final class Field {
    private static final int LENGTH = 20_011;

    private final long begin;
    private final double[] block;
    private final long[] step = new long[1];
    private final State state;

    Field(Comm comm, String name) {
        long size = comm.getSize();
        long rank = comm.getRank();
        begin = LENGTH * rank / size;
        block = new double[(int) (LENGTH * (rank + 1) / size - begin)];
        state = new State(name).common("step", step).block("field", block, begin, LENGTH);
        begin();
    }

    State state() {
        return state;
    }

    /** The content before the first step. */
    void begin() {
        step[0] = 0;
        Arrays.setAll(block, i -> begin + i);
    }

    long step() {
        return step[0];
    }

    void advance() {
        step[0]++;
        for (int i = 0; i < block.length; i++) {
            block[i] += (begin + i) % 7;
        }
    }

    void verify() {
        for (int i = 0; i < block.length; i++) {
            double expected = begin + i + step[0] * ((begin + i) % 7);
            if (block[i] != expected) {
                throw new AssertionError("step " + step[0] + ": element " + (begin + i) + " is " + block[i] + ", not "
                    + expected);
            }
        }
    }
}
