package mpj.npb.cg;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpj.npb.common.Run;

/** The communication between the ranks: sums over a row of ranks, and the exchange with the transposed rank. */
final class Exchange {
    private final Run run;
    private final Intracomm ranks;
    private final boolean isAlone;
    private final boolean isSquare;
    private final int rowLength;
    private final Grid.Block share;
    private final int columnLength;
    private final int[] partners;
    private final int rank;
    private final int transposed;
    private final double[] received;
    private final double[] others = new double[2];

    Exchange(Grid grid, Run run) {
        this.run = run;
        ranks = run.ranks();
        isAlone = grid.columns() == 1;
        isSquare = grid.isSquare();
        rowLength = grid.rowBlock().length();
        share = grid.share();
        columnLength = grid.columnBlock().length();
        partners = grid.partners();
        rank = grid.rank();
        transposed = grid.transposed();
        received = new double[rowLength];
    }

    /** Adds up each of these sums over the row of ranks. The ranks of a row together have all columns of the matrix. */
    void addUp(double[] sums) {
        run.communicationBegins();
        for (int i = 0; i < partners.length; i++) {
            exchange(sums, 0, sums.length, others, 0, sums.length, partners[i], i + 1);
            for (int j = 0; j < sums.length; j++) {
                sums[j] += others[j];
            }
        }
        run.communicationEnds();
    }

    /**
     * Adds up the products of the blocks of a row of ranks, and gives each rank its part of the result.
     *
     * @param partial a product for each row of the block, which is overwritten
     * @param result the part that belongs to the columns of the block
     */
    void addUpRows(double[] partial, double[] result) {
        if (isAlone) {
            System.arraycopy(partial, 0, result, 0, columnLength);
            return;
        }
        run.communicationBegins();
        for (int i = partners.length - 1; i >= 0; i--) {
            if (!isSquare && i == partners.length - 1) {
                // The two ranks of a pair of columns halve the rows. Each rank sends the other one's rows.
                int first = share.first() == 0 ? share.end() : 0;
                exchange(partial, first, rowLength - share.length(), received, share.first(), share.length(),
                    partners[i], i + 1);
            } else {
                exchange(partial, share.first(), share.length(), received, share.first(), share.length(), partners[i],
                    i + 1);
            }
            Vectors.add(received, partial, share.first(), share.end());
        }
        if (transposed == rank) {
            System.arraycopy(partial, share.first(), result, 0, columnLength);
        } else {
            exchange(partial, share.first(), share.length(), result, 0, columnLength, transposed, 1);
        }
        run.communicationEnds();
    }

    private void exchange(double[] mine, int first, int count, double[] theirs, int place, int theirCount, int rank,
            int tag) {
        Request request = ranks.Irecv(theirs, place, theirCount, MPI.DOUBLE, rank, tag);
        ranks.Send(mine, first, count, MPI.DOUBLE, rank, tag);
        request.Wait();
    }
}
