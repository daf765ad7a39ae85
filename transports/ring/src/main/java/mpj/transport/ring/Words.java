package mpj.transport.ring;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Access to the words that processes share. The layouts are aligned, because only aligned words are atomic. */
public final class Words {
    public static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    public static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
    public static final VarHandle INTS = INT.varHandle();
    public static final VarHandle LONGS = LONG.varHandle();

    private Words() {
    }
}
