package mpj.core.comm;

import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** The name that a program gives a communicator or a datatype. */
public final class ObjectName {
    /** How many characters a name may have. MPI: MPI_MAX_OBJECT_NAME. */
    public static final int MOST = 255;

    private ObjectName() {
    }

    /**
     * Checks a name, and returns it.
     *
     * @throws EngineException of class {@link ErrorClass#ERR_ARG} when the name is null or too long
     */
    public static String checked(String name) {
        if (name == null || name.length() > MOST) {
            throw new EngineException(ErrorClass.ERR_ARG, name == null ? "name is null; pass a text, which may be \"\""
                : "name has " + name.length() + " characters; it may have at most MPI.MAX_OBJECT_NAME, " + MOST);
        }
        return name;
    }
}
