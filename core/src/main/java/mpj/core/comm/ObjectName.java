package mpj.core.comm;

import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** The name that a program gives a communicator or a datatype. */
public final class ObjectName {
    /** How many characters it may have. MPI: MPI_MAX_OBJECT_NAME. */
    public static final int MOST = 255;

    private ObjectName() {
    }

    /**
     * The name that was passed.
     *
     * @throws EngineException of class {@link ErrorClass#ERR_ARG} when it is null or too long
     */
    public static String checked(String name) {
        if (name == null || name.length() > MOST) {
            throw new EngineException(ErrorClass.ERR_ARG, name == null ? "name is null; pass a text, \"\" if need be"
                : "name has " + name.length() + " characters; it may have MPI.MAX_OBJECT_NAME, " + MOST);
        }
        return name;
    }
}
