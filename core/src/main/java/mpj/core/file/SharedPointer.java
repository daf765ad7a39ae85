package mpj.core.file;

import mpj.core.comm.Communicator;
import mpj.core.comm.Info;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.op.OpDescriptor;
import mpj.core.window.Window;

/**
 * The file pointer that all ranks share, in etypes. It is a number in the memory of rank 0 in a window. Another rank
 * reads and moves it without the help of rank 0, or with the help of rank 0's progress thread. Thread-safe.
 */
final class SharedPointer implements AutoCloseable {
    /** Null if there is only one rank. */
    private final Window window;
    private long ofOne;

    /** All ranks make one together. */
    SharedPointer(Communicator comm) {
        window = comm.size() == 1 ? null
            : Window.allocate(comm, comm.rank() == 0 ? Long.BYTES : 0, Long.BYTES, Info.empty());
        if (window != null) {
            window.lockAll(Window.MODE_NOCHECK); // there are no other locks
        }
    }

    /** Moves the pointer forward, and returns where it was. */
    long fetchAndAdd(long by) {
        return fetch(by, OpDescriptor.SUM);
    }

    long get() {
        return fetch(0, OpDescriptor.SUM);
    }

    void set(long value) {
        fetch(value, OpDescriptor.REPLACE);
    }

    private long fetch(long operand, OpDescriptor op) {
        if (window == null) {
            return fetchAlone(operand, op);
        }
        long[] before = new long[1];
        window.fetchAndOp(new long[] {operand}, 0, before, 0, TypeDescriptor.LONG, 0, 0, op);
        window.flush(0);
        return before[0];
    }

    private synchronized long fetchAlone(long operand, OpDescriptor op) {
        long before = ofOne;
        ofOne = op == OpDescriptor.SUM ? before + operand : operand;
        return before;
    }

    /** All ranks call this. */
    @Override
    public void close() {
        if (window != null) {
            window.unlockAll();
            window.free();
        }
    }
}
