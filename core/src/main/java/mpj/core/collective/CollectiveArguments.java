package mpj.core.collective;

import mpj.core.datatype.TypeDescriptor;
import mpj.core.op.OpDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** Checks what a program passes to a collective, before anything is sent. */
final class CollectiveArguments {
    private CollectiveArguments() {
    }

    static void checkRoot(int root, int size) {
        if (root < 0 || root >= size) {
            throw new EngineException(ErrorClass.ERR_ROOT, "root is " + root + "; it must be 0 to " + (size - 1));
        }
    }

    /** Checks an operation. The datatype must be checked already. */
    static void checkOp(OpDescriptor op, TypeDescriptor datatype) {
        if (op == null) {
            throw new EngineException(ErrorClass.ERR_OP, "op is null; pass one such as MPI.SUM");
        }
        op.checkDefined(datatype);
    }

    /** Checks that a rank receives from itself as much as it sends itself. The datatypes must be checked already. */
    static void checkOwn(int sendcount, TypeDescriptor sendtype, int recvcount, TypeDescriptor recvtype) {
        long sent = sendtype.bytes(sendcount);
        long received = recvtype.bytes(recvcount);
        if (sent > 0 && received > 0 && !sendtype.matches(recvtype)) {
            throw new EngineException(ErrorClass.ERR_TYPE, "sendtype is " + sendtype + ", recvtype is " + recvtype
                + ", which has elements of another type; make them agree");
        }
        if (sent != received) {
            throw new EngineException(ErrorClass.ERR_COUNT, "this rank sends itself " + sendcount + " of " + sendtype
                + ", but receives " + (sent > received ? "only " : "") + recvcount + " of " + recvtype
                + "; make the counts agree");
        }
    }
}
