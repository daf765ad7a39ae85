package mpj.bench.imb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A benchmark of IMB-IO.
 *
 * @param name IMB-IO's name
 * @param ranks which ranks read or write
 * @param access the operation on the file
 * @param place which part of which file the ranks use
 * @param nonblocking whether calls that do not wait are also measured, with a computation beside them
 */
record FileBenchmark(String name, Ranks ranks, Access access, Place place, boolean nonblocking) {
    /** Which ranks read or write. */
    enum Ranks { SINGLE, PARALLEL, COLLECTIVE }

    /** The operation on the file. */
    enum Access { WRITE, READ, OPEN_AND_CLOSE }

    /**
     * The place of the access: with the rank's own pointer, with an offset, with the pointer that all ranks share, or
     * with each rank in its own file.
     */
    enum Place { INDV, EXPL, SHARED, PRIV }

    /** When the written data is made safe: after a whole sample, or after each write. */
    enum Mode { AGGREGATE, NON_AGGREGATE }

    /** All benchmarks, in IMB-IO's order. */
    static final List<FileBenchmark> ALL = all();

    private static List<FileBenchmark> all() {
        List<FileBenchmark> all = new ArrayList<>();
        for (Access access : List.of(Access.WRITE, Access.READ)) {
            add(all, Ranks.SINGLE, access, Place.INDV, Place.EXPL);
            add(all, Ranks.PARALLEL, access, Place.INDV, Place.SHARED, Place.PRIV, Place.EXPL);
            add(all, Ranks.COLLECTIVE, access, Place.INDV, Place.SHARED, Place.EXPL);
        }
        all.add(new FileBenchmark("Open_Close", Ranks.COLLECTIVE, Access.OPEN_AND_CLOSE, Place.EXPL, false));
        return List.copyOf(all);
    }

    private static void add(List<FileBenchmark> all, Ranks ranks, Access access, Place... places) {
        for (Place place : places) {
            for (String nonblocking : List.of("", "I")) {
                String name = ranks.name().charAt(0) + "_" + nonblocking + capital(access.name()) + "_"
                    + capital(place.name());
                all.add(new FileBenchmark(name, ranks, access, place, !nonblocking.isEmpty()));
            }
        }
    }

    private static String capital(String word) {
        return word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT);
    }

    /** The benchmark of this name. Upper and lower case do not matter. */
    static Optional<FileBenchmark> named(String name) {
        return ALL.stream().filter(benchmark -> benchmark.name.equalsIgnoreCase(name)).findFirst();
    }

    /** The modes of the benchmark. Each has a table. */
    List<Mode> modes() {
        return writes() && !nonblocking ? Arrays.asList(Mode.values()) : List.of(Mode.AGGREGATE);
    }

    boolean writes() {
        return access == Access.WRITE;
    }

    boolean hasSizes() {
        return access != Access.OPEN_AND_CLOSE;
    }

    /** Whether each rank has its own file. The one rank of a single benchmark has its own file. */
    boolean ownFile() {
        return place == Place.PRIV || ranks == Ranks.SINGLE;
    }

    /** The call that the benchmark makes. */
    FileCall call() {
        FileCall.Pointer pointer = switch (place) {
            case INDV, PRIV -> FileCall.Pointer.INDIVIDUAL;
            case EXPL -> FileCall.Pointer.EXPLICIT_OFFSET;
            case SHARED -> FileCall.Pointer.SHARED;
        };
        return FileCall.of(writes(), pointer, ranks == Ranks.COLLECTIVE);
    }

    /** The columns of its table. */
    Presentation presentation() {
        return !hasSizes() ? Presentation.SYNC : nonblocking ? Presentation.OVERLAP
            : ranks == Ranks.SINGLE ? Presentation.FILE_OF_ONE : Presentation.FILE;
    }
}
