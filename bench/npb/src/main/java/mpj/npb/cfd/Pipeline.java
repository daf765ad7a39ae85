package mpj.npb.cfd;

import mpj.npb.common.Messages;
import mpj.npb.common.Run;

/**
 * A sweep along an axis and back, over a rank's cells. At the border of each cell, the solver sends the numbers that
 * the next cell needs to the rank of that cell. All ranks work at the same time, each in another layer.
 */
public final class Pipeline {
    /** The solver's work in a cell. */
    public interface Stage {
        /** How many numbers a line hands on to the next cell. */
        int forwardNumbers();

        /** How many numbers a line hands back to the cell before. */
        int backwardNumbers();

        /**
         * Eliminates along the lines of a layer. {@code incoming} is null in the first layer, {@code outgoing} in the
         * last one.
         */
        void forward(Lines lines, int layer, double[] incoming, double[] outgoing);

        /**
         * Substitutes back along the lines of a layer. {@code incoming} is null in the last layer, {@code outgoing} in
         * the first one.
         */
        void backward(Lines lines, int layer, double[] incoming, double[] outgoing);
    }

    private final MultiPartition partition;
    private final Messages ranks;
    private final Run run;
    /** This rank's lines, by axis and layer. */
    private final Lines[][] lines;
    private final double[] incoming;
    private final double[] outgoing;
    private Object sending;

    /**
     * Prepares buffers.
     *
     * @param partition the cells
     * @param lines the lines of this rank's cells, by axis and layer
     * @param numbers the most numbers that a line hands on
     * @param run the ranks
     */
    public Pipeline(MultiPartition partition, Lines[][] lines, int numbers, Run run) {
        this.partition = partition;
        this.lines = lines;
        this.run = run;
        ranks = run.messages().duplicate();
        int most = 0;
        for (Lines[] ofAxis : lines) {
            for (Lines each : ofAxis) {
                most = Math.max(most, each.count());
            }
        }
        incoming = new double[most * numbers];
        outgoing = new double[most * numbers];
    }

    /** Sweeps along an axis and back. */
    public void sweep(int axis, Stage stage) {
        int last = partition.layers() - 1;
        for (int layer = 0; layer <= last; layer++) {
            Lines cell = lines[axis][layer];
            if (layer > 0) {
                receive(partition.predecessor(axis), cell.count() * stage.forwardNumbers());
            }
            stage.forward(cell, layer, layer > 0 ? incoming : null, layer < last ? outgoing : null);
            if (layer < last) {
                send(partition.successor(axis), cell.count() * stage.forwardNumbers());
            }
        }
        for (int layer = last; layer >= 0; layer--) {
            Lines cell = lines[axis][layer];
            if (layer < last) {
                receive(partition.successor(axis), cell.count() * stage.backwardNumbers());
            }
            stage.backward(cell, layer, layer < last ? incoming : null, layer > 0 ? outgoing : null);
            if (layer > 0) {
                send(partition.predecessor(axis), cell.count() * stage.backwardNumbers());
            }
        }
    }

    /** Receives from a rank. It also waits until the last send is complete, because its buffer is needed again. */
    private void receive(int source, int count) {
        run.communicationBegins();
        Object receiving = ranks.receive(incoming, count, source, 0);
        ranks.await(sending);
        ranks.await(receiving);
        run.communicationEnds();
    }

    private void send(int target, int count) {
        run.communicationBegins();
        sending = ranks.send(outgoing, count, target, 0);
        run.communicationEnds();
    }

    /** Frees the communicator. */
    public void free() {
        ranks.free();
    }
}
