package mpj.checkpoint;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** Moves bytes between ranks. */
final class Transfer {
    private static final int TAG = 1;
    /** A message has at most this many bytes, because a count is an int. */
    private static final long LONGEST = 1L << 30;

    private Transfer() {
    }

    /**
     * Sends the data of one rank while it receives the data of another. All ranks call this.
     *
     * @param sent not in the heap
     * @param received not in the heap
     */
    static void shift(Intracomm comm, MemorySegment sent, int to, MemorySegment received, int from) {
        List<Request> requests = new ArrayList<>();
        send(comm, sent, to, requests);
        receive(comm, received, from);
        Request.waitAll(requests.toArray(new Request[0]));
    }

    /**
     * Moves all pieces to where they belong. All ranks call this with the same pieces.
     *
     * @param read the parts of the version that this rank has read
     * @param memory what this rank has registered
     */
    static void move(Intracomm comm, List<Redistribution.Piece> pieces, Map<Integer, Snapshot> read,
                     List<MemorySegment> memory) {
        int self = comm.getRank();
        List<Request> requests = new ArrayList<>();
        for (Redistribution.Piece piece : pieces) {
            if (piece.from() == self && piece.to() != self) {
                send(comm, source(piece, read), piece.to(), requests);
            }
        }
        for (Redistribution.Piece piece : pieces) {
            if (piece.to() == self) {
                MemorySegment target = memory.get(piece.part()).asSlice(piece.target(), piece.bytes());
                if (piece.from() == self) {
                    target.copyFrom(source(piece, read));
                } else {
                    receive(comm, target, piece.from());
                }
            }
        }
        Request.waitAll(requests.toArray(new Request[0]));
    }

    private static MemorySegment source(Redistribution.Piece piece, Map<Integer, Snapshot> read) {
        return read.get(piece.table()).data().asSlice(piece.source(), piece.bytes());
    }

    private static void send(Intracomm comm, MemorySegment data, int to, List<Request> requests) {
        for (long at = 0; at < data.byteSize(); at += LONGEST) {
            int bytes = (int) Math.min(LONGEST, data.byteSize() - at);
            requests.add(comm.iSend(data.asSlice(at, bytes), bytes, MPI.BYTE, to, TAG));
        }
    }

    private static void receive(Intracomm comm, MemorySegment data, int from) {
        for (long at = 0; at < data.byteSize(); at += LONGEST) {
            int bytes = (int) Math.min(LONGEST, data.byteSize() - at);
            comm.recv(data.asSlice(at, bytes), bytes, MPI.BYTE, from, TAG);
        }
    }
}
