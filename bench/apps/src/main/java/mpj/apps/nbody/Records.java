package mpj.apps.nbody;

import java.util.Arrays;

/** An array that grows: records of some doubles each, as they go into a message. */
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

    /** Makes room for so many elements more. */
    void reserve(int more) {
        int needed = Math.addExact(length, more);
        if (needed > elements.length) {
            elements = Arrays.copyOf(elements, Math.max(needed, (int) Math.min(Integer.MAX_VALUE - 8L,
                elements.length + (elements.length >> 1))));
        }
    }

    /** Appends so many elements, which are in the room that was made, and answers where they begin. */
    int grow(int more) {
        int start = length;
        length += more;
        return start;
    }
}
