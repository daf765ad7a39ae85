package mpj.transport.shm;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Access to the shared words. Aligned, since only aligned words are atomic. */
final class Words {
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    static final VarHandle INTS = INT.varHandle();
    static final VarHandle LONGS = LONG.varHandle();

    private Words() {
    }
}
