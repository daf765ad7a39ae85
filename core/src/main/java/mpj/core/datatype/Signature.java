package mpj.core.datatype;

import java.util.ArrayList;
import java.util.List;

/**
 * The sizes of the elements of an item, in the order in which they travel. MPI: the type signature, as far as sizes go.
 * Immutable.
 */
public final class Signature {
    private record Part(Signature of, long times) {
        long bytes() {
            return of.bytes * times;
        }

        long elements() {
            return of.elements * times;
        }
    }

    /** Empty for a single element. */
    private final List<Part> parts;
    private final long bytes;
    private final long elements;

    private Signature(List<Part> parts, long bytes, long elements) {
        this.parts = parts;
        this.bytes = bytes;
        this.elements = elements;
    }

    /** One element of this size. */
    static Signature element(int bytes) {
        return new Signature(List.of(), bytes, 1);
    }

    /**
     * How many elements this many bytes of a message have; {@link Constants#UNDEFINED} if the last element is not
     * whole.
     */
    public long elementsIn(long message) {
        if (message == 0) {
            return 0;
        }
        if (bytes == 0) {
            return Constants.UNDEFINED;
        }
        long found = message / bytes * elements;
        long rest = message % bytes;
        for (Part part : parts) {
            if (rest < part.bytes()) {
                long inPart = part.of.elementsIn(rest);
                return inPart == Constants.UNDEFINED ? inPart : found + inPart;
            }
            found += part.elements();
            rest -= part.bytes();
        }
        return rest == 0 ? found : Constants.UNDEFINED;
    }

    /** The size of this many first elements of a message, in bytes. */
    public long bytesOf(long count) {
        if (count == 0 || elements == 0) {
            return 0;
        }
        long size = count / elements * bytes;
        long rest = count % elements;
        for (Part part : parts) {
            if (rest < part.elements()) {
                return size + part.of.bytesOf(rest);
            }
            size += part.bytes();
            rest -= part.elements();
        }
        return size;
    }

    /** Elements of one size that follow each other in a message. */
    public interface Elements {
        /**
         * Takes such elements.
         *
         * @param at where the elements start, in bytes
         * @param length how many bytes they have together
         * @param element the size of each element
         */
        void accept(long at, long length, int element);
    }

    /**
     * Goes through the elements that have bytes in a part of a message.
     *
     * @param from where the part begins, in bytes; this may be within an element
     * @param to where the part ends
     */
    public void forEach(long from, long to, Elements action) {
        for (long at = bytes == 0 ? to : from - from % bytes; at < to; at += bytes) {
            forEach(at, from, to, action);
        }
    }

    private void forEach(long start, long from, long to, Elements action) {
        if (parts.isEmpty()) {
            action.accept(start, bytes, (int) bytes);
            return;
        }
        long at = start;
        for (Part part : parts) {
            if (at < to && at + part.bytes() > from) {
                if (part.of.parts.isEmpty()) {
                    action.accept(at, part.bytes(), (int) part.of.bytes);
                } else {
                    long first = Math.max(0, (from - at) / part.of.bytes);
                    for (long i = first; i < part.times && at + i * part.of.bytes < to; i++) {
                        part.of.forEach(at + i * part.of.bytes, from, to, action);
                    }
                }
            }
            at += part.bytes();
        }
    }

    /** Puts a signature together from the signatures of blocks. */
    static final class Builder {
        private final List<Part> parts = new ArrayList<>();

        void add(Signature item, long times) {
            if (times > 0 && item.elements > 0) {
                boolean again = !parts.isEmpty() && parts.getLast().of == item;
                parts.add(again ? new Part(item, parts.removeLast().times + times) : new Part(item, times));
            }
        }

        Signature build() {
            return new Signature(List.copyOf(parts), parts.stream().mapToLong(Part::bytes).sum(),
                parts.stream().mapToLong(Part::elements).sum());
        }
    }
}
