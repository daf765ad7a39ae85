package mpj.bench.openmpi.npb;

import java.nio.DoubleBuffer;
import java.util.IdentityHashMap;
import java.util.Map;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Request;
import mpj.npb.common.Messages;

/**
 * Messages through Open MPI's API. This API requires buffers outside the heap for calls that do not wait, so each
 * message is copied once more than with mpiJava's API.
 */
final class OpenMpiRanks implements Messages {
    private final Intracomm comm;
    /** The buffer of each array. The benchmark uses the same arrays again and again. */
    private final Map<double[], DoubleBuffer> buffers = new IdentityHashMap<>();

    OpenMpiRanks(Intracomm comm) {
        this.comm = comm;
    }

    /**
     * A started transfer. When it is complete, its numbers go into the array; the array is null if the numbers were
     * sent.
     */
    private record Started(Request request, double[] into, int count) {
    }

    private DoubleBuffer buffer(double[] array) {
        return buffers.computeIfAbsent(array, key -> MPI.newDoubleBuffer(key.length));
    }

    @Override
    public int rank() {
        return comm.getRank();
    }

    @Override
    public int size() {
        return comm.getSize();
    }

    @Override
    public void barrier() {
        comm.barrier();
    }

    @Override
    public void allreduce(double[] own, double[] all, Reduction reduction) {
        Op op = switch (reduction) {
            case SUM -> MPI.SUM;
            case LEAST -> MPI.MIN;
            case MOST -> MPI.MAX;
        };
        comm.allReduce(own, all, own.length, MPI.DOUBLE, op);
    }

    @Override
    public Messages duplicate() {
        return new OpenMpiRanks(comm.dup());
    }

    @Override
    public void free() {
        comm.free();
    }

    @Override
    public Object receive(double[] into, int count, int source, int tag) {
        return new Started(comm.iRecv(buffer(into), count, MPI.DOUBLE, source, tag), into, count);
    }

    @Override
    public Object send(double[] from, int count, int target, int tag) {
        DoubleBuffer buffer = buffer(from).put(0, from, 0, count);
        return new Started(comm.iSend(buffer, count, MPI.DOUBLE, target, tag), null, 0);
    }

    @Override
    public void await(Object started) {
        Started operation = (Started) started;
        operation.request.waitFor();
        if (operation.into != null) {
            buffer(operation.into).get(0, operation.into, 0, operation.count);
        }
    }
}
