package mpj.core.file;

import java.util.Locale;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** How elements are written in a file. MPI 3.1: the data representation, section 13.5. */
enum Representation {
    /** As they lie in memory. */
    NATIVE,
    /**
     * As this library can read them on any machine: as they lie in memory, since Java's elements have the same size
     * everywhere.
     */
    INTERNAL,
    /** Big-endian, as every MPI library reads and writes them. */
    EXTERNAL32;

    static Representation of(String name) {
        for (Representation representation : values()) {
            if (representation.toString().equals(name)) {
                return representation;
            }
        }
        throw new EngineException(ErrorClass.ERR_UNSUPPORTED_DATAREP, "datarep is "
            + (name == null ? "null" : "\"" + name + "\"") + "; it must be native, internal or external32");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
