package mpj.core.collective;

import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.BufferArgument;
import mpj.core.op.OpDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** Applies an operation to two arrays of this rank. MPI: MPI_Reduce_local. */
public final class LocalReduction {
    private LocalReduction() {
    }

    /**
     * Combines two arrays: {@code inoutvec = invec op inoutvec}.
     *
     * @throws EngineException when the operation is null or not defined for the datatype, or a buffer is wrong
     */
    public static void combine(OpDescriptor op, Object invec, int inoffset, Object inoutvec, int inoutoffset,
                               int count, TypeDescriptor datatype) {
        if (op == null) {
            throw new EngineException(ErrorClass.ERR_OP, "op is null; pass one such as MPI.SUM");
        }
        BufferArgument.checkSend("invec", invec, inoffset, count, datatype);
        BufferArgument.checkReceive("inoutvec", inoutvec, inoutoffset, count, datatype);
        op.checkDefined(datatype);
        CollectiveArguments.checkArray("invec", invec);
        CollectiveArguments.checkArray("inoutvec", inoutvec);
        if (invec == inoutvec && (!op.isPredefined() || inoffset != inoutoffset)) {
            combineWithin(op, invec, inoffset, inoutoffset, count, datatype);
        } else {
            op.apply(invec, inoffset, inoutvec, inoutoffset, count, datatype);
        }
    }

    /** Combines operands that are in one array. Operands that results would be written over are copied first. */
    private static void combineWithin(OpDescriptor op, Object array, int from, int to, int count,
                                      TypeDescriptor datatype) {
        Region in = new Region();
        Region inout = new Region();
        in.bind(array, from, datatype, count);
        inout.bind(array, to, datatype, count);
        if (!in.overlaps(inout)) {
            op.apply(array, from, array, to, count, datatype);
            return;
        }
        Snapshot snapshot = new Snapshot();
        snapshot.bind(in, true);
        snapshot.take(in);
        op.apply(in.array(), in.index(0), array, to, count, datatype);
    }
}
