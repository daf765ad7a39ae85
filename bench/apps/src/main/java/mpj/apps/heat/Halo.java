package mpj.apps.heat;

import mpi.Cartcomm;
import mpi.Datatype;
import mpi.MPI;
import mpi.Prequest;
import mpi.ShiftParms;

/**
 * The margin of an array. Persistent requests fill it from the neighbours. Rows are contiguous, columns are strided.
 */
final class Halo {
    private static final int UP = 0;
    private static final int DOWN = 1;
    private static final int LEFT = 2;
    private static final int RIGHT = 3;

    private final Prequest[] requests;

    Halo(Cartcomm ranks, Part part, double[] values) {
        Datatype column = Datatype.Vector(part.rows(), 1, part.width(), MPI.DOUBLE);
        column.Commit();
        ShiftParms rows = ranks.Shift(0, 1);
        ShiftParms columns = ranks.Shift(1, 1);
        int bottom = part.rows();
        int last = part.columns();
        // A tag says in which direction a message goes, because the same rank may be the neighbour on both sides.
        // Beyond the plate's edge the neighbour is PROC_NULL: there is no message, and the margin stays cold.
        requests = new Prequest[] {
            ranks.Recv_init(values, part.at(0, 1), last, MPI.DOUBLE, rows.rank_source, DOWN),
            ranks.Recv_init(values, part.at(bottom + 1, 1), last, MPI.DOUBLE, rows.rank_dest, UP),
            ranks.Recv_init(values, part.at(1, 0), 1, column, columns.rank_source, RIGHT),
            ranks.Recv_init(values, part.at(1, last + 1), 1, column, columns.rank_dest, LEFT),
            ranks.Send_init(values, part.at(1, 1), last, MPI.DOUBLE, rows.rank_source, UP),
            ranks.Send_init(values, part.at(bottom, 1), last, MPI.DOUBLE, rows.rank_dest, DOWN),
            ranks.Send_init(values, part.at(1, 1), 1, column, columns.rank_source, LEFT),
            ranks.Send_init(values, part.at(1, last), 1, column, columns.rank_dest, RIGHT)};
    }

    /** Fills the margin. */
    void exchange() {
        Prequest.Startall(requests);
        Prequest.Waitall(requests);
    }

    void free() {
        for (Prequest request : requests) {
            request.Free();
        }
    }
}
