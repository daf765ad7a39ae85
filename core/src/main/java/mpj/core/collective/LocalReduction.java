package mpj.core.collective;

import java.lang.foreign.MemorySegment;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.BufferArgument;
import mpj.core.message.BufferSegments;
import mpj.core.op.OpDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** Applies an operation to two buffers of this rank. MPI: MPI_Reduce_local. */
public final class LocalReduction {
    private LocalReduction() {
    }

    /**
     * Combines two buffers: {@code inoutvec = invec op inoutvec}.
     *
     * @throws EngineException when the operation is null or not defined for the datatype, or a buffer is wrong
     */
    public static void combine(OpDescriptor op, Object invec, int inoffset, Object inoutvec, int inoutoffset,
                               int count, TypeDescriptor datatype) {
        if (op == null) {
            throw new EngineException(ErrorClass.ERR_OP, "op is null; pass one such as MPI.SUM");
        }
        Object left = BufferSegments.once(invec, datatype);
        Object right = BufferSegments.once(inoutvec, datatype);
        BufferArgument.checkSend("invec", left, inoffset, count, datatype);
        BufferArgument.checkReceive("inoutvec", right, inoutoffset, count, datatype);
        op.checkDefined(datatype);
        left = datatype.seen(left);
        right = datatype.seen(right);
        boolean apart = left != right || op.isPredefined() && inoffset == inoutoffset;
        if (apart && !(left instanceof MemorySegment) && !(right instanceof MemorySegment)) {
            op.apply(left, inoffset, right, inoutoffset, count, datatype);
        } else if (datatype.bytes(count) > 0) {
            combineRegions(op, left, inoffset, right, inoutoffset, count, datatype);
        }
    }

    /**
     * Combines operands that are in segments or in one array. Operands are copied first if results would be written
     * over them.
     */
    private static void combineRegions(OpDescriptor op, Object left, int from, Object right, int to, int count,
                                       TypeDescriptor datatype) {
        Region in = new Region();
        Region inout = new Region();
        in.bind(left, from, datatype, count);
        inout.bind(right, to, datatype, count);
        if (in.overlaps(inout)) {
            Snapshot snapshot = new Snapshot();
            snapshot.bind(in, true);
            snapshot.take(in);
        }
        StagedReduction staged = new StagedReduction();
        long bytes = datatype.bytes(count);
        if (staged.serves(op, in, 0, inout, 0, bytes)) {
            staged.reduce(op, in, 0, inout, 0, bytes);
        } else {
            op.apply(in.array(), in.index(0), inout.array(), inout.index(0), count, datatype);
        }
    }
}
