package mpi;

import mpj.engine.Engine;
import mpjbuf.layout.ElementType;

/** A communicator of one group. MPI: an intracommunicator. */
public class Intracomm extends Comm {
    private static final byte[] NOTHING = {};
    private static final int BARRIER_TAG = 1;

    Intracomm() {
    }

    /**
     * Returns when every rank of the communicator has called it. MPI: MPI_Barrier.
     *
     * <p>Dissemination (Hensgen, Finkel and Manber 1988): in round k each rank tells the one 2^k further, and hears
     * from the one 2^k before; after log2 of the size rounds everybody has heard of everybody.
     */
    public void Barrier() {
        Engine engine = engine();
        int size = Size();
        for (int distance = 1; distance < size; distance *= 2) {
            engine.send(NOTHING, ElementType.BYTE, 0, 0, 0, collectiveContext(), BARRIER_TAG,
                memberAt((Rank() + distance) % size));
            engine.receive(NOTHING, ElementType.BYTE, ElementType.BYTE.code(), 0, 0, collectiveContext(),
                memberAt((Rank() - distance + size) % size), BARRIER_TAG);
        }
    }
}
