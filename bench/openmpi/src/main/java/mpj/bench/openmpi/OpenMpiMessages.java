package mpj.bench.openmpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Win;
import mpj.bench.imb.Messages;
import mpj.bench.imb.OneSided;

/** Messages through Open MPI's Java API. */
public final class OpenMpiMessages extends Messages {
    private final Intracomm comm;
    /** Counts in elements of the type that was made last. */
    private final Parts parts = new Parts(1);

    /** The messages of all ranks. */
    public OpenMpiMessages() {
        this(MPI.COMM_WORLD);
    }

    private OpenMpiMessages(Intracomm comm) {
        this.comm = comm;
    }

    Intracomm comm() {
        return comm;
    }

    /** The argument of a call: the buffer itself, or its part from this element on. */
    private Object at(Object buffer, int offset) {
        return parts.at(buffer, offset);
    }

    private Datatype sized(Datatype basic, int bytes) {
        parts.count(bytes);
        return basic;
    }

    /** The argument of a call that does not wait. */
    private static Object outside(Object buffer) {
        if (buffer instanceof Buffer || buffer instanceof MemorySegment) {
            return buffer;
        }
        throw new IllegalArgumentException("this benchmark makes nonblocking calls, which take no arrays in this API;"
            + " use -buffers direct or -buffers segment");
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
    public boolean hasWindows() {
        return true;
    }

    @Override
    public OneSided window(Object memory, int unit) {
        return new OpenMpiWindow(Win.create(switch (memory) {
            case MemorySegment segment -> segment;
            case Buffer buffer when buffer.isDirect() -> MemorySegment.ofBuffer(buffer);
            default -> throw new IllegalArgumentException("a window cannot use memory on the heap; give -buffers direct"
                + " or -window allocate");
        }, unit, MPI.INFO_NULL, comm), unit);
    }

    @Override
    public OneSided window(long bytes, int unit) {
        return new OpenMpiWindow(Win.allocate(bytes, unit, MPI.INFO_NULL, comm), unit);
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
    public Messages split(int color, int key) {
        return new OpenMpiMessages(comm.split(color, key));
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
        return false;
    }

    @Override
    public Object basic(Class<?> element) {
        return switch (element.getSimpleName()) {
            case "byte" -> sized(MPI.BYTE, Byte.BYTES);
            case "char" -> sized(MPI.CHAR, Character.BYTES);
            case "int" -> sized(MPI.INT, Integer.BYTES);
            case "float" -> sized(MPI.FLOAT, Float.BYTES);
            case "double" -> sized(MPI.DOUBLE, Double.BYTES);
            default -> throw new IllegalArgumentException("this API sends no objects; use another -data_type");
        };
    }

    @Override
    public Object contiguous(int count, Object type) {
        return Datatype.createContiguous(count, (Datatype) type);
    }

    @Override
    public Object vector(int count, int blockLength, int stride, Object basic) {
        return Datatype.createVector(count, blockLength, stride, (Datatype) basic);
    }

    @Override
    public Object padded(Object basic) {
        Datatype type = (Datatype) basic;
        return Datatype.createResized(type, 0, 2 * type.getExtent());
    }

    @Override
    public void commit(Object type) {
        ((Datatype) type).commit();
    }

    @Override
    public Object[] requests(int length) {
        return new Request[length];
    }

    @Override
    public void await(Object request) {
        ((Request) request).waitFor();
    }

    @Override
    public void awaitAll(Object[] requests) {
        Request.waitAll((Request[]) requests);
    }

    @Override
    public void barrier() {
        comm.barrier();
    }

    @Override
    public void send(Object buffer, int offset, int count, Object type, int dest, int tag) {
        comm.send(at(buffer, offset), count, (Datatype) type, dest, tag);
    }

    @Override
    public void recv(Object buffer, int offset, int count, Object type, int source, int tag) {
        comm.recv(at(buffer, offset), count, (Datatype) type, source, tag);
    }

    @Override
    public void sendrecv(Object sent, int sentOffset, int sentCount, Object sentType, int dest, int sentTag,
                         Object received, int offset, int count, Object type, int source, int tag) {
        comm.sendRecv(at(sent, sentOffset), sentCount, (Datatype) sentType, dest, sentTag, at(received, offset),
            count, (Datatype) type, source, tag);
    }

    @Override
    public Object isend(Object buffer, int offset, int count, Object type, int dest, int tag) {
        Object place = outside(at(buffer, offset));
        if (place instanceof MemorySegment) {
            return comm.iSend((MemorySegment) place, count, (Datatype) type, dest, tag);
        }
        return comm.iSend((Buffer) place, count, (Datatype) type, dest, tag);
    }

    @Override
    public Object irecv(Object buffer, int offset, int count, Object type, int source, int tag) {
        Object place = outside(at(buffer, offset));
        if (place instanceof MemorySegment) {
            return comm.iRecv((MemorySegment) place, count, (Datatype) type, source, tag);
        }
        return comm.iRecv((Buffer) place, count, (Datatype) type, source, tag);
    }

    @Override
    public void bcast(Object buffer, int offset, int count, Object type, int root) {
        comm.bcast(at(buffer, offset), count, (Datatype) type, root);
    }

    @Override
    public void gather(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                       int count, Object type, int root) {
        comm.gather(at(sent, sentOffset), sentCount, (Datatype) sentType, at(received, offset), count,
            (Datatype) type, root);
    }

    @Override
    public void gatherv(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                        int[] counts, int[] places, Object type, int root) {
        comm.gatherv(at(sent, sentOffset), sentCount, (Datatype) sentType, at(received, offset), counts, places,
            (Datatype) type, root);
    }

    @Override
    public void scatter(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                        int count, Object type, int root) {
        comm.scatter(at(sent, sentOffset), sentCount, (Datatype) sentType, at(received, offset), count,
            (Datatype) type, root);
    }

    @Override
    public void scatterv(Object sent, int sentOffset, int[] sentCounts, int[] sentPlaces, Object sentType,
                         Object received, int offset, int count, Object type, int root) {
        comm.scatterv(at(sent, sentOffset), sentCounts, sentPlaces, (Datatype) sentType, at(received, offset), count,
            (Datatype) type, root);
    }

    @Override
    public void allgather(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                          int count, Object type) {
        comm.allGather(at(sent, sentOffset), sentCount, (Datatype) sentType, at(received, offset), count,
            (Datatype) type);
    }

    @Override
    public void allgatherv(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                           int[] counts, int[] places, Object type) {
        comm.allGatherv(at(sent, sentOffset), sentCount, (Datatype) sentType, at(received, offset), counts, places,
            (Datatype) type);
    }

    @Override
    public void alltoall(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                         int count, Object type) {
        comm.allToAll(at(sent, sentOffset), sentCount, (Datatype) sentType, at(received, offset), count,
            (Datatype) type);
    }

    @Override
    public void alltoallv(Object sent, int sentOffset, int[] sentCounts, int[] sentPlaces, Object sentType,
                          Object received, int offset, int[] counts, int[] places, Object type) {
        comm.allToAllv(at(sent, sentOffset), sentCounts, sentPlaces, (Datatype) sentType, at(received, offset),
            counts, places, (Datatype) type);
    }

    @Override
    public void reduce(Object sent, int sentOffset, Object received, int offset, int count, Object type, int root) {
        comm.reduce(at(sent, sentOffset), at(received, offset), count, (Datatype) type, MPI.SUM, root);
    }

    @Override
    public void allreduce(Object sent, int sentOffset, Object received, int offset, int count, Object type) {
        comm.allReduce(at(sent, sentOffset), at(received, offset), count, (Datatype) type, MPI.SUM);
    }

    @Override
    public void reduceScatter(Object sent, int sentOffset, Object received, int offset, int[] counts, Object type) {
        comm.reduceScatter(at(sent, sentOffset), at(received, offset), counts, (Datatype) type, MPI.SUM);
    }

    @Override
    public void reduceScatterBlock(Object sent, int sentOffset, Object received, int offset, int count, Object type) {
        comm.reduceScatterBlock(at(sent, sentOffset), at(received, offset), count, (Datatype) type, MPI.SUM);
    }

    @Override
    public void reduceLocal(Object added, Object sum, int count, Object type) {
        Comm.reduceLocal(added, sum, count, (Datatype) type, MPI.SUM);
    }

    @Override
    public Object ibcast(Object buffer, int offset, int count, Object type, int root) {
        Object place = outside(at(buffer, offset));
        if (place instanceof MemorySegment) {
            return comm.iBcast((MemorySegment) place, count, (Datatype) type, root);
        }
        return comm.iBcast((Buffer) place, count, (Datatype) type, root);
    }

    @Override
    public Object igather(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                          int count, Object type, int root) {
        Object from = outside(at(sent, sentOffset));
        Object to = outside(at(received, offset));
        if (from instanceof MemorySegment) {
            return comm.iGather((MemorySegment) from, sentCount, (Datatype) sentType, (MemorySegment) to, count,
                (Datatype) type, root);
        }
        return comm.iGather((Buffer) from, sentCount, (Datatype) sentType, (Buffer) to, count, (Datatype) type, root);
    }

    @Override
    public Object igatherv(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                           int[] counts, int[] places, Object type, int root) {
        Object from = outside(at(sent, sentOffset));
        Object to = outside(at(received, offset));
        if (from instanceof MemorySegment) {
            return comm.iGatherv((MemorySegment) from, sentCount, (Datatype) sentType, (MemorySegment) to, counts,
                places, (Datatype) type, root);
        }
        return comm.iGatherv((Buffer) from, sentCount, (Datatype) sentType, (Buffer) to, counts, places,
            (Datatype) type, root);
    }

    @Override
    public Object iscatter(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                           int count, Object type, int root) {
        Object from = outside(at(sent, sentOffset));
        Object to = outside(at(received, offset));
        if (from instanceof MemorySegment) {
            return comm.iScatter((MemorySegment) from, sentCount, (Datatype) sentType, (MemorySegment) to, count,
                (Datatype) type, root);
        }
        return comm.iScatter((Buffer) from, sentCount, (Datatype) sentType, (Buffer) to, count, (Datatype) type,
            root);
    }

    @Override
    public Object iscatterv(Object sent, int sentOffset, int[] sentCounts, int[] sentPlaces, Object sentType,
                            Object received, int offset, int count, Object type, int root) {
        Object from = outside(at(sent, sentOffset));
        Object to = outside(at(received, offset));
        if (from instanceof MemorySegment) {
            return comm.iScatterv((MemorySegment) from, sentCounts, sentPlaces, (Datatype) sentType,
                (MemorySegment) to, count, (Datatype) type, root);
        }
        return comm.iScatterv((Buffer) from, sentCounts, sentPlaces, (Datatype) sentType, (Buffer) to, count,
            (Datatype) type, root);
    }

    @Override
    public Object iallgather(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                             int count, Object type) {
        Object from = outside(at(sent, sentOffset));
        Object to = outside(at(received, offset));
        if (from instanceof MemorySegment) {
            return comm.iAllGather((MemorySegment) from, sentCount, (Datatype) sentType, (MemorySegment) to, count,
                (Datatype) type);
        }
        return comm.iAllGather((Buffer) from, sentCount, (Datatype) sentType, (Buffer) to, count, (Datatype) type);
    }

    @Override
    public Object iallgatherv(Object sent, int sentOffset, int sentCount, Object sentType, Object received,
        int offset, int[] counts, int[] places, Object type) {
        Object from = outside(at(sent, sentOffset));
        Object to = outside(at(received, offset));
        if (from instanceof MemorySegment) {
            return comm.iAllGatherv((MemorySegment) from, sentCount, (Datatype) sentType, (MemorySegment) to, counts,
                places, (Datatype) type);
        }
        return comm.iAllGatherv((Buffer) from, sentCount, (Datatype) sentType, (Buffer) to, counts, places,
            (Datatype) type);
    }

    @Override
    public Object ialltoall(Object sent, int sentOffset, int sentCount, Object sentType, Object received, int offset,
                            int count, Object type) {
        Object from = outside(at(sent, sentOffset));
        Object to = outside(at(received, offset));
        if (from instanceof MemorySegment) {
            return comm.iAllToAll((MemorySegment) from, sentCount, (Datatype) sentType, (MemorySegment) to, count,
                (Datatype) type);
        }
        return comm.iAllToAll((Buffer) from, sentCount, (Datatype) sentType, (Buffer) to, count, (Datatype) type);
    }

    @Override
    public Object ialltoallv(Object sent, int sentOffset, int[] sentCounts, int[] sentPlaces, Object sentType,
                             Object received, int offset, int[] counts, int[] places, Object type) {
        Object from = outside(at(sent, sentOffset));
        Object to = outside(at(received, offset));
        if (from instanceof MemorySegment) {
            return comm.iAllToAllv((MemorySegment) from, sentCounts, sentPlaces, (Datatype) sentType,
                (MemorySegment) to, counts, places, (Datatype) type);
        }
        return comm.iAllToAllv((Buffer) from, sentCounts, sentPlaces, (Datatype) sentType, (Buffer) to, counts,
            places, (Datatype) type);
    }

    @Override
    public Object ireduce(Object sent, int sentOffset, Object received, int offset, int count, Object type,
                          int root) {
        Object from = outside(at(sent, sentOffset));
        Object to = outside(at(received, offset));
        if (from instanceof MemorySegment) {
            return comm.iReduce((MemorySegment) from, (MemorySegment) to, count, (Datatype) type, MPI.SUM, root);
        }
        return comm.iReduce((Buffer) from, (Buffer) to, count, (Datatype) type, MPI.SUM, root);
    }

    @Override
    public Object iallreduce(Object sent, int sentOffset, Object received, int offset, int count, Object type) {
        Object from = outside(at(sent, sentOffset));
        Object to = outside(at(received, offset));
        if (from instanceof MemorySegment) {
            return comm.iAllReduce((MemorySegment) from, (MemorySegment) to, count, (Datatype) type, MPI.SUM);
        }
        return comm.iAllReduce((Buffer) from, (Buffer) to, count, (Datatype) type, MPI.SUM);
    }

    @Override
    public Object ireduceScatter(Object sent, int sentOffset, Object received, int offset, int[] counts,
        Object type) {
        Object from = outside(at(sent, sentOffset));
        Object to = outside(at(received, offset));
        if (from instanceof MemorySegment) {
            return comm.iReduceScatter((MemorySegment) from, (MemorySegment) to, counts, (Datatype) type, MPI.SUM);
        }
        return comm.iReduceScatter((Buffer) from, (Buffer) to, counts, (Datatype) type, MPI.SUM);
    }

    @Override
    public Object ibarrier() {
        return comm.iBarrier();
    }
}
