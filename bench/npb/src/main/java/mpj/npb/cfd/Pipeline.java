package mpj.npb.cfd;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpj.npb.common.Run;

/**
 * A sweep along an axis and back, over a rank's cells. At each cell's border the solver hands on what the next cell
 * needs, to the rank that has it. All ranks are at work, each in another layer.
 */
public final class Pipeline {
    /** What a solver does in a cell. */
    public interface Stage {
        /** How many numbers a line hands on to the next cell. */
        int forwardNumbers();

        /** How many it hands back to the cell before. */
        int backwardNumbers();

        /** Eliminates along the lines of a layer; incoming is null in the first one, outgoing in the last. */
        void forward(Lines lines, int layer, double[] incoming, double[] outgoing);

        /** Substitutes back along the lines of a layer; incoming is null in the last one, outgoing in the first. */
        void backward(Lines lines, int layer, double[] incoming, double[] outgoing);
    }

    private final MultiPartition partition;
    private final Intracomm ranks;
    private final Run run;
    /** By axis and layer. */
    private final Lines[][] lines;
    private final double[] incoming;
    private final double[] outgoing;
    private Request sending;

    /**
     * Prepares buffers.
     *
     * @param partition the cells
     * @param lines of this rank's cells, by axis and layer
     * @param numbers the most that a line hands on
     * @param run the ranks
     */
    public Pipeline(MultiPartition partition, Lines[][] lines, int numbers, Run run) {
        this.partition = partition;
        this.lines = lines;
        this.run = run;
        ranks = (Intracomm) run.ranks().clone();
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

    /** Receives from a rank; also waits until what was sent last is out, as the buffer is needed again. */
    private void receive(int source, int count) {
        run.communicationBegins();
        Request receiving = ranks.Irecv(incoming, 0, count, MPI.DOUBLE, source, 0);
        sending.Wait();
        receiving.Wait();
        run.communicationEnds();
    }

    private void send(int target, int count) {
        run.communicationBegins();
        sending = ranks.Isend(outgoing, 0, count, MPI.DOUBLE, target, 0);
        run.communicationEnds();
    }

    /** Frees the communicator. */
    public void free() {
        ranks.Free();
    }
}
