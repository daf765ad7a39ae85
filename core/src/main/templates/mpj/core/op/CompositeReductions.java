package mpj.core.op;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import mpj.core.datatype.Composite;
import mpjbuf.layout.ElementType;

/** The loops of the predefined operations on pairs, which lie in bytes, and on complex numbers. */
final class CompositeReductions {
    //@define locate maxloc short,int,long,float,double a > b
    //@define locate minloc short,int,long,float,double a < b

    private CompositeReductions() {
    }

    /** The loop over such items, or null if the operator is not defined for them. */
    static Reduction of(Operator operator, Composite composite) {
        return composite.isPair() ? ofPairs(operator, composite.first()) : ofComplex(operator, composite.first());
    }

    private static Reduction ofComplex(Operator operator, ElementType part) {
        return switch (operator + " of " + part) {
            //@each float double
            case "SUM of $TYPE$" -> (in, from, inout, to, count) ->
                Operator.SUM.on(part).apply(in, from, inout, to, 2 * count);
            case "PROD of $TYPE$" -> (in, from, inout, to, count) ->
                prod(($type$[]) in, from, ($type$[]) inout, to, count);
            //@end
            default -> null;
        };
    }

    private static Reduction ofPairs(Operator operator, ElementType value) {
        return switch (operator + " of " + value) {
            //@each-of locate
            case "$OPERATOR$ of $TYPE$" -> (in, from, inout, to, count) ->
                $operator$$Type$(bytes(in), from, bytes(inout), to, count);
            //@end
            default -> null;
        };
    }

    private static ByteBuffer bytes(Object array) {
        return ByteBuffer.wrap((byte[]) array).order(ByteOrder.nativeOrder());
    }

    /** Where the index is in a pair of a value of this type and an int. A pair has twice this size. */
    private static int index(ElementType value) {
        return Math.max(value.bytes(), Integer.BYTES);
    }

    //@each-of locate
    private static void $operator$$Type$(ByteBuffer in, int from, ByteBuffer inout, int to, int count) {
        int index = index(ElementType.$TYPE$);
        for (int i = 0; i < count; i++) {
            int left = from + i * 2 * index;
            int right = to + i * 2 * index;
            $type$ a = in.get$Type$(left);
            $type$ b = inout.get$Type$(right);
            int place = in.getInt(left + index);
            // If two values are equal, the one with the smaller index counts.
            if ($expression$ || a == b && place < inout.getInt(right + index)) {
                inout.put$Type$(right, a);
                inout.putInt(right + index, place);
            }
        }
    }

    //@end
    //@each float double
    private static void prod($type$[] in, int from, $type$[] inout, int to, int count) {
        for (int i = 0; i < 2 * count; i += 2) {
            $type$ a = in[from + i];
            $type$ b = in[from + i + 1];
            $type$ c = inout[to + i];
            $type$ d = inout[to + i + 1];
            inout[to + i] = a * c - b * d;
            inout[to + i + 1] = a * d + b * c;
        }
    }

    //@end
}
