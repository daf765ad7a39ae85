package mpj.watch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A number that one thread at a time changes, and that any thread may read. It needs no atomic operation. */
final class Count {
    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Count.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private long value;

    void add(long number) {
        set(value + number);
    }

    void set(long to) {
        VALUE.setOpaque(this, to);
    }

    long get() {
        return (long) VALUE.getOpaque(this);
    }
}
