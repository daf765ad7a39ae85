package mpj.apps.nbody;

import java.util.Arrays;

/** An array that grows. It has records of some doubles each, in the form in which they are sent. */
final class Records {
    private double[] elements = new double[64];
    private int length;

    double[] elements() {
        return elements;
    }

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    /** Makes room for this many more elements. */
    void reserve(int more) {
        int needed = Math.addExact(length, more);
        if (needed > elements.length) {
            elements = Arrays.copyOf(elements, Math.max(needed, (int) Math.min(Integer.MAX_VALUE - 8L,
                elements.length + (elements.length >> 1))));
        }
    }

    /** Appends this many elements, for which there must be room, and returns where they begin. */
    int grow(int more) {
        int start = length;
        length += more;
        return start;
    }
}
