package mpj.bench.imb;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Messages through mpiJava's API. */
public final class MpiJavaMessages extends Messages {
    private final Intracomm comm;

    /** The messages of all ranks. */
    public MpiJavaMessages() {
        this(MPI.COMM_WORLD);
    }

    private MpiJavaMessages(Intracomm comm) {
        this.comm = comm;
    }

    @Override
    public String[] begin(String[] arguments) {
        return MPI.Init(arguments);
    }

    @Override
    public void end() {
        MPI.Finalize();
    }

    @Override
    public MemorySegment allocate(long bytes, Arena arena) {
        try {
            return MPI.allocate(bytes, arena);
        } catch (MPIException e) {
            throw noMemory(e);
        }
    }

    @Override
    public int rank() {
        return comm.Rank();
    }

    @Override
    public int size() {
        return comm.Size();
    }

    @Override
    public Messages split(int color, int key) {
        return new MpiJavaMessages(comm.Split(color, key));
    }

    @Override
    public int anySource() {
        return MPI.ANY_SOURCE;
    }

    @Override
    public int anyTag() {
        return MPI.ANY_TAG;
    }

    @Override
    public boolean takesArraysAnywhere() {
        return true;
    }

    @Override
    public Object basic(Class<?> element) {
        return switch (element.getSimpleName()) {
            case "byte" -> MPI.BYTE;
            case "char" -> MPI.CHAR;
            case "int" -> MPI.INT;
            case "float" -> MPI.FLOAT;
            case "double" -> MPI.DOUBLE;
            default -> MPI.OBJECT;
        };
    }

    @Override
    public Object contiguous(int count, Object type) {
        return Datatype.Contiguous(count, (Datatype) type);
    }

    @Override
    public Object vector(int count, int blockLength, int stride, Object basic) {
        return Datatype.Vector(count, blockLength, stride, (Datatype) basic);
    }

    @Override
    public Object padded(Object basic) {
        return Datatype.Struct(new int[] {1, 1}, new int[] {0, 2}, new Datatype[] {(Datatype) basic, MPI.UB});
    }

    @Override
    public void commit(Object type) {
        ((Datatype) type).Commit();
    }

    @Override
    public Object[] requests(int length) {
        return new Request[length];
    }

    @Override
    public void await(Object request) {
        ((Request) request).Wait();
    }

    @Override
    public void awaitAll(Object[] requests) {
        Request.Waitall((Request[]) requests);
    }

    @Override
    public void barrier() {
        comm.Barrier();
    }

    @Override
    public void send(Object buffer, int offset, int count, Object type, int dest, int tag) {
        comm.Send(buffer, offset, count, (Datatype) type, dest, tag);
    }

    @Override
    public void recv(Object buffer, int offset, int count, Object type, int source, int tag) {
        comm.Recv(buffer, offset, count, (Datatype) type, source, tag);
    }

    @Override
    public void sendrecv(Object sent, int sentOffset, int sentCount, Object sentType, int dest, int sentTag,
                         Object received, int offset, int count, Object type, int source, int tag) {
        comm.Sendrecv(sent, sentOffset, sentCount, (Datatype) sentType, dest, sentTag, received, offset, count,
            (Datatype) type, source, tag);
    }

    @Override
    public Object isend(Object buffer, int offset, int count, Object type, int dest, int tag) {
        return comm.Isend(buffer, offset, count, (Datatype) type, dest, tag);
    }

    @Override
    public Object irecv(Object buffer, int offset, int count, Object type, int source, int tag) {
        return comm.Irecv(buffer, offset, count, (Datatype) type, source, tag);
    }

    @Override
    public void bcast(Object buffer, int offset, int count, Object type, int root) {
        comm.Bcast(buffer, offset, count, (Datatype) type, root);
    }

    @Override
    public void gather(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                       int count, Object type, int root) {
        comm.Gather(sent, sentOffset, sentCount, (Datatype) sentType, received, offset, count, (Datatype) type, root);
    }

    @Override
    public void gatherv(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                        int[] counts, int[] places, Object type, int root) {
        comm.Gatherv(sent, sentOffset, sentCount, (Datatype) sentType, received, offset, counts, places,
            (Datatype) type, root);
    }

    @Override
    public void scatter(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                        int count, Object type, int root) {
        comm.Scatter(sent, sentOffset, sentCount, (Datatype) sentType, received, offset, count, (Datatype) type,
            root);
    }

    @Override
    public void scatterv(Object sent, int sentOffset, int[] sentCounts, int[] sentPlaces, Object sentType,
                         Object received, int offset, int count, Object type, int root) {
        comm.Scatterv(sent, sentOffset, sentCounts, sentPlaces, (Datatype) sentType, received, offset, count,
            (Datatype) type, root);
    }

    @Override
    public void allgather(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                          int count, Object type) {
        comm.Allgather(sent, sentOffset, sentCount, (Datatype) sentType, received, offset, count, (Datatype) type);
    }

    @Override
    public void allgatherv(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                           int[] counts, int[] places, Object type) {
        comm.Allgatherv(sent, sentOffset, sentCount, (Datatype) sentType, received, offset, counts, places,
            (Datatype) type);
    }

    @Override
    public void alltoall(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                         int count, Object type) {
        comm.Alltoall(sent, sentOffset, sentCount, (Datatype) sentType, received, offset, count, (Datatype) type);
    }

    @Override
    public void alltoallv(Object sent, int sentOffset, int[] sentCounts, int[] sentPlaces, Object sentType,
                          Object received, int offset, int[] counts, int[] places, Object type) {
        comm.Alltoallv(sent, sentOffset, sentCounts, sentPlaces, (Datatype) sentType, received, offset, counts,
            places, (Datatype) type);
    }

    @Override
    public void reduce(Object sent, int sentOffset, Object received, int offset, int count, Object type, int root) {
        comm.Reduce(sent, sentOffset, received, offset, count, (Datatype) type, MPI.SUM, root);
    }

    @Override
    public void allreduce(Object sent, int sentOffset, Object received, int offset, int count, Object type) {
        comm.Allreduce(sent, sentOffset, received, offset, count, (Datatype) type, MPI.SUM);
    }

    @Override
    public void reduceScatter(Object sent, int sentOffset, Object received, int offset, int[] counts, Object type) {
        comm.Reduce_scatter(sent, sentOffset, received, offset, counts, (Datatype) type, MPI.SUM);
    }

    @Override
    public void reduceScatterBlock(Object sent, int sentOffset, Object received, int offset, int count, Object type) {
        comm.Reduce_scatter_block(sent, sentOffset, received, offset, count, (Datatype) type, MPI.SUM);
    }

    @Override
    public void reduceLocal(Object added, Object sum, int count, Object type) {
        comm.Reduce_local(added, sum, count, (Datatype) type, MPI.SUM);
    }

    @Override
    public Object ibcast(Object buffer, int offset, int count, Object type, int root) {
        return comm.Ibcast(buffer, offset, count, (Datatype) type, root);
    }

    @Override
    public Object igather(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                          int count, Object type, int root) {
        return comm.Igather(sent, sentOffset, sentCount, (Datatype) sentType, received, offset, count,
            (Datatype) type, root);
    }

    @Override
    public Object igatherv(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                           int[] counts, int[] places, Object type, int root) {
        return comm.Igatherv(sent, sentOffset, sentCount, (Datatype) sentType, received, offset, counts, places,
            (Datatype) type, root);
    }

    @Override
    public Object iscatter(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                           int count, Object type, int root) {
        return comm.Iscatter(sent, sentOffset, sentCount, (Datatype) sentType, received, offset, count,
            (Datatype) type, root);
    }

    @Override
    public Object iscatterv(Object sent, int sentOffset, int[] sentCounts, int[] sentPlaces, Object sentType,
                            Object received, int offset, int count, Object type, int root) {
        return comm.Iscatterv(sent, sentOffset, sentCounts, sentPlaces, (Datatype) sentType, received, offset, count,
            (Datatype) type, root);
    }

    @Override
    public Object iallgather(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                             int count, Object type) {
        return comm.Iallgather(sent, sentOffset, sentCount, (Datatype) sentType, received, offset, count,
            (Datatype) type);
    }

    @Override
    public Object iallgatherv(Object sent, int sentOffset, int sentCount, Object sentType, Object received,
        int offset, int[] counts, int[] places, Object type) {
        return comm.Iallgatherv(sent, sentOffset, sentCount, (Datatype) sentType, received, offset, counts, places,
            (Datatype) type);
    }

    @Override
    public Object ialltoall(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                            int count, Object type) {
        return comm.Ialltoall(sent, sentOffset, sentCount, (Datatype) sentType, received, offset, count,
            (Datatype) type);
    }

    @Override
    public Object ialltoallv(Object sent, int sentOffset, int[] sentCounts, int[] sentPlaces, Object sentType,
                             Object received, int offset, int[] counts, int[] places, Object type) {
        return comm.Ialltoallv(sent, sentOffset, sentCounts, sentPlaces, (Datatype) sentType, received, offset,
            counts, places, (Datatype) type);
    }

    @Override
    public Object ireduce(Object sent, int sentOffset, Object received, int offset, int count, Object type,
                          int root) {
        return comm.Ireduce(sent, sentOffset, received, offset, count, (Datatype) type, MPI.SUM, root);
    }

    @Override
    public Object iallreduce(Object sent, int sentOffset, Object received, int offset, int count, Object type) {
        return comm.Iallreduce(sent, sentOffset, received, offset, count, (Datatype) type, MPI.SUM);
    }

    @Override
    public Object ireduceScatter(Object sent, int sentOffset, Object received, int offset, int[] counts,
        Object type) {
        return comm.Ireduce_scatter(sent, sentOffset, received, offset, counts, (Datatype) type, MPI.SUM);
    }

    @Override
    public Object ibarrier() {
        return comm.Ibarrier();
    }
}
