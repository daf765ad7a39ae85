package mpj.core.file;

import java.util.Locale;

/**
 * The ways to read and write. Each has a blocking form. The API determines which other forms it has. MPI: table 13.1.
 */
public enum Access {
    READ_AT(Place.OFFSET, false, false),
    READ_AT_ALL(Place.OFFSET, false, true),
    WRITE_AT(Place.OFFSET, true, false),
    WRITE_AT_ALL(Place.OFFSET, true, true),
    READ(Place.INDIVIDUAL, false, false),
    READ_ALL(Place.INDIVIDUAL, false, true),
    WRITE(Place.INDIVIDUAL, true, false),
    WRITE_ALL(Place.INDIVIDUAL, true, true),
    READ_SHARED(Place.SHARED, false, false),
    READ_ORDERED(Place.SHARED, false, true),
    WRITE_SHARED(Place.SHARED, true, false),
    WRITE_ORDERED(Place.SHARED, true, true);

    /** What determines where an access begins. */
    enum Place {
        /** An argument of the call. */
        OFFSET,
        /** The rank's own pointer. */
        INDIVIDUAL,
        /** The pointer that all ranks share. */
        SHARED
    }

    final Place place;
    final boolean write;
    /** Whether all ranks make the access together. */
    final boolean collective;

    Access(Place place, boolean write, boolean collective) {
        this.place = place;
        this.write = write;
        this.collective = collective;
    }

    @Override
    public String toString() {
        return "MPI_File_" + name().toLowerCase(Locale.ROOT);
    }
}
