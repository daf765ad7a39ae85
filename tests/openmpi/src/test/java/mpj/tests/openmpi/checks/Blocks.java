package mpj.tests.openmpi.checks;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Blocks of several sizes, in reverse order and with gaps. If there are three blocks or more, one of them is empty. */
record Blocks(int[] counts, int[] displs) {
    static Blocks of(int... counts) {
        int[] displs = new int[counts.length];
        int at = 1;
        for (int i = counts.length - 1; i >= 0; i--) {
            displs[i] = at;
            at += counts[i] + 1;
        }
        return new Blocks(counts, displs);
    }

    /** This many blocks. */
    static Blocks uneven(int number) {
        return of(IntStream.range(0, number).map(i -> (i + 1) % 3 + (i < 2 ? 1 : 0)).toArray());
    }

    int length() {
        return Arrays.stream(counts).sum() + counts.length + 1;
    }

    /** A buffer in which the blocks have these values, and all other elements are untouched. */
    int[] with(Block block) {
        int[] all = new int[length()];
        Arrays.fill(all, Memory.UNTOUCHED);
        for (int i = 0; i < counts.length; i++) {
            int[] values = block.values(i);
            if (values != null) {
                System.arraycopy(values, 0, all, displs[i], counts[i]);
            }
        }
        return all;
    }

    /** The values of each block. A block whose values are null stays untouched. */
    interface Block {
        int[] values(int i);
    }
}
