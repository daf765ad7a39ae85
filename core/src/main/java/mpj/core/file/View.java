package mpj.core.file;

import java.util.Arrays;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.datatype.TypeMap;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Which bytes of a file a rank sees. To the rank they are one stream of bytes: the bytes that the filetype's elements
 * name, item after item, from the displacement on. MPI 3.1: section 13.3. Immutable.
 */
final class View {
    /** The largest displacement. No place in a file is farther away than twice this displacement. */
    private static final long FARTHEST = Long.MAX_VALUE / 8;

    private final long displacement;
    private final TypeDescriptor etype;
    private final TypeDescriptor filetype;
    private final Representation representation;
    private final long etypeBytes;

    /** Where each run of the filetype starts, in bytes from the item's origin. */
    private final long[] displacements;
    /** Where each run starts in an item's part of the stream. The last entry is the part's size. */
    private final long[] starts;
    private final long itemBytes;
    private final long extent;
    private final boolean ordered;

    /**
     * A view.
     *
     * @param displacement in bytes
     * @throws EngineException when the datatypes cannot make a view
     */
    View(long displacement, TypeDescriptor etype, TypeDescriptor filetype, Representation representation) {
        this.displacement = displacement;
        this.etype = etype;
        this.filetype = filetype;
        this.representation = representation;
        TypeMap map = filetype.map();
        int unit = filetype.elementBytes();
        int runs = map.runs();
        displacements = Arrays.stream(map.displacements()).map(at -> at * unit).toArray();
        starts = new long[runs + 1];
        for (int run = 0; run < runs; run++) {
            starts[run + 1] = starts[run] + map.lengths()[run] * unit;
        }
        itemBytes = starts[runs];
        extent = map.extent() * unit;
        etypeBytes = etype.bytes(1);
        ordered = runs == 0 || isAscending() && extent + displacements[0] >= displacements[runs - 1] + length(runs - 1);
    }

    private boolean isAscending() {
        for (int run = 1; run < displacements.length; run++) {
            if (displacements[run] < displacements[run - 1] + length(run - 1)) {
                return false;
            }
        }
        return true;
    }

    private long length(int run) {
        return starts[run + 1] - starts[run];
    }

    /** All bytes of the file. */
    static View ofBytes(long displacement) {
        return new View(displacement, TypeDescriptor.BYTE, TypeDescriptor.BYTE, Representation.NATIVE);
    }

    /**
     * The view that a program asks for, after a check.
     *
     * @param written whether the file is written, so that no byte may be seen twice
     */
    static View of(long displacement, TypeDescriptor etype, TypeDescriptor filetype, String datarep, boolean written) {
        if (displacement < 0 || displacement > FARTHEST) {
            throw new EngineException(ErrorClass.ERR_ARG, "disp is " + displacement + "; it must "
                + (displacement < 0 ? "not be negative" : "be at most " + FARTHEST));
        }
        check("etype", etype);
        check("filetype", filetype);
        Representation representation = Representation.of(datarep);
        long unit = etype.bytes(1);
        if (unit == 0) {
            throw new EngineException(ErrorClass.ERR_TYPE, "etype is " + etype + ", which has no elements");
        }
        if (filetype.bytes(1) % unit != 0) {
            throw new EngineException(ErrorClass.ERR_TYPE, "filetype is " + filetype + ", an item of which has "
                + filetype.bytes(1) + " bytes; they must be a multiple of the " + unit + " bytes of etype " + etype);
        }
        View view = new View(displacement, etype, filetype, representation);
        view.check(written);
        return view;
    }

    private static void check(String name, TypeDescriptor datatype) {
        if (datatype == null) {
            throw new EngineException(ErrorClass.ERR_TYPE, name + " is null; pass one such as MPI.INT");
        }
        if (datatype.isObject() || datatype.isPacked()) {
            throw new EngineException(ErrorClass.ERR_TYPE, name + " is " + datatype
                + "; a file has elements of primitive types");
        }
        if (!datatype.isUsable()) {
            throw datatype.unusable(name);
        }
    }

    private void check(boolean written) {
        if (itemBytes == 0) {
            return;
        }
        if (displacements[0] < 0) {
            throw new EngineException(ErrorClass.ERR_TYPE, "filetype is " + filetype + ", which begins at byte "
                + displacements[0] + "; its displacements must not be negative");
        }
        for (int run = 1; run < displacements.length; run++) {
            boolean back = displacements[run] < displacements[run - 1];
            if (back || written && displacements[run] < displacements[run - 1] + length(run - 1)) {
                throw new EngineException(ErrorClass.ERR_TYPE, "filetype is " + filetype + ", which names byte "
                    + displacements[run] + " after bytes " + displacements[run - 1] + " to "
                    + (displacements[run - 1] + length(run - 1) - 1) + (back ? "; its displacements must not decrease"
                    : "; in a file that is written it must not name a byte twice"));
            }
        }
        if (extent <= 0 || written && !ordered && filetype.overlaps(Integer.MAX_VALUE)) {
            throw new EngineException(ErrorClass.ERR_TYPE, "filetype is " + filetype + ", of extent " + extent
                + " bytes; " + (extent <= 0 ? "it must be positive"
                : "in a file that is written its items must not have bytes in common"));
        }
    }

    long displacement() {
        return displacement;
    }

    TypeDescriptor etype() {
        return etype;
    }

    TypeDescriptor filetype() {
        return filetype;
    }

    Representation representation() {
        return representation;
    }

    /** The size of an etype, in bytes. */
    long etypeBytes() {
        return etypeBytes;
    }

    /** Whether the view has no bytes at all. */
    boolean isEmpty() {
        return itemBytes == 0;
    }

    /** Whether later bytes of the stream also lie later in the file. */
    boolean isOrdered() {
        return ordered;
    }

    /** Whether all bytes of the stream are adjacent. */
    boolean isContiguous() {
        return displacements.length == 1 && itemBytes == extent;
    }

    /** The length of every run if each item has exactly one; otherwise 0. */
    long onlyRun() {
        return displacements.length == 1 && itemBytes < extent ? itemBytes : 0;
    }

    /** The distance from an item to the next. */
    long extent() {
        return extent;
    }

    /** How many adjacent bytes a run has on average, at least 1. */
    long averageRun() {
        return isContiguous() ? Long.MAX_VALUE : Math.max(1, itemBytes / Math.max(1, displacements.length));
    }

    /** How many bytes of the stream the library accepts. No sum of places within them overflows. */
    private long most() {
        return itemBytes == 0 ? FARTHEST : FARTHEST / Math.max(extent, itemBytes) * itemBytes;
    }

    /** Throws if a place, in etypes, is not accepted. */
    void check(String name, long etypes) {
        long most = most() / etypeBytes;
        if (etypes < 0 || etypes > most) {
            throw new EngineException(ErrorClass.ERR_ARG, name + " is " + etypes + "; it must be "
                + (etypes < 0 ? "0 or more" : "at most " + most) + ", in etypes of the view");
        }
    }

    /** Where a byte of the stream is in the file. */
    long at(long position) {
        if (itemBytes == 0) {
            return displacement;
        }
        long within = position % itemBytes;
        int run = runAt(within);
        return displacement + position / itemBytes * extent + displacements[run] + within - starts[run];
    }

    /** The run that has a byte of an item. */
    private int runAt(long within) {
        int found = Arrays.binarySearch(starts, within);
        return found >= 0 ? found : -found - 2;
    }

    /** How many bytes of the stream lie before a byte of the file. The view must be ordered. */
    long before(long place) {
        if (itemBytes == 0 || place <= displacement + displacements[0]) {
            return 0;
        }
        long from = place - displacement - displacements[0];
        if (isContiguous()) {
            return from;
        }
        long item = from / extent;
        long within = from - item * extent + displacements[0];
        int found = Arrays.binarySearch(displacements, within);
        int run = found >= 0 ? found : -found - 2;
        return item * itemBytes + starts[run] + Math.min(within - displacements[run], length(run));
    }

    /** The runs of adjacent bytes in the file that a part of the stream has. */
    Runs runs(long from, long bytes) {
        return new Runs(from, bytes);
    }

    /** Goes through the runs of a part of the stream. Each run is as long as it can be. */
    final class Runs {
        private long item;
        private int run;
        private long skipped;
        private long left;
        /** Where the run is in the file. */
        private long place;
        private long length;

        private Runs(long from, long bytes) {
            left = bytes;
            if (bytes > 0) {
                long within = from % itemBytes;
                item = from / itemBytes;
                run = runAt(within);
                skipped = within - starts[run];
            }
        }

        /** Goes to the next run. Returns false if there is none. */
        boolean next() {
            if (left == 0) {
                return false;
            }
            place = nextPlace();
            if (isContiguous()) {
                length = left;
                left = 0;
                return true;
            }
            length = 0;
            do {
                long more = Math.min(View.this.length(run) - skipped, left);
                length += more;
                left -= more;
                skipped += more;
                if (skipped == View.this.length(run)) {
                    skipped = 0;
                    run++;
                    if (run == displacements.length) {
                        run = 0;
                        item++;
                    }
                }
            } while (left > 0 && nextPlace() == place + length);
            return true;
        }

        private long nextPlace() {
            return displacement + item * extent + displacements[run] + skipped;
        }

        long place() {
            return place;
        }

        long length() {
            return length;
        }
    }
}
