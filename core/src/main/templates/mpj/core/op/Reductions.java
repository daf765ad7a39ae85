package mpj.core.op;

import mpjbuf.layout.ElementType;

/** The loops of the predefined operations: one for each operator and each type for which it is defined. */
@SuppressWarnings("cast") // one template narrows to every type, also where the expression has that type already
final class Reductions {
    //@define fold max byte,char,short,int,long,float,double Math.max(a, b)
    //@define fold min byte,char,short,int,long,float,double Math.min(a, b)
    //@define fold sum byte,char,short,int,long,float,double a + b
    //@define fold prod byte,char,short,int,long,float,double a * b
    //@define fold land byte,char,short,int,long a != 0 && b != 0 ? 1 : 0
    //@define fold lor byte,char,short,int,long a != 0 || b != 0 ? 1 : 0
    //@define fold lxor byte,char,short,int,long a != 0 ^ b != 0 ? 1 : 0
    //@define fold land boolean a & b
    //@define fold lor boolean a | b
    //@define fold lxor boolean a ^ b
    //@define fold band byte,char,short,int,long a & b
    //@define fold bor byte,char,short,int,long a | b
    //@define fold bxor byte,char,short,int,long a ^ b
    // MPI has no booleans of Java. In programs for Open MPI's API they are bytes that are 0 or 1.
    //@define fold max boolean a | b
    //@define fold min boolean a & b
    //@define fold band boolean a & b
    //@define fold bor boolean a | b
    //@define fold bxor boolean a ^ b
    //@define locate maxloc byte,char,short,int,long,float,double a > b
    //@define locate minloc byte,char,short,int,long,float,double a < b

    /**
     * From this many elements on there is a loop of its own. The compiler unrolls a loop no further than the number of
     * turns that it has seen, and it vectorizes only what it unrolls. Most programs reduce few elements most of the
     * time. A loop that had seen mostly few elements would take four times as long for many.
     */
    private static final int MANY = 64;

    private Reductions() {
    }

    /** The loop over arrays of this type, or null if the operator is not defined for it. */
    static Reduction of(Operator operator, ElementType type) {
        return switch (operator + " of " + type) {
            //@each-of fold
            case "$OPERATOR$ of $TYPE$" -> (in, from, inout, to, count) ->
                $operator$(($type$[]) in, from, ($type$[]) inout, to, count);
            //@end
            //@each-of locate
            case "$OPERATOR$ of $TYPE$" -> (in, from, inout, to, count) ->
                $operator$(($type$[]) in, from, ($type$[]) inout, to, count);
            //@end
            default -> null;
        };
    }

    //@each-of fold
    private static void $operator$($type$[] in, int from, $type$[] inout, int to, int count) {
        if (from == to && count >= MANY) {
            // Both arrays have the same index. So the compiler knows that no store feeds a later load, and vectorizes.
            for (int i = to; i < to + count; i++) {
                $type$ a = in[i];
                $type$ b = inout[i];
                inout[i] = ($type$) ($expression$);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            $type$ a = in[from + i];
            $type$ b = inout[to + i];
            inout[to + i] = ($type$) ($expression$);
        }
    }

    //@end
    //@each-of locate
    private static void $operator$($type$[] in, int from, $type$[] inout, int to, int count) {
        for (int i = 0; i < 2 * count; i += 2) {
            $type$ a = in[from + i];
            $type$ b = inout[to + i];
            // If two values are equal, the one with the smaller index counts.
            if ($expression$ || a == b && in[from + i + 1] < inout[to + i + 1]) {
                inout[to + i] = a;
                inout[to + i + 1] = in[from + i + 1];
            }
        }
    }

    //@end
}
