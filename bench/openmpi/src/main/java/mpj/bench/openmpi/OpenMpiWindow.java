package mpj.bench.openmpi;

import mpi.Datatype;
import mpi.MPI;
import mpi.Win;
import mpj.bench.imb.OneSided;

/** A window through Open MPI's Java API. */
final class OpenMpiWindow extends OneSided {
    private final Win win;
    private final Parts origin;
    private final Parts result;

    /** @param elementBytes the size of the elements in which offsets into buffers are counted */
    OpenMpiWindow(Win win, int elementBytes) {
        this.win = win;
        this.origin = new Parts(elementBytes);
        this.result = new Parts(elementBytes);
    }

    @Override
    public void free() {
        win.free();
    }

    @Override
    public void fence() {
        win.fence(0);
    }

    @Override
    public void lock(int target) {
        win.lock(MPI.LOCK_SHARED, target, 0);
    }

    @Override
    public void unlock(int target) {
        win.unlock(target);
    }

    @Override
    public void lockAll() {
        win.lockAll(0);
    }

    @Override
    public void unlockAll() {
        win.unlockAll();
    }

    @Override
    public void flush(int target) {
        win.flush(target);
    }

    @Override
    public void flushLocal(int target) {
        win.flushLocal(target);
    }

    @Override
    public void flushAll() {
        win.flushAll();
    }

    @Override
    public void flushLocalAll() {
        win.flushLocalAll();
    }

    @Override
    public void put(Object buffer, int offset, int count, Object type, int target, long displacement) {
        win.put(origin.at(buffer, offset), count, (Datatype) type, target, displacement, count, (Datatype) type);
    }

    @Override
    public void get(Object buffer, int offset, int count, Object type, int target, long displacement) {
        win.get(origin.at(buffer, offset), count, (Datatype) type, target, displacement, count, (Datatype) type);
    }

    @Override
    public void accumulate(Object buffer, int offset, int count, Object type, int target, long displacement) {
        win.accumulate(origin.at(buffer, offset), count, (Datatype) type, target, displacement, count,
            (Datatype) type, MPI.SUM);
    }

    @Override
    public void getAccumulate(Object buffer, int offset, Object before, int resultOffset, int count, Object type,
                              int target, long displacement) {
        win.getAccumulate(origin.at(buffer, offset), count, (Datatype) type, result.at(before, resultOffset), count,
            (Datatype) type, target, displacement, count, (Datatype) type, MPI.SUM);
    }

    @Override
    public void fetchAndOp(Object buffer, int offset, Object before, int resultOffset, Object type, int target,
                           long displacement) {
        win.fetchAndOp(origin.at(buffer, offset), result.at(before, resultOffset), (Datatype) type, target,
            displacement, MPI.SUM);
    }

    @Override
    public void compareAndSwap(Object buffer, int offset, Object before, int resultOffset, Object type, int target,
                               long displacement) {
        // Origin keeps one slice only, so the compared part is taken elsewhere. That is usually the whole buffer.
        win.compareAndSwap(origin.at(buffer, offset + 1), compared(buffer, offset), result.at(before, resultOffset),
            (Datatype) type, target, displacement);
    }

    private Object compared(Object buffer, int offset) {
        return offset == 0 ? buffer : new Parts(Integer.BYTES).at(buffer, offset);
    }
}
