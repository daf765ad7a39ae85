package mpj.core.op;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpjbuf.layout.ElementType;

/**
 * The loops of the predefined operations in memory off the heap: one for each operator and each type for which it is
 * defined.
 */
@SuppressWarnings("cast") // one template narrows to every type, also where the expression has that type already
final class MemoryReductions {
    //@define fold max byte,char,short,int,long,float,double Math.max(a, b)
    //@define fold min byte,char,short,int,long,float,double Math.min(a, b)
    //@define fold sum byte,char,short,int,long,float,double a + b
    //@define fold prod byte,char,short,int,long,float,double a * b
    //@define fold land byte,char,short,int,long a != 0 && b != 0 ? 1 : 0
    //@define fold lor byte,char,short,int,long a != 0 || b != 0 ? 1 : 0
    //@define fold lxor byte,char,short,int,long a != 0 ^ b != 0 ? 1 : 0
    //@define fold band byte,char,short,int,long a & b
    //@define fold bor byte,char,short,int,long a | b
    //@define fold bxor byte,char,short,int,long a ^ b

    /**
     * From this many bytes on there is a loop of its own, for the same reason as in {@link Reductions}. A vector has 64
     * bytes, and a loop of vectors has several of them in each turn.
     */
    private static final int MANY_BYTES = 1024;

    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfChar CHAR = ValueLayout.JAVA_CHAR_UNALIGNED;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private MemoryReductions() {
    }

    /** The loop over elements of this type, or null if there is none. */
    static MemoryReduction of(Operator operator, ElementType type) {
        return switch (operator + " of " + type) {
            //@each-of fold
            case "$OPERATOR$ of $TYPE$" -> (in, from, inout, to, count) -> {
                if (in instanceof MemorySegment memory) {
                    $operator$$Type$(memory, from, inout, to, count);
                } else {
                    $operator$(($type$[]) in, (int) (from / $TYPE$.byteSize()), inout, to, count);
                }
            };
            //@end
            default -> null;
        };
    }

    //@each-of fold
    private static void $operator$$Type$(MemorySegment in, long from, MemorySegment inout, long to, int count) {
        for (int i = 0; i < count; i++) {
            long at = i * $TYPE$.byteSize();
            $type$ a = in.get($TYPE$, from + at);
            $type$ b = inout.get($TYPE$, to + at);
            inout.set($TYPE$, to + at, ($type$) ($expression$));
        }
    }

    private static void $operator$($type$[] in, int from, MemorySegment inout, long to, int count) {
        if (count >= MANY_BYTES / $TYPE$.byteSize()) {
            for (int i = 0; i < count; i++) {
                long at = to + i * $TYPE$.byteSize();
                $type$ a = in[from + i];
                $type$ b = inout.get($TYPE$, at);
                inout.set($TYPE$, at, ($type$) ($expression$));
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            long at = to + i * $TYPE$.byteSize();
            $type$ a = in[from + i];
            $type$ b = inout.get($TYPE$, at);
            inout.set($TYPE$, at, ($type$) ($expression$));
        }
    }

    //@end
}
