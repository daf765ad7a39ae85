package mpj.npb.mg;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpj.npb.common.Run;

/**
 * Fills the layers around the ranks' boxes with the points of their neighbours. It goes one axis after the other, so
 * that edges and corners are filled as well. The cube is periodic.
 */
final class Borders {
    private static final int TAG = 100;

    private final Run run;
    private final Intracomm ranks;
    private final int rank;
    /** The buffers for messages down and up, and from below and above. */
    private final double[] down;
    private final double[] up;
    private final double[] fromBelow;
    private final double[] fromAbove;

    Borders(Run run, Level finest) {
        this.run = run;
        ranks = run.ranks();
        rank = ranks.Rank();
        int length = 2 * Math.max(finest.nx * finest.ny, Math.max(finest.ny * finest.nz, finest.nx * finest.nz));
        down = new double[length];
        up = new double[length];
        fromBelow = new double[length];
        fromAbove = new double[length];
    }

    /** Fills the layer of a level's field, which is u or r. */
    void fill(double[][] field, Level level) {
        if (level.isEmpty) {
            Level.clear(field);
            return;
        }
        for (int axis = Level.X; axis <= Level.Z; axis++) {
            int last = level.length(axis) - 1;
            if (level.above(axis) == rank) {
                copy(field, level, axis, last - 1, 0);
                copy(field, level, axis, 1, last);
            } else {
                exchange(field, level, axis, last);
            }
        }
    }

    private void exchange(double[][] field, Level level, int axis, int last) {
        run.communicationBegins();
        Request above = receive(fromAbove, level.above(axis), tag(axis, 0));
        Request below = receive(fromBelow, level.below(axis), tag(axis, 1));
        run.communicationEnds();
        Slab inner = Slab.inner(level, axis);
        send(up, inner.at(last - 1, 1).pack(field, level, up), level.above(axis), tag(axis, 1));
        send(down, inner.at(1, 1).pack(field, level, down), level.below(axis), tag(axis, 0));
        await(above);
        inner.at(last, 1).unpack(fromAbove, field, level);
        await(below);
        inner.at(0, 1).unpack(fromBelow, field, level);
    }

    private static void copy(double[][] field, Level level, int axis, int from, int to) {
        Slab.inner(level, axis).at(from, 1).copy(field, level, axis, to - from);
    }

    /** Gives their parts to the ranks that had no points on the coarser level. */
    void spread(double[][] field, Level level) {
        for (int axis = Level.X; axis <= Level.Z; axis++) {
            int last = level.length(axis) - 1;
            Slab whole = Slab.whole(level, axis);
            if (level.takes(axis)) {
                run.communicationBegins();
                Request above = receive(fromAbove, level.above(axis), tag(axis, 0));
                Request below = receive(fromBelow, level.below(axis), tag(axis, 1));
                run.communicationEnds();
                await(above);
                whole.at(last, 1).unpack(fromAbove, field, level);
                await(below);
                whole.at(0, 2).unpack(fromBelow, field, level);
            }
            if (level.gives(axis)) {
                send(up, whole.at(last - 1, 2).pack(field, level, up), level.above(axis), tag(axis, 1));
                send(down, whole.at(1, 1).pack(field, level, down), level.below(axis), tag(axis, 0));
            }
        }
    }

    private static int tag(int axis, int direction) {
        return TAG * (2 * axis + direction + 1);
    }

    private Request receive(double[] buffer, int from, int tag) {
        return ranks.Irecv(buffer, 0, buffer.length, MPI.DOUBLE, from, tag);
    }

    private void send(double[] buffer, int count, int to, int tag) {
        run.communicationBegins();
        ranks.Send(buffer, 0, count, MPI.DOUBLE, to, tag);
        run.communicationEnds();
    }

    private void await(Request request) {
        run.communicationBegins();
        request.Wait();
        run.communicationEnds();
    }
}
